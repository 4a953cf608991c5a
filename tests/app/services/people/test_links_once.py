"""A link to sign in is good for one click, also when two come at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

from app.links import BadLink
from app.services.people import accounts
from tests.world import World

ROUNDS = 10


def test_of_two_clicks_at_the_same_moment_one_signs_in(world_on_each: World) -> None:
    world_on_each.friend("Ana")
    house, together = world_on_each.house, Barrier(2)

    def click(token: str) -> bool:
        together.wait(10)
        try:
            house.db.write(partial(accounts.sign_in, house=house, token=token))
        except BadLink:
            return False
        return True

    with ThreadPoolExecutor(2) as clicks:
        for _ in range(ROUNDS):
            address = accounts.sign_in_address(house, world_on_each.player("ana@example.org"))
            token = address.split("/")[-2]
            assert sorted(clicks.map(click, [token, token])) == [False, True]
