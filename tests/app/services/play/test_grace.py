"""Second thoughts: orders that turn nothing up wait for a while before they count."""

import json
from datetime import timedelta
from functools import partial

import pytest

from app.clock import now
from app.models import Match
from app.problems import Problem, Stale
from app.services.lobby.terms import LONGEST_GRACE
from app.services.play import clocks, take_back
from app.services.upkeep.fsck import check_matches
from tests.world import World
from tests.world.council import Council
from tests.world.friends import Friends
from tests.world.mailer import Mailer

HOUR = 3600


@pytest.fixture
def world(world_on_sqlite: World, undrawn: None) -> World:
    return world_on_sqlite


@pytest.fixture
def friends(world: World) -> Friends:
    """Ana is the first to bid for a tile; nothing is turned up by that."""
    return world.match(
        "tikal", 3, options={"auction": True}, ask_seconds=48 * HOUR, grace_seconds=HOUR, policy="automatic"
    )


def ring(friends: Friends, **later: float) -> int:
    return clocks.ring_due_clocks(friends.house, at=now() + timedelta(**later))


def undo(friends: Friends, seat: int) -> take_back.TakenBack:
    house = friends.house
    return house.write(partial(take_back.take_back, house=house, code=friends.code, seat=seat))


def first(friends: Friends) -> int:
    return friends.waiting_for()[0]


def test_held_orders_are_no_line_and_nobody_else_is_asked(friends: Friends) -> None:
    seat, steps = first(friends), friends.match.steps

    outcome = friends.order(seat, "bid 1")

    assert outcome.held
    assert friends.match.steps == steps
    assert [ask.seat for ask in friends.asks()] == [seat]


def test_others_see_no_difference_whether_orders_are_held(friends: Friends) -> None:
    seat = first(friends)
    other = 1 + seat % 3
    before = friends.seen(other)

    friends.order(seat, "bid 1")

    assert friends.seen(other) == before
    assert friends.seen() is not None


def test_when_the_time_is_over_they_count_and_the_next_is_asked(friends: Friends) -> None:
    seat = first(friends)
    friends.order(seat, "bid 1")
    assert ring(friends, minutes=30) == 0

    ring(friends, minutes=61)

    assert json.loads(friends.steps()[-1].line)["orders"] == {str(seat): "bid 1"}
    assert first(friends) != seat
    with friends.house.reading() as session:
        assert check_matches(session, friends.house) == []


def test_held_orders_wait_in_either_database(world_on_each: World, undrawn: None) -> None:
    friends = world_on_each.match("tikal", 3, options={"auction": True}, grace_seconds=HOUR)
    friends.order(1, "bid 1")
    undo(friends, 1)
    friends.order(1, "bid 2")

    ring(friends, minutes=61)

    assert json.loads(friends.steps()[-1].line)["orders"] == {"1": "bid 2"}


def test_until_then_their_player_takes_them_back(friends: Friends) -> None:
    seat = first(friends)
    friends.order(seat, "bid 1")

    assert undo(friends, seat).orders == "bid 1"

    assert ring(friends, minutes=61) == 0
    assert first(friends) == seat
    assert friends.ask(seat).held is None


def test_what_is_given_instead_takes_their_place(friends: Friends) -> None:
    seat = first(friends)
    friends.order(seat, "bid 1")

    friends.order(seat, "bid 2")

    assert friends.ask(seat).held == "bid 2"


def test_the_same_again_gets_the_same_receipt(friends: Friends) -> None:
    seat = first(friends)
    receipt = friends.order(seat, "bid 1").receipt

    again = friends.order(seat, "bid 1")

    assert again.again
    assert again.receipt.number == receipt.number


def test_after_its_end_nothing_is_taken_back_even_if_no_clock_has_rung(friends: Friends) -> None:
    seat = first(friends)
    friends.order(seat, "bid 1")
    friends.pass_time(minutes=61)

    with pytest.raises(Problem):
        undo(friends, seat)
    with pytest.raises(Stale):
        friends.order(seat, "bid 2")


