"""A match that waits: who hears of it when; and one in which nobody acts, which rests."""

from datetime import timedelta

import pytest

from app.clock import now
from app.models import Match, Player
from app.services.play import clocks, resting
from tests.world import Friends, World

HOUR = 3600


@pytest.fixture
def late(world: World) -> Friends:
    """Ana's time has just run out, and Bo waits."""
    friends = world.match("tikal", 2, ask_seconds=HOUR, policy="wait")
    friends.pass_time(hours=1)
    clocks.ring_due_clocks(world.house)
    return friends


def reminded(friends: Friends) -> list[str]:
    return [letter.facts["which"] for letter in friends.letters("reminder")]


def test_the_late_player_hears_again_after_1_3_7_and_then_every_7_days(late: Friends) -> None:
    told = []
    for day in range(1, 30):
        late.pass_time(days=1)
        if clocks.ring_due_clocks(late.house):
            told.append(day)

    assert told == [1, 3, 7, 14, 21, 28]
    assert reminded(late) == ["fifth"] + ["late"] * 6


def test_a_clock_that_was_asleep_for_weeks_sends_one_letter(late: Friends) -> None:
    late.pass_time(days=20)

    clocks.ring_due_clocks(late.house)
    clocks.ring_due_clocks(late.house)

    assert reminded(late) == ["fifth", "late"]
    assert late.ask(1).late_told == 14


def test_the_letter_says_how_long_the_match_has_waited(late: Friends) -> None:
    late.pass_time(days=3)
    clocks.ring_due_clocks(late.house)

    letter = late.compose(late.newest("reminder"))

    assert "waiting for 3 days" in letter.subject
    assert "has been waiting for you for 3 days" in letter.text


def test_a_player_who_is_away_is_left_alone_and_the_others_hear_of_it(late: Friends) -> None:
    late.world.change(Player, late.seat(1).player_id, absences=[["2020-01-01", ""]])
    for _ in range(7):
        late.pass_time(days=1)
        clocks.ring_due_clocks(late.house)

    assert reminded(late) == ["fifth"]
    assert [letter.facts["seat"] for letter in late.letters("waiting")] == [2]


def test_after_a_week_the_others_hear_what_can_be_done(late: Friends) -> None:
    for _ in range(7):
        late.pass_time(days=1)
        clocks.ring_due_clocks(late.house)

    (letter,) = late.letters("waiting")
    composed = late.compose(letter)
    assert composed.to == "bo@example.org"
    assert "Ana has been awaited for 7 days" in composed.text
    assert "What can be done" in composed.text


def test_letters_and_pages_say_since_when_somebody_is_awaited(late: Friends) -> None:
    late.pass_time(days=2)

    assert late.seen(2).asks[0].late_since == late.ask(1).due_at
    started = late.compose(late.newest("started"))
    assert "First to move: Ana (since " in started.text


# --- A match in which nobody acts ---


def idle(friends: Friends) -> None:
    friends.world.change(Match, friends.match.id, idle_at=now())
    resting.look_for_idle(friends.house)


def test_a_match_is_idle_when_nobody_has_acted_for_60_days(world: World) -> None:
    friends = world.match("tikal", 2)

    assert friends.match.idle_at
    assert timedelta(days=59) < friends.match.idle_at - now() <= timedelta(days=60)
    assert resting.look_for_idle(world.house) == 0


def test_then_all_are_asked_once_whether_to_go_on(world: World) -> None:
    friends = world.match("tikal", 2)

    idle(friends)
    resting.look_for_idle(world.house)

    assert sorted(letter.facts["seat"] for letter in world.letters("go_on")) == [1, 2]
    assert friends.match.status == "running"
    assert "“yes”" in friends.compose(world.newest("go_on")).text


def test_orders_are_an_answer(world: World) -> None:
    friends = world.match("tikal", 2)
    idle(friends)

    friends.order(1)

    assert friends.match.asked_on_at is None
    assert friends.match.idle_at
    assert friends.match.idle_at > now() + timedelta(days=59)


def test_without_an_answer_it_rests_without_clocks_and_letters(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=HOUR)
    idle(friends)

    idle(friends)

    match = friends.match
    assert (match.status, match.rests_at is not None, match.idle_at) == ("paused", True, None)
    assert [ask.rings_at for ask in friends.asks()] == [None]
    assert world.letters("paused") == []


def test_any_player_wakes_it_up_and_clocks_begin_anew(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=HOUR)
    for _ in range(2):
        idle(friends)
    friends.pass_time(days=100)

    world.house.db.write(lambda s: resting.want_on(s, world.house, friends.code, 2))

    assert (friends.match.status, friends.match.rests_at) == ("running", None)
    assert friends.ask(1).due_at == friends.ask(1).opened_at + timedelta(hours=1) > now()
    assert sorted(letter.facts["seat"] for letter in world.letters("resumed")) == [1, 2]
