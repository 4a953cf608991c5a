"""A mail server that is away for days ends no match: when it is back, each player hears of an open turn."""

import socket
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest

from app.clock import now
from app.house import House
from app.models import Letter, Player
from app.post.sender import send_due
from app.services import outbox
from app.services.outbox import untold
from app.services.outbox.counts import LetterCounts, letter_counts
from app.services.people import signing_in
from app.services.play import clocks
from tests.lengths import long
from tests.world import Friends, World
from tests.world.mail_server import Sink

HOUR, MINUTE, SWEEP = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=15)
DAY = timedelta(days=1)
AWAY = pytest.mark.parametrize("away", [26 * HOUR, 7 * DAY], ids=["26 hours", "7 days"])
STEPS = 12  # looks of the worker while it is away; each costs the tests some time


@pytest.fixture
def world(mailing: World, undrawn: None) -> World:
    return mailing


def without_server(house: House) -> House:
    """Nobody listens at the port."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        nobody = f"smtp://127.0.0.1:{held.getsockname()[1]}"
    return replace(house, settings=replace(house.settings, smtp_url=nobody))


def at_work(house: House, start: datetime, lasting: timedelta, step: timedelta) -> datetime:
    """The worker looks for letters again and again, as if so much time went by."""
    at = start
    while at < start + lasting:
        send_due(house, at=at)
        at += step
    return at


def readers(sink: Sink) -> Counter[str]:
    return Counter(message["To"].addresses[0].addr_spec for message in sink.messages)


def counts(world: World) -> LetterCounts:
    with world.house.reading() as session:
        return letter_counts(session)


# --- When it comes back ---


@AWAY
def test_when_nobody_was_there_every_open_turn_is_told_within_a_minute(
    world: World, sink: Sink, away: timedelta
) -> None:
    for title in ("one", "two"):
        world.match("incan-gold", 3, title=title)
    back = at_work(without_server(world.house), now(), away, away / STEPS)
    known = counts(world)
    assert (known.given_up, known.set_aside, bool(known.server_away_since)) == (0, 0, True)

    at_work(world.house, back, MINUTE, SWEEP)

    turns = world.letters("your_turn")
    assert [(bool(letter.sent_at), letter.tries) for letter in turns] == [(True, 1)] * 6
    assert (counts(world).server_away_since, counts(world).waiting) == (None, 0)


@AWAY
@pytest.mark.parametrize("says", ["451 try again later", long("421 too busy"), long("554 no more from you")])
def test_when_it_refused_every_letter_every_open_turn_is_told_within_a_minute(
    world: World, sink: Sink, away: timedelta, says: str
) -> None:
    world.match("incan-gold", 3)
    sink.says = says
    back = at_work(world.house, now(), away, away / STEPS)
    assert (sink.raw, bool(counts(world).server_away_since)) == ([], True)

    sink.says = "250 OK"
    at_work(world.house, back, MINUTE, SWEEP)

    assert [bool(letter.sent_at) for letter in world.letters("your_turn")] == [True] * 3


def test_one_open_turn_is_told_in_one_letter_however_many_have_waited(world: World, sink: Sink) -> None:
    world.match("incan-gold", 3, ask_seconds=10 * 3600, policy="wait")
    away, start = without_server(world.house), now()
    for hours in (6, 9, 30, 100):
        clocks.ring_due_clocks(world.house, at=start + hours * HOUR)
        send_due(away, at=start + hours * HOUR)
    assert len(world.letters("reminder")) == 9

    at_work(world.house, start + 100 * HOUR, MINUTE, SWEEP)

    about_turns = [letter for letter in world.letters() if letter.kind in ("your_turn", "reminder")]
    told = Counter(letter.player_id for letter in about_turns if letter.sent_at)
    assert (len(about_turns), set(told.values()), len(told)) == (12, {1}, 3)


def test_of_seven_digests_that_have_waited_one_leaves(world: World, sink: Sink) -> None:
    ana = world.friend("Ana", mail="digest", digest_hour=now().hour)
    for day in range(7):
        put = partial(outbox.put, kind="digest", key=f"digest {ana} {day}", player=player(world, ana))
        world.house.write(put)
    world.match()

    at_work(world.house, now() + HOUR, MINUTE, SWEEP)

    assert len([letter for letter in world.letters("digest") if letter.sent_at]) <= 1


def player(world: World, number: int) -> Player:
    with world.house.reading() as session:
        return session.get_one(Player, number)


def test_the_urgent_leave_first_and_each_match_in_its_turn(world: World, sink: Sink) -> None:
    for title in ("one", "two", "three"):
        world.match("incan-gold", 3, title=title)
    at_work(without_server(world.house), now(), DAY, HOUR)
    for name in ("xi", "yu"):
        asking = partial(signing_in.ask_to_sign_in, house=world.house, email=f"{name}@example.org")
        world.house.write(asking)

    send_due(world.house, limit=5)

    left = [letter for letter in world.letters() if letter.sent_at]
    assert Counter(letter.kind for letter in left) == {"sign_in": 2, "your_turn": 3}
    assert sink.messages[0]["To"].addresses[0].addr_spec == "xi@example.org"
    assert len({letter.cause for letter in left}) == 5


# --- What an open ask needs ---


@pytest.fixture
def posting(world: World) -> Friends:
    return world.match("tikal", 2)


def test_refused_for_a_day_and_more_a_turn_letter_is_still_tried(posting: Friends, sink: Sink) -> None:
    sink.refuses["ana@example.org"] = "452 mailbox full"
    later = at_work(posting.house, now(), 3 * DAY, 30 * MINUTE)
    sink.refuses.clear()

    at_work(posting.house, later, 4 * HOUR + MINUTE, 30 * MINUTE)

    [letter] = posting.letters("your_turn")
    assert letter.sent_at
    assert letter.tries > len(outbox.PAUSES)


@pytest.mark.parametrize("lost", [outbox.GIVEN_UP, outbox.SET_ASIDE])
def test_an_open_ask_of_which_no_letter_has_told_gets_a_new_one_a_day_later(
    posting: Friends, sink: Sink, lost: str
) -> None:
    [first] = posting.letters("your_turn")
    posting.world.change(Letter, first.id, due_at=None, dropped=lost, error="550 no")
    start = now()
    written = [hours for hours in range(30) if untold.tell_again(posting.house, start + hours * HOUR)]

    send_due(posting.house)

    assert written == [24]
    assert [bool(letter.sent_at) for letter in posting.letters("your_turn")] == [False, True]
    assert readers(sink)["ana@example.org"] == 1


def test_whoever_has_been_told_has_answered_or_wants_no_letters_gets_none(world: World, sink: Sink) -> None:
    friends = world.match("incan-gold", 4)
    at_work(world.house, now(), MINUTE, MINUTE)
    world.change(Letter, world.letters("your_turn")[1].id, dropped=outbox.GIVEN_UP)
    world.change(Letter, world.letters("your_turn")[2].id, dropped=outbox.GIVEN_UP)
    friends.order(2, "torch")
    world.change(Player, friends.seat(3).player_id, mail="none")

    assert untold.tell_again(world.house, now() + 2 * DAY) == 0


def test_each_minute_some_of_the_matches_are_looked_at(
    world: World, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untold, "AT_ONCE", 1)
    for letter in [*world.match("tikal", 2).letters(), *world.match("tikal", 2).letters()]:
        world.change(Letter, letter.id, due_at=None, dropped=outbox.GIVEN_UP)
    start = now() + 2 * DAY

    written = [untold.tell_again(world.house, start + minutes * MINUTE) for minutes in range(4)]

    assert written == [1, 1, 0, 0]
