"""A link to sign in is good for one click, also when two come at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from app.links import BadLink
from app.services.people import accounts, signing_in
from tests.world import World

ROUNDS = 10


def token_of(address: str) -> str:
    return address.split("/")[-2]


def first_token(world: World, email: str) -> str:
    """Of a letter to an address that has no account yet."""
    world.house.db.write(partial(signing_in.ask_to_sign_in, house=world.house, email=email))
    return token_of(signing_in.first_sign_in_address(world.house, world.newest("sign_in")))


def click(world: World, token: str, together: Barrier | None = None) -> bool:
    if together:
        together.wait(10)
    try:
        world.house.db.write(partial(signing_in.sign_in, house=world.house, token=token))
    except BadLink:
        return False
    return True


def test_of_two_clicks_at_the_same_moment_one_signs_in(world_on_each: World) -> None:
    world_on_each.friend("Ana")
    at_once = partial(click, world_on_each, together=Barrier(2))

    with ThreadPoolExecutor(2) as clicks:
        for _ in range(ROUNDS):
            ana = world_on_each.player("ana@example.org")
            token = token_of(signing_in.sign_in_address(world_on_each.house, ana))
            assert sorted(clicks.map(at_once, [token, token])) == [False, True]


def test_so_it_is_for_an_address_that_gets_its_account_by_the_click(world_on_each: World) -> None:
    at_once = partial(click, world_on_each, together=Barrier(2))

    with ThreadPoolExecutor(2) as clicks:
        for number in range(ROUNDS):
            token = first_token(world_on_each, f"new{number}@example.org")
            assert sorted(clicks.map(at_once, [token, token])) == [False, True]


def test_a_first_link_works_although_the_account_has_come_in_another_way(world: World) -> None:
    token = first_token(world, "ana@example.org")
    world.house.db.write(partial(accounts.find_or_create, email="ana@example.org"))

    assert click(world, token)
    assert not click(world, token)


@pytest.mark.parametrize("ended_by", ["signing in", "signing out everywhere"])
def test_a_first_link_ends_as_all_others_do(world: World, ended_by: str) -> None:
    token, ana = first_token(world, "ana@example.org"), world.friend("Ana")
    if ended_by == "signing in":
        player = world.player("ana@example.org")
        assert click(world, token_of(signing_in.sign_in_address(world.house, player)))
    else:
        world.house.db.write(partial(signing_in.sign_out_everywhere, player_id=ana))

    assert not click(world, token)