def test_orders_that_turn_something_up_count_at_once(world: World) -> None:
    friends = world.match("tikal", 2, grace_seconds=HOUR)
    steps = friends.match.steps

    outcome = friends.order(1)

    assert not outcome.held
    assert friends.match.steps > steps


def test_in_one_turn_further_orders_go_on_from_those_that_are_held(world: World) -> None:
    friends = world.match("tikal", 2, grace_seconds=HOUR)
    tile = friends.bot_orders(1).split("; ")[0]
    friends.order(1, tile)
    assert friends.ask(1).held == tile

    friends.order(1, "end")

    assert friends.steps()[-1].turn == 1
    assert json.loads(friends.steps()[-1].line)["orders"]["1"].startswith(tile)


def test_when_the_clock_runs_out_held_orders_count(friends: Friends) -> None:
    seat = first(friends)
    friends.pass_time(hours=47.9)

    friends.order(seat, "bid 1")

    ask = friends.ask(seat)
    assert ask.final_at == ask.due_at
    ring(friends, minutes=10)
    line = json.loads(friends.steps()[-1].line)
    assert (line["orders"], line.get("by")) == ({str(seat): "bid 1"}, None)


def test_sealed_answers_know_no_such_time(world: World) -> None:
    friends = world.match("incan-gold", 3, grace_seconds=HOUR)

    for number in (1, 2, 3):
        friends.order(number, "torch")

    assert friends.match.turn == 2


def test_a_step_back_voids_what_is_held(friends: Friends) -> None:
    friends.order(first(friends), "bid 1")
    ring(friends, hours=2)
    friends.order(first(friends), "pass")

    friends.go_back(0, [1, 2, 3])

    assert all(ask.held is None for ask in friends.all_asks())


def test_in_a_pause_the_time_stands_still(friends: Friends) -> None:
    seat = first(friends)
    friends.order(seat, "bid 1")
    Council(friends).propose(1, "pause")

    assert ring(friends, hours=9) == 0

    assert friends.ask(seat).held == "bid 1"


def test_after_a_pause_as_much_of_it_is_left_as_before(friends: Friends) -> None:
    seat = first(friends)
    friends.order(seat, "bid 1")
    council = Council(friends)
    council.propose(1, "pause")
    friends.pass_time(hours=9)

    council.propose(1, "resume")

    assert ring(friends, minutes=50) == 0
    assert ring(friends, minutes=61) >= 1
    assert friends.ask(first(friends)).seat != seat


def test_a_word_takes_them_back_and_the_same_can_be_played_again(friends: Friends) -> None:
    seat, mailer = first(friends), Mailer(friends)
    assert "undo" in mailer.told(seat, "bid 1")

    mailer.mail(seat, "undo")
    assert friends.ask(seat).held is None

    mailer.mail(seat, "bid 1")
    assert friends.ask(seat).held == "bid 1"


def test_nobody_is_told_to_wait_for_their_own_orders(friends: Friends) -> None:
    seat, mailer = first(friends), Mailer(friends)

    for text in ("bid 1", "board"):
        told = " ".join(mailer.told(seat, text).split())
        assert "Your orders are kept until" in told
        assert "waiting for" not in told


def test_no_letter_reminds_of_what_has_been_answered(friends: Friends) -> None:
    seat = first(friends)
    friends.order(seat, "bid 1")

    friends.send()

    assert [letter.sent_at for letter in friends.letters("your_turn") if letter.facts["seat"] == seat] == [
        None
    ]


@pytest.mark.parametrize("seconds", [30, LONGEST_GRACE + 1, -5])
def test_it_is_minutes_to_hours(world: World, seconds: int) -> None:
    with pytest.raises(Problem):
        world.match("tikal", 2, grace_seconds=seconds)


def test_held_orders_are_an_act_also_when_they_are_taken_back(friends: Friends) -> None:
    """Somebody is there; to all others it looks like a wish that the match goes on, as anybody may have."""
    seat = first(friends)
    friends.world.change(Match, friends.match.id, idle_at=now(), asked_on_at=now())

    friends.order(seat, "bid 1")
    undo(friends, seat)

    assert friends.match.asked_on_at is None
    assert (friends.match.idle_at or now()) > now() + timedelta(days=59)
