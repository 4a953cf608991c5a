"""Clocks: reminders, running out, bots, and pauses."""

import pytest
from sqlmodel import Session

from app.clock import now
from app.services.matches import find
from app.services.people import accounts
from app.services.play import clocks, deputies, host_actions
from app.services.play.live import changing
from app.services.play.ringing import AGAIN
from tests.world import World

HOUR = 3600


def reminders(world: World) -> list[str]:
    return [letter.facts["which"] for letter in world.letters("reminder")]


def test_nothing_rings_before_half_of_the_time(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=10 * HOUR)
    friends.pass_time(hours=4.9)

    assert clocks.ring_due_clocks(world.house) == 0
    assert reminders(world) == []


def test_reminders_come_at_half_and_at_the_last_fifth_and_once_each(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=10 * HOUR)

    for hours in (5, 1, 1.9, 0.1, 1, 5):
        friends.pass_time(hours=hours)
        clocks.ring_due_clocks(world.house)
        clocks.ring_due_clocks(world.house)

    assert reminders(world) == ["half", "fifth"]


def test_a_worker_that_looks_late_sends_the_last_reminder_only(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=10 * HOUR)
    friends.pass_time(hours=9)

    clocks.ring_due_clocks(world.house)

    assert reminders(world) == ["fifth"]


def test_a_player_who_has_answered_is_not_reminded(world: World) -> None:
    friends = world.match("incan-gold", 3, ask_seconds=10 * HOUR)
    friends.order(1, "torch")
    friends.pass_time(hours=6)

    clocks.ring_due_clocks(world.house)

    assert sorted(letter.facts["seat"] for letter in world.letters("reminder")) == [2, 3]


def test_when_the_table_waits_nothing_is_played_for_the_late(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=HOUR, policy="wait")
    friends.pass_time(hours=100)

    clocks.ring_due_clocks(world.house)

    assert friends.match.steps == 1


def test_an_automatic_order_is_given_when_time_and_bank_are_used_up(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=HOUR, bank_seconds=HOUR, policy="automatic")
    friends.pass_time(hours=1.9)
    clocks.ring_due_clocks(world.house)
    before = friends.match.steps

    friends.pass_time(hours=0.1)
    clocks.ring_due_clocks(world.house)

    assert before == 1
    (told,) = {said.by for step in friends.seen().history[1:] for said in step.orders}
    assert told == "clock"
    assert [ask.seat for ask in friends.asks()] == [2]
    assert friends.seat(1).bank_left == 0


def test_the_bank_runs_down_only_past_the_time_of_an_ask(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=10 * HOUR, bank_seconds=10 * HOUR)
    friends.pass_time(hours=9)
    friends.order(1, friends.bot_orders(1))
    friends.pass_time(hours=13)
    friends.order(2, friends.bot_orders(2))

    assert friends.seat(1).bank_left == 10 * HOUR
    assert 7 * HOUR - 60 <= friends.seat(2).bank_left <= 7 * HOUR


def test_a_submission_in_crumbs_does_not_wind_the_clock_up(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=10 * HOUR)
    friends.pass_time(hours=8)
    (before,) = friends.asks()

    friends.order(1, friends.seen(1).examples[0])

    assert friends.asks()[0].due_at == before.due_at


def test_a_bot_plays_until_the_person_is_back(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=HOUR, policy="bot")
    friends.pass_time(hours=1)

    clocks.ring_due_clocks(world.house)

    assert reminders(world) == ["away"]
    assert friends.seat(1).deputy
    assert {said.by for step in friends.seen().history[1:] for said in step.orders} == {"deputy"}
    world.house.db.write(lambda session: deputies.come_back(session, world.house, friends.code, 1))
    assert not friends.seat(1).deputy


def test_a_player_who_gives_orders_is_back(world: World) -> None:
    friends = world.match("incan-gold", 3, ask_seconds=HOUR, policy="bot")
    friends.pass_time(hours=1)
    clocks.ring_due_clocks(world.house)
    turn = friends.match.turn
    if friends.match.status == "running" and turn > 1:
        friends.order(1, "torch")
        assert not friends.seat(1).deputy


@pytest.mark.parametrize(("name", "seats"), [("tikal", 2), ("incan-gold", 3)])
def test_bots_play_without_anybody(world: World, name: str, seats: int) -> None:
    friends = world.match(name, seats, guests=["bot"] * (seats - 1), ask_seconds=HOUR, policy="automatic")

    while friends.match.status == "running":
        friends.pass_time(hours=2)
        assert clocks.ring_due_clocks(world.house)

    assert friends.match.result


