"""Whoever does something by a letter's help is there: what came back is forgotten."""

from datetime import datetime

from sqlmodel import Session

from app.clock import now
from app.models import Player
from app.services.people import signing_in
from tests.world import World


def resting(world: World) -> datetime | None:
    with world.house.db.reading() as session:
        return session.get_one(Player, world.friend("Bo")).resting_at


def lay_to_rest(world: World) -> None:
    bo = world.friend("Bo")

    def rest(session: Session) -> None:
        mine = session.get_one(Player, bo)
        mine.hard_bounces, mine.resting_at = 3, now()

    world.house.db.write(rest)


def test_a_player_who_gives_orders_is_reached_again(world: World) -> None:
    friends = world.match()
    lay_to_rest(world)
    assert resting(world)

    friends.order(2, "torch")

    assert not resting(world)


def test_orders_of_others_change_nothing_of_it(world: World) -> None:
    friends = world.match()
    lay_to_rest(world)

    friends.order(1, "torch")

    assert resting(world)


def test_a_player_who_signs_in_by_a_letter_is_reached_again(world: World) -> None:
    lay_to_rest(world)
    with world.house.db.reading() as session:
        address = signing_in.sign_in_address(world.house, session.get_one(Player, world.friend("Bo")))

    world.house.db.write(lambda session: signing_in.sign_in(session, world.house, address.split("/")[-2]))

    assert not resting(world)
