"""Entries in calendars go when their turn has been played, by whatever way it was."""

from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlmodel import col

from app.clock import now
from app.models import Player, Seat
from app.services.matches.asks import open_asks
from app.services.outbox.calendar_entries import SOON, cancel_played_entries
from app.services.play import host_actions, plans, take_back
from tests.world import FRIENDS, Friends, World
from tests.world.letter_reader import entries_in
from tests.world.mail_server import Sink

LATER = SOON + timedelta(minutes=1)


@pytest.fixture
def tikal(mailing_on_each: World) -> Friends:
    """Ana has had the letter about her turn."""
    return wishing(mailing_on_each.invite("tikal").sit())


@pytest.fixture
def cave(mailing_on_each: World) -> Friends:
    """All have been asked at once."""
    return wishing(mailing_on_each.invite().sit())


def wishing(friends: Friends) -> Friends:
    """All want letters that do nothing but take an entry out."""
    for seat in friends.seats():
        friends.world.change(Player, seat.player_id, entry_letters=True)
    friends.send()
    return friends


def test_without_the_wish_no_letter_comes_that_only_takes_an_entry_out(posting: Friends) -> None:
    posting.send()
    posting.order(1, "torch")

    assert cancel_played_entries(posting.house, now() + LATER) == 0


def entries(sink: Sink, seat: int) -> list[tuple[str, int]]:
    """Of the letters to a seat, with what they do to the calendar."""
    found = []
    for message in sink.messages:
        parts = [part for part in message.walk() if part.get_content_type() == "text/calendar"]
        if message["To"].endswith(f"<{FRIENDS[seat - 1].lower()}@example.org>") and parts:
            calendar, [event] = entries_in(parts[0].get_content().encode())
            found.append((str(calendar["method"]), int(str(event["sequence"]))))
    return found


def test_a_player_who_plays_on_a_page_has_the_entry_taken_out(tikal: Friends, sink: Sink) -> None:
    tikal.play(1)
    assert cancel_played_entries(tikal.house) == 0, "the letter about the next turn may come at once"
    assert cancel_played_entries(tikal.house, now() + LATER) == 1
    assert cancel_played_entries(tikal.house, now() + LATER) == 0, "once"
    tikal.send()

    [(shown, first), (cancelled, second)] = entries(sink, 1)
    assert (shown, cancelled) == ("PUBLISH", "CANCEL")
    assert first < second
    letter = tikal.newest("calendar")
    assert letter.subject == "Tikal: played; the deadline is out of your calendar"
    [told] = [part for part in sink.messages[-1].walk() if part.get_content_type() == "text/plain"]
    assert "waiting for Bo now" in " ".join(told.get_content().split())


def test_the_moment_is_kept_to_the_second_in_every_database(tikal: Friends) -> None:
    with tikal.house.db.reading() as session:
        [ask] = open_asks(session, tikal.match)
        entry = col(Seat.entry_at)
        kept = session.connection().execute(sa.select(entry).where(entry == ask.due_at))

        assert kept.scalar_one() == ask.due_at


def test_it_is_not_taken_out_while_there_is_something_to_answer(tikal: Friends) -> None:
    assert cancel_played_entries(tikal.house, now() + LATER) == 0


def test_a_letter_about_the_next_turn_moves_it(tikal: Friends, sink: Sink) -> None:
    tikal.play(4)
    tikal.send()

    assert cancel_played_entries(tikal.house, now() + LATER) == 0
    assert [what for what, _ in entries(sink, 1)] == ["PUBLISH", "PUBLISH"]


def test_a_receipt_takes_it_out_alone(tikal: Friends, sink: Sink) -> None:
    tikal.world.change(Player, tikal.seat(1).player_id, receipts=True)
    tikal.play(1)
    tikal.send()

    assert cancel_played_entries(tikal.house, now() + LATER) == 0
    assert [what for what, _ in entries(sink, 1)] == ["PUBLISH", "CANCEL"]


def test_a_plan_that_answers_takes_it_out_too(cave: Friends, sink: Sink) -> None:
    cave.house.db.write(lambda session: plans.set_plan(session, cave.house, cave.code, 2, "torch"))

    assert cancel_played_entries(cave.house, now() + LATER) == 1
    cave.send()
    assert [what for what, _ in entries(sink, 2)] == ["PUBLISH", "CANCEL"]


def test_an_answer_that_was_taken_back_keeps_it(cave: Friends, sink: Sink) -> None:
    cave.order(3, "torch")
    cave.house.db.write(lambda session: take_back.take_back(session, cave.house, cave.code, 3))
    assert cancel_played_entries(cave.house, now() + LATER) == 0

    cave.order(3, "camp")
    assert cancel_played_entries(cave.house, now() + LATER) == 1


def test_shortly_before_the_deadline_nothing_waits(cave: Friends) -> None:
    cave.order(2, "torch")
    entry = cave.seat(2).entry_at
    assert entry
    assert cancel_played_entries(cave.house, entry - timedelta(minutes=5)) == 1


def test_what_is_over_is_left_alone(cave: Friends) -> None:
    cave.order(2, "torch")
    entry = cave.seat(2).entry_at
    assert entry

    assert cancel_played_entries(cave.house, entry) == 0


def test_a_letter_that_left_too_late_is_none(tikal: Friends, sink: Sink) -> None:
    """Ana is asked again before the letter leaves."""
    tikal.play(1)
    cancel_played_entries(tikal.house, now() + LATER)
    tikal.play(3)
    tikal.send()

    assert tikal.newest("calendar").dropped == "another letter tells of it"
    assert [what for what, _ in entries(sink, 1)] == ["PUBLISH", "PUBLISH"]


def test_a_pause_takes_it_out_and_nothing_does_so_again(tikal: Friends, sink: Sink) -> None:
    host = tikal.seat(1).player_id
    tikal.house.db.write(lambda session: host_actions.pause(session, tikal.house, tikal.code, host))
    tikal.send()

    assert tikal.seat(1).entry_at is None
    assert [what for what, _ in entries(sink, 1)] == ["PUBLISH", "CANCEL"]


def test_a_player_who_wants_no_entries_gets_none_and_loses_the_last(tikal: Friends, sink: Sink) -> None:
    tikal.world.change(Player, tikal.seat(1).player_id, entries=False)
    tikal.play(4)  # Ana is asked again
    tikal.send()
    tikal.play(4)
    tikal.send()

    assert [what for what, _ in entries(sink, 1)] == ["PUBLISH", "CANCEL"]
    assert len(tikal.letters("your_turn")) >= 3


def test_a_former_player_and_a_player_who_stopped_the_letters_hear_nothing(
    tikal: Friends, sink: Sink
) -> None:
    tikal.world.change(Player, tikal.seat(1).player_id, mail="none")
    tikal.play(1)
    assert cancel_played_entries(tikal.house, now() + LATER) == 1
    tikal.send()

    assert tikal.newest("calendar").dropped == "wants no letters"
    assert cancel_played_entries(tikal.house, now() + LATER) == 0