def test_a_match_that_cannot_go_on_holds_up_no_other(world: World, caplog: pytest.LogCaptureFixture) -> None:
    broken, fine = (
        world.match("tikal", 2, ask_seconds=HOUR, policy="automatic", title=title) for title in ("one", "two")
    )

    def spoil(session: Session) -> None:
        find.by_code(session, broken.code).state = {}

    world.house.db.write(spoil)
    for friends in (broken, fine):
        friends.pass_time(hours=2)

    assert clocks.ring_due_clocks(world.house) == 1
    assert [ask.seat for ask in fine.asks()] == [2]
    assert "could not be rung" in caplog.text

    caplog.clear()
    clocks.ring_due_clocks(world.house)
    assert not caplog.text, "it was tried again at once"

    clocks.ring_due_clocks(world.house, at=now() + AGAIN)
    assert "could not be rung" in caplog.text


def test_no_clock_at_all(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=None, policy="automatic")
    friends.pass_time(days=1000)

    assert clocks.ring_due_clocks(world.house) == 0
    assert friends.asks()[0].due_at is None


def test_a_pause_keeps_the_time_left(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=10 * HOUR, policy="automatic")
    host = friends.match.host_id
    friends.pass_time(hours=6)
    clocks.ring_due_clocks(world.house)
    left = (friends.asks()[0].due_at or now()) - now()
    world.house.db.write(lambda session: host_actions.pause(session, world.house, friends.code, host))
    friends.pass_time(hours=50)

    assert clocks.ring_due_clocks(world.house) == 0
    world.house.db.write(lambda session: host_actions.resume(session, world.house, friends.code, host))

    after = (friends.asks()[0].due_at or now()) - now()
    assert abs((after - left).total_seconds() + 50 * HOUR - 50 * HOUR) < 60
    assert clocks.ring_due_clocks(world.house) == 0
    assert reminders(world) == ["half"]
    assert len(world.letters("paused")) == len(world.letters("resumed")) == 2


def test_an_old_link_of_a_former_player_brings_nobody_back(world: World) -> None:
    friends = world.match("incan-gold", 3, ask_seconds=None)
    person = friends.seat(1).player_id or 0
    world.house.db.write(lambda session: accounts.delete_account(session, world.house, person))

    friends.order(1, "torch")

    assert friends.seat(1).deputy


def test_a_former_players_seat_is_played_by_a_bot(world: World) -> None:
    friends = world.match("tikal", 2, ask_seconds=None)
    person = friends.seat(1).player_id or 0
    world.house.db.write(lambda session: accounts.delete_account(session, world.house, person))

    clocks.ring_due_clocks(world.house)

    assert friends.asks()[0].seat == 2
    assert friends.seen().names == ["a former player", "Bo"]
    assert friends.match.host_id == friends.seat(2).player_id


def test_a_pause_takes_nothing_from_the_bank_and_gives_nothing_back(world: World) -> None:
    friends = world.match("incan-gold", 3, ask_seconds=10 * HOUR, bank_seconds=10 * HOUR)
    host = friends.match.host_id
    friends.pass_time(hours=14)
    friends.order(1, "torch")
    world.house.db.write(lambda session: host_actions.pause(session, world.house, friends.code, host))
    friends.pass_time(hours=3)
    world.house.db.write(lambda session: host_actions.resume(session, world.house, friends.code, host))

    for number in (2, 3):
        friends.order(number, "torch")

    left = [friends.seat(number).bank_left for number in (1, 2, 3)]
    assert all(6 * HOUR - 60 <= seconds <= 6 * HOUR for seconds in left)


def test_when_all_are_away_bots_take_the_time_that_people_have(world: World) -> None:
    """A weekend without anybody is not the end of the match."""
    friends = world.match("tikal", 2, ask_seconds=10 * HOUR, policy="bot")
    first = friends.match.turn

    def turns_after(hours: float) -> int:
        friends.pass_time(hours=hours)
        while clocks.ring_due_clocks(world.house):
            pass
        return friends.match.turn - first

    assert [turns_after(10), turns_after(10)] == [1, 2], "each is waited for once"
    assert all(friends.seat(number).deputy for number in (1, 2))
    assert [turns_after(9), turns_after(1), turns_after(10)] == [2, 3, 4]

    world.house.db.write(lambda session: deputies.come_back(session, world.house, friends.code, 1))
    friends.order(1, friends.bot_orders(1))
    assert turns_after(0) == 6, "a player who is back waits for nobody who is away"


def test_a_player_who_is_back_waits_for_no_bot_that_has_a_seat_of_its_own(world: World) -> None:
    friends = world.match("incan-gold", 3, ask_seconds=10 * HOUR, policy="bot")

    def leave(session: Session) -> None:
        with changing(session, world.house, friends.code) as live:
            live.seats[3].bot = True
            live.seats[1].deputy = live.seats[2].deputy = True
            for ask in live.asks.values():
                ask.rings_at = ask.due_at

    world.house.db.write(leave)
    assert clocks.ring_due_clocks(world.house) == 0

    world.house.db.write(lambda session: deputies.come_back(session, world.house, friends.code, 1))

    assert clocks.ring_due_clocks(world.house) == 2
    assert [ask.seat for ask in friends.asks() if not ask.answered_at] == [1]
