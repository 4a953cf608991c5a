"""How strong a bot is: the host chooses it for each seat, and it stays with the seat."""

from functools import partial

import pytest

from app.services.lobby import host_seats
from app.services.lobby.seats import BOTS
from app.services.play import clocks
from engine.game import Strength, bot_of
from engine.registry import game
from tests.world import World

GUESTS = ["bot", "strong bot"]


def test_a_bot_is_modest_unless_the_host_wants_a_strong_one(world: World) -> None:
    friends = world.match(guests=GUESTS)

    assert [friends.seat(number).strength for number in (2, 3)] == ["modest", "strong"]


def test_the_host_seats_a_strong_bot_later(world: World) -> None:
    friends = world.open("incan-gold", 3, title="Sunday")
    host = world.friend("Ana")

    strong = partial(
        host_seats.put_bot, house=world.house, code=friends.code, host_id=host, strength="strong"
    )
    world.house.db.write(partial(strong, position=2))
    world.house.db.write(partial(strong, position=3))

    assert [friends.seat(number).strength for number in (2, 3)] == ["strong", "strong"]


@pytest.mark.parametrize(("guest", "strength"), BOTS.items())
def test_a_bot_plays_as_strong_as_its_seat_says(world: World, guest: str, strength: Strength) -> None:
    friends = world.match("tikal", 2, guests=[guest])
    friends.order(1)
    expected = bot_of(game("tikal"), strength)(friends.seen(2).game_view)

    clocks.ring_due_clocks(world.house)

    assert friends.seen(1).history[-1].orders[0].text == expected


def test_a_stand_in_plays_as_well_as_it_can(world: World) -> None:
    friends = world.match("tikal", 2, policy="bot", ask_seconds=3600)
    friends.pass_time(hours=2)
    expected = bot_of(game("tikal"), "strong")(friends.seen(1).game_view)

    clocks.ring_due_clocks(world.house)

    assert friends.seen(2).history[-1].orders[0].text == expected
