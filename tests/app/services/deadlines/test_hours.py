"""Hours that count: sums and order are kept, and nothing ends in a night, whatever clocks and dates do."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.deadlines.hours import Hours

# Europe's and America's jumps, half an hour, a jump at midnight, and days left out at the date line.
ZONES = ("Europe/Prague", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Pacific/Apia")
HOUR = timedelta(hours=1)

days = st.dates(date(2011, 12, 1), date(2012, 12, 1))
moments = st.datetimes(datetime(2011, 11, 1), datetime(2012, 11, 30), timezones=st.just(UTC))
times = st.integers(0, 40 * 86400).map(lambda seconds: timedelta(seconds=seconds))


@st.composite
def hours(draw: st.DrawFn) -> Hours:
    wakes = draw(st.none() | st.integers(0, 23))
    sleeps = None if wakes is None else (wakes + draw(st.integers(6, 23))) % 24
    free = frozenset(draw(st.sets(st.integers(0, 6), max_size=5)))
    away = frozenset(draw(st.sets(days, max_size=20)))
    return Hours(draw(st.sampled_from(ZONES)), wakes, sleeps, free, away)


@given(hours(), moments, times)
def test_what_is_added_is_what_has_passed(own: Hours, at: datetime, time: timedelta) -> None:
    assert own.between(at, own.after(at, time)) == time


@given(hours(), moments, times)
def test_nothing_ends_in_a_night_or_on_a_day_that_does_not_count(
    own: Hours, at: datetime, time: timedelta
) -> None:
    ends = own.after(at, time)

    assert not own.is_night(ends)
    nights = Hours(own.zone, own.wakes, own.sleeps)
    assert not nights.is_night(ends)


@given(hours(), moments, moments, times, times)
def test_later_and_longer_never_ends_earlier(
    own: Hours, one: datetime, other: datetime, less: timedelta, more: timedelta
) -> None:
    early, late = sorted((one, other))
    short, long = sorted((less, more))

    assert own.after(early, short) <= own.after(late, long)


@given(hours(), moments, times, times)
def test_two_times_are_as_long_as_their_sum(
    own: Hours, at: datetime, first: timedelta, then: timedelta
) -> None:
    assert own.after(own.after(at, first), then) == own.after(at, first + then)


@given(hours(), moments, times)
def test_a_time_before_a_moment_has_as_much_between(own: Hours, at: datetime, time: timedelta) -> None:
    assert own.between(own.before(at, time), at) == time


@given(moments, times)
def test_without_hours_of_their_own_all_hours_count(at: datetime, time: timedelta) -> None:
    for zone in ZONES:
        assert Hours(zone).after(at, time) == at + time


def test_a_night_counts_for_nothing() -> None:
    own = Hours("Europe/Prague", 8, 22)

    assert own.after(datetime(2026, 11, 19, 19, tzinfo=UTC), 4 * HOUR) == datetime(
        2026, 11, 20, 9, tzinfo=UTC
    )


def test_what_would_end_with_the_day_ends_in_the_morning() -> None:
    own = Hours("Europe/Prague", 8, 22)

    assert own.after(datetime(2026, 11, 19, 19, tzinfo=UTC), 2 * HOUR) == datetime(
        2026, 11, 20, 7, tzinfo=UTC
    )


def test_an_evening_may_go_on_after_midnight() -> None:
    own = Hours("Europe/Prague", 10, 2, free=frozenset({6}))  # Sundays

    saturday_late = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)  # half past midnight in Prague
    assert own.after(saturday_late, HOUR) == datetime(2026, 11, 22, 0, 30, tzinfo=UTC)
    assert own.after(saturday_late, 2 * HOUR) == datetime(2026, 11, 23, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "ends"),
    [
        (date(2026, 3, 28), datetime(2026, 3, 29, 2, tzinfo=UTC)),  # an hour is left out: 4:00 is 2:00 UTC
        (date(2026, 10, 24), datetime(2026, 10, 25, 3, tzinfo=UTC)),  # and one comes twice: 4:00 is 3:00 UTC
    ],
)
def test_a_day_on_which_clocks_jump_has_the_hours_that_it_has(day: date, ends: datetime) -> None:
    span = Hours("Europe/Prague", 12, 4).span_of(day)

    assert span
    assert span.ends == ends


def test_a_day_left_out_at_the_date_line_gives_no_time() -> None:
    own = Hours("Pacific/Apia", 8, 20)  # there was no 30 December 2011

    assert own.span_of(date(2011, 12, 30)) is None
    assert own.after(datetime(2011, 12, 29, 18, tzinfo=UTC), 24 * HOUR) == datetime(
        2011, 12, 31, 18, tzinfo=UTC
    )
