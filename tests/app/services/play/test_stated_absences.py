"""A bot plays for somebody who is away until they are back: that is at the latest when their absence ends."""

from datetime import date, timedelta

import pytest

from app.clock import now
from app.models import Ask, Seat
from app.services.play import clocks, own_hours
from tests.world import Friends, World

DAY = timedelta(days=1)
HOUR = 3600


@pytest.fixture
def world(world_on_sqlite: World, undrawn: None) -> World:
    return world_on_sqlite


@pytest.fixture
def friends(world: World) -> Friends:
    """All are asked; where somebody's time runs out, a bot plays."""
    return world.match("incan-gold", 3, ask_seconds=HOUR, policy="bot")


def be_away(friends: Friends, ends: date | None) -> None:
    house, player_id = friends.house, friends.seat(1).player_id or 0
    house.write(lambda session: own_hours.go_away(session, house, player_id, None, ends))


def stand_in(friends: Friends) -> None:
    """Ana's time has run out."""
    friends.order(2, "torch")
    friends.order(3, "torch")
    friends.pass_time(hours=12)
    clocks.ring_due_clocks(friends.house)
    assert friends.seat(1).deputy


def as_if_over(friends: Friends) -> None:
    """The stated day was yesterday."""
    yesterday = (now().date() - DAY).isoformat()
    player = friends.world.player("ana@example.org")
    friends.world.change(type(player), player.id, absences=[["2026-01-01", yesterday]])
    friends.world.change(Seat, friends.seat(1).id, deputy_until=yesterday)


def test_after_the_stated_day_the_player_is_asked_again(friends: Friends) -> None:
    be_away(friends, now().date() + 3 * DAY)
    stand_in(friends)
    assert friends.seat(1).deputy_until == (now().date() + 3 * DAY).isoformat()

    as_if_over(friends)
    friends.order(2, "torch")
    friends.order(3, "torch")
    clocks.ring_due_clocks(friends.house)

    assert not friends.seat(1).deputy
    assert 1 in friends.waiting_for()
    assert friends.letters("your_turn")[-1].facts["seat"] == 1 or friends.ask(1).rings_at


def test_until_then_the_bot_plays_on(friends: Friends) -> None:
    be_away(friends, now().date() + 3 * DAY)
    stand_in(friends)

    for _ in range(2):
        friends.order(2, "torch")
        friends.order(3, "torch")
        clocks.ring_due_clocks(friends.house)

    assert friends.seat(1).deputy


def test_without_a_last_day_it_plays_until_the_player_is_back(friends: Friends) -> None:
    be_away(friends, None)

    stand_in(friends)

    assert (friends.seat(1).deputy, friends.seat(1).deputy_until) == (True, "")


def test_a_day_that_is_stated_later_counts_too(friends: Friends) -> None:
    stand_in(friends)

    be_away(friends, now().date() + DAY)

    assert friends.seat(1).deputy_until == (now().date() + DAY).isoformat()


def test_a_turn_that_is_open_already_is_the_players_again(friends: Friends) -> None:
    """The bot has not answered yet: where all people are away, it takes its time."""
    be_away(friends, now().date() + DAY)
    stand_in(friends)
    as_if_over(friends)
    ask = friends.ask(1)
    friends.world.change(Ask, ask.id, rings_at=now(), orders=None, answered_at=None, by="")

    clocks.ring_due_clocks(friends.house)

    assert (friends.seat(1).deputy, friends.ask(1).orders) == (False, None)
    assert friends.ask(1).due_at
