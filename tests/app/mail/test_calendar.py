"""The deadline of a letter, as the calendar of its reader takes it."""

from datetime import UTC, datetime, timedelta

import pytest

from app.letters import ComposedLetter
from app.mail.calendar import calendar_of
from app.mail.letter import Deadline
from app.services.matches.asks import open_asks
from app.services.play import host_actions
from tests.world import Friends, World
from tests.world.letter_reader import entries_in

AT = datetime(2026, 11, 19, 18, 0, tzinfo=UTC)
ENTRY = Deadline("abc.s1.deadline@play.example", 7, AT, AT, "Tikal: your turn", "https://play.example/m/abc")


def test_an_entry_says_when_and_where_and_asks_for_no_answer() -> None:
    calendar, [event] = entries_in(calendar_of([ENTRY], organizer="game@play.example"))

    assert calendar["method"] == "PUBLISH"
    assert (event["uid"], event["sequence"], event["status"]) == (ENTRY.uid, 7, "CONFIRMED")
    assert event.decoded("dtstart") == event.decoded("dtstamp") == AT
    assert event.decoded("dtend") == AT + timedelta(minutes=15)
    assert event["transp"] == "TRANSPARENT"
    assert (event["summary"], event["url"]) == (ENTRY.summary, ENTRY.url)
    assert event["organizer"] == "mailto:game@play.example"
    assert "attendee" not in event
    assert not event.walk("VALARM")


def test_an_entry_is_taken_back_by_its_name() -> None:
    calendar, [event] = entries_in(calendar_of([ENTRY], cancelled=True))

    assert calendar["method"] == "CANCEL"
    assert (event["uid"], event["status"]) == (ENTRY.uid, "CANCELLED")


def test_times_are_those_of_greenwich_and_lines_are_short() -> None:
    raw = calendar_of([ENTRY._replace(summary="Zażółć gęślą jaźń " * 10)])

    assert b"DTSTART:20261119T180000Z\r\n" in raw
    assert max(len(line) for line in raw.split(b"\r\n")) <= 75
    assert entries_in(raw)[1][0]["summary"] == ("Zażółć gęślą jaźń " * 10).strip()


@pytest.mark.parametrize("title", ["a\r\nBEGIN:VALARM\r\nEND:VALARM", "a;b,c\\n:d", "\x00\u2028", "🐆" * 40])
def test_no_title_adds_anything(title: str) -> None:
    calendar, [event] = entries_in(calendar_of([ENTRY._replace(summary=title)]))

    assert not calendar.walk("VALARM")
    assert event["summary"] == " ".join(title.replace("\x00", " ").split())


def test_many_matches_are_one_calendar() -> None:
    _, events = entries_in(calendar_of([ENTRY._replace(uid=f"{n}@play.example") for n in range(3)]))

    assert [event["uid"] for event in events] == [f"{n}@play.example" for n in range(3)]
    assert entries_in(calendar_of([]))[1] == []


# --- In letters ---


def entry(letter: ComposedLetter) -> Deadline:
    assert letter.deadline
    return letter.deadline


def test_each_turn_moves_the_entry_of_its_seat(world: World) -> None:
    tikal = world.invite("tikal").sit()
    first = tikal.compose(tikal.newest("your_turn"))
    reminder = tikal.compose(tikal.put("reminder", 1, turn=1, which="half"))
    tikal.play(4)
    second = tikal.compose(tikal.newest("your_turn"))

    with world.house.db.reading() as session:
        [ask] = open_asks(session, tikal.match)
    assert (
        entry(first).uid
        == entry(reminder).uid
        == entry(second).uid
        == f"{tikal.code}.s1.deadline@play.example"
    )
    assert entry(first).sequence < entry(reminder).sequence < entry(second).sequence
    assert entry(second).at == ask.due_at
    assert not entry(second).cancelled
    assert entry(first).url == f"https://play.example/m/{tikal.code}"


def test_what_was_played_takes_the_entry_back(world: World) -> None:
    tikal = world.invite("tikal").sit().play(1)

    receipt = tikal.compose(tikal.put("receipt", 1, receipt=1))

    assert entry(receipt).cancelled
    assert "receipt number 1" in receipt.text
    assert f"ended in: {tikal.match.head[:8]}" in receipt.text
    assert "waiting for Bo now" in receipt.text


def test_a_sealed_answer_is_kept_and_its_receipt_says_no_more(friends: Friends) -> None:
    friends.order(2, "torch")

    receipt = friends.compose(friends.put("receipt", 2, receipt=1))

    assert "kept until everybody has answered" in receipt.text
    assert "ended in:" not in receipt.text
    assert "waiting for Ana, Cy and Di now" in receipt.text
    assert entry(receipt).cancelled


def test_the_receipt_of_a_sealed_answer_that_was_played_has_the_head_of_when_it_was_given(
    friends: Friends,
) -> None:
    before = friends.match.head[:8]
    for number in (1, 2, 3, 4):
        friends.order(number, "torch")

    receipt = friends.compose(friends.put("receipt", 2, receipt=1))

    assert "your orders were played" in receipt.text
    assert f"When you answered, the record ended in: {before}" in receipt.text
    assert friends.match.head[:8] in receipt.text.split("Record")[1]


def test_a_pause_and_the_end_take_the_entry_back(friends: Friends) -> None:
    host = friends.seat(1).player_id
    friends.house.db.write(lambda s: host_actions.pause(s, friends.house, friends.code, host))
    paused = friends.compose(friends.newest("paused"))
    friends.house.db.write(lambda s: host_actions.resume(s, friends.house, friends.code, host))
    resumed = friends.compose(friends.newest("resumed"))
    friends.play()

    assert entry(paused).cancelled
    assert not entry(resumed).cancelled
    assert entry(friends.compose(friends.newest("result"))).cancelled


def test_a_player_who_was_not_asked_has_no_entry(world: World) -> None:
    tikal = world.invite("tikal").sit()

    assert tikal.compose(tikal.newest("started")).deadline is None


def test_without_a_clock_there_is_no_entry(world: World) -> None:
    friends = world.invite(ask_seconds=None).sit()

    assert friends.compose(friends.newest("your_turn")).deadline is None
