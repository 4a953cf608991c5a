"""Deadlines in a player's own time: what clocks count, how much absence they allow, what pauses do."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models import Ask, Match, Seat
from app.services import deadlines
from app.services.deadlines import OwnTime
from app.services.deadlines.hours import Hours

HOUR = 3600
MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
DAYTIME = OwnTime("UTC", 8, 20)  # twelve hours


def a_match(counts: str = "own", seconds: int = 24 * HOUR, **more: Any) -> Match:
    terms: dict[str, Any] = {
        "ask_seconds": seconds,
        "counts": counts,
        "policy": "bot",
        "absence_days": 21,
        **more,
    }
    return Match(**terms)


def a_seat(**more: Any) -> Seat:
    return Seat(**{"bank_left": 0, "days_away": [], "bot": False, "deputy": False, **more})


def asked(match: Match, seat: Seat, own: OwnTime, at: datetime = MONDAY) -> Ask:
    ask = Ask(match_id=1, seat=1, turn=1, kind="", opened_at=at)
    deadlines.start_clock(ask, match, seat, own)
    return ask


def test_a_clock_counts_waking_hours_only() -> None:
    assert asked(a_match(), a_seat(), DAYTIME).due_at == datetime(2026, 11, 18, 9, tzinfo=UTC)


def test_without_days_off() -> None:
    ask = asked(a_match(), a_seat(), DAYTIME._replace(free_days=[1]))  # Tuesday

    assert ask.due_at == datetime(2026, 11, 19, 9, tzinfo=UTC)


def test_and_without_absences_which_are_counted() -> None:
    seat = a_seat()

    ask = asked(a_match(), seat, DAYTIME._replace(absences=[["2026-11-17", "2026-11-20"]]))

    assert ask.due_at == datetime(2026, 11, 22, 9, tzinfo=UTC)
    assert seat.days_away == ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]


def test_absence_stops_a_clock_for_no_more_days_than_the_match_allows() -> None:
    seat = a_seat(days_away=["2026-10-01"])

    ask = asked(a_match(absence_days=3), seat, DAYTIME._replace(absences=[["2026-11-17", ""]]))

    assert ask.due_at == datetime(2026, 11, 20, 9, tzinfo=UTC)
    assert len(seat.days_away) == 3


def test_days_of_absence_that_nobody_needed_are_given_back() -> None:
    match, seat = a_match(), a_seat()
    own = DAYTIME._replace(absences=[["2026-11-17", "2026-11-20"]])
    ask = asked(match, seat, own)
    ask.answered_at = datetime(2026, 11, 18, 12, tzinfo=UTC)

    deadlines.stop_clock(ask, seat, match, own)

    assert seat.days_away == ["2026-11-17", "2026-11-18"]


def test_where_every_hour_counts_a_deadline_waits_for_the_morning() -> None:
    ask = asked(a_match("every", 36 * HOUR), a_seat(), DAYTIME)

    assert ask.due_at == datetime(2026, 11, 18, 8, tzinfo=UTC)


def test_and_absences_stop_no_clock() -> None:
    own = DAYTIME._replace(absences=[["2026-11-16", ""]], free_days=[1])

    assert asked(a_match("every", 48 * HOUR), a_seat(), own).due_at == MONDAY + timedelta(hours=48)


def test_a_short_time_does_not_run_at_night() -> None:
    night = datetime(2026, 11, 17, 2, tzinfo=UTC)

    assert asked(a_match("every", HOUR), a_seat(), DAYTIME, night).due_at == night.replace(hour=9)


def test_a_bank_counts_the_same_hours() -> None:
    match, seat = a_match(seconds=12 * HOUR), a_seat(bank_left=6 * HOUR)

    ask = asked(match, seat, DAYTIME)
    ask.answered_at = datetime(2026, 11, 17, 9, tzinfo=UTC) + timedelta(hours=24)
    deadlines.stop_clock(ask, seat, match, DAYTIME)

    assert ask.out_at == datetime(2026, 11, 17, 15, tzinfo=UTC)
    assert seat.bank_left == 0


def test_reminders_come_at_half_and_at_the_last_fifth_of_the_hours_that_count() -> None:
    ask = asked(a_match(seconds=10 * HOUR), a_seat(), DAYTIME, MONDAY.replace(hour=14))

    assert deadlines.half_time(ask) == MONDAY.replace(hour=19)
    assert deadlines.last_fifth_begins(ask) == datetime(2026, 11, 17, 10, tzinfo=UTC)


# --- When hours change ---


def renewed(ask: Ask, match: Match, seat: Seat, own: OwnTime, at: datetime = MONDAY) -> datetime | None:
    deadlines.renew(ask, match, seat, own, at)
    return ask.due_at


def test_a_new_absence_gives_a_later_deadline() -> None:
    match, seat = a_match(), a_seat()
    ask = asked(match, seat, DAYTIME)

    own = DAYTIME._replace(absences=[["2026-11-17", "2026-11-17"]])

    assert renewed(ask, match, seat, own) == datetime(2026, 11, 19, 9, tzinfo=UTC)


def test_no_change_gives_an_earlier_one() -> None:
    match, seat = a_match(), a_seat()
    away = DAYTIME._replace(absences=[["2026-11-17", "2026-11-17"]])
    ask = asked(match, seat, away)

    assert renewed(ask, match, seat, DAYTIME._replace(wakes=None)) == datetime(2026, 11, 19, 9, tzinfo=UTC)


def test_changes_to_and_fro_do_not_add_up() -> None:
    match, seat = a_match(), a_seat()
    few, many = DAYTIME._replace(sleeps=14), DAYTIME
    ask = asked(match, seat, many)
    once = renewed(ask, match, seat, few)

    for _ in range(10):
        renewed(ask, match, seat, many)
        assert renewed(ask, match, seat, few) == once


def test_absences_given_up_and_taken_again_do_not_add_up() -> None:
    match, seat = a_match(absence_days=5), a_seat()
    ask = asked(match, seat, DAYTIME)

    for week in range(8):
        day = date(2026, 11, 17) + timedelta(days=3 * week)
        away = DAYTIME._replace(absences=[[day.isoformat(), (day + timedelta(days=2)).isoformat()]])
        renewed(ask, match, seat, away)
        renewed(ask, match, seat, DAYTIME)

    assert len(seat.days_away) <= 5
    assert ask.due_at
    assert ask.due_at <= MONDAY + timedelta(days=2 + 5)


def test_a_player_who_moves_gets_no_deadline_in_the_night_of_the_new_place() -> None:
    match, seat = a_match(), a_seat()
    ask = asked(match, seat, DAYTIME)

    due_at = renewed(ask, match, seat, DAYTIME._replace(zone="Pacific/Auckland"))

    assert due_at
    assert due_at > datetime(2026, 11, 18, 9, tzinfo=UTC)
    assert due_at.astimezone(UTC).hour >= 19 or due_at.hour < 7  # 8:00 to 20:00 there


# --- Pauses ---


def test_after_a_pause_the_hours_that_were_left_are_left_still(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = a_match(seconds=12 * HOUR), a_seat(bank_left=HOUR)
    ask = asked(match, seat, DAYTIME)  # until nine on Tuesday
    monkeypatch.setattr(deadlines, "now", lambda: datetime(2026, 11, 20, 3, tzinfo=UTC))

    deadlines.go_on_after_pause(ask, match, seat, DAYTIME, MONDAY.replace(hour=15))

    assert ask.due_at == datetime(2026, 11, 20, 14, tzinfo=UTC)
    assert ask.out_at == datetime(2026, 11, 20, 15, tzinfo=UTC)


def test_on_a_day_of_absence_a_pause_makes_no_ask_older_than_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    away = DAYTIME._replace(absences=[["2026-11-16", "2026-11-16"]])
    match, seat = a_match(), a_seat()
    ask = asked(match, seat, away, MONDAY.replace(hour=15))
    monkeypatch.setattr(deadlines, "now", lambda: MONDAY.replace(hour=15, minute=5))

    deadlines.go_on_after_pause(ask, match, seat, away, MONDAY.replace(hour=15, minute=1))

    assert ask.opened_at == MONDAY.replace(hour=15)


def test_nor_does_a_bank_gain_or_lose_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = a_match(seconds=HOUR), a_seat(bank_left=6 * HOUR)
    ask = asked(match, seat, DAYTIME)  # until ten
    monkeypatch.setattr(deadlines, "now", lambda: datetime(2026, 11, 20, 9, tzinfo=UTC))

    deadlines.go_on_after_pause(ask, match, seat, DAYTIME, MONDAY.replace(hour=12))

    assert ask.out_at == datetime(2026, 11, 20, 13, tzinfo=UTC)


# --- Whatever players do ---

ZONES = ("Europe/Prague", "America/Los_Angeles", "Pacific/Apia", "Asia/Kolkata")
some_days = st.integers(-5, 40).map(lambda day: (MONDAY + timedelta(days=day)).date().isoformat())


@st.composite
def own_times(draw: st.DrawFn) -> OwnTime:
    wakes = draw(st.none() | st.integers(0, 23))
    sleeps = None if wakes is None else (wakes + draw(st.integers(6, 23))) % 24
    free = draw(st.lists(st.integers(0, 6), max_size=5, unique=True))
    absences = sorted(draw(st.lists(st.tuples(some_days, some_days).map(sorted), max_size=3)))
    return OwnTime(draw(st.sampled_from(ZONES)), wakes, sleeps, free, absences)


def is_at_night(own: OwnTime, at: datetime) -> bool:
    return own.wakes is not None and Hours(own.zone, own.wakes, own.sleeps).is_night(at)


changes = st.lists(st.tuples(own_times(), st.integers(0, 60), st.booleans()), min_size=1, max_size=6)


@given(st.sampled_from(["every", "own"]), st.integers(1, 200), changes, st.integers(0, 21))
def test_no_deadline_comes_earlier_or_at_night_and_no_absence_is_overdrawn(
    counts: str, hours: int, changed: list[tuple[OwnTime, int, bool]], limit: int
) -> None:
    match, seat = a_match(counts, hours * HOUR, absence_days=limit), a_seat(bank_left=5 * HOUR)
    ask, at = asked(match, seat, changed[0][0]), MONDAY
    for own, passed, paused in changed:
        before, at = ask.due_at, at + timedelta(hours=passed)
        if before is None or before <= at:
            return
        if paused:
            with patch.object(deadlines, "now", lambda at=at: at + timedelta(hours=30)):
                deadlines.go_on_after_pause(ask, match, seat, own, at)
            at += timedelta(hours=30)
        else:
            deadlines.renew(ask, match, seat, own, at)

        assert ask.due_at
        assert ask.due_at >= before
        assert not is_at_night(own, ask.due_at)
        assert len(seat.days_away) <= limit
        assert deadlines.half_time(ask) <= deadlines.last_fifth_begins(ask) <= ask.due_at
