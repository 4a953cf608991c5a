"""A person's hours by the clock on the wall, also where and when that jumps."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models import Player
from app.services.outbox.quiet_hours import is_quiet, next_digest, quiet_began, quiet_ends
from tests.app.services.outbox.wall_clock import hours, moments, wall, warsaw

HOUR = timedelta(hours=1)
ZONES = [
    "Europe/Warsaw",
    "Asia/Kolkata",  # half past
    "Asia/Kathmandu",  # a quarter to
    "Australia/Lord_Howe",  # jumps by half an hour
    "America/Nuuk",  # jumps over midnight
    "Antarctica/Troll",  # jumps by two hours
    "Pacific/Kiritimati",
]


def somebody(zone: str = "Europe/Warsaw", **wishes: Any) -> Player:
    return Player(email="ana@example.org", zone=zone, **wishes)


# --- Quiet ---


@pytest.mark.parametrize(
    ("begin", "end", "quiet"),
    [
        (22, 7, {22, 23, 0, 1, 2, 3, 4, 5, 6}),
        (13, 15, {13, 14}),
        (23, 0, {23}),
        (0, 1, {0}),
        (9, 9, set[int]()),
        (None, 7, set[int]()),
        (22, None, set[int]()),
    ],
)
def test_quiet_is_from_the_one_hour_to_the_other(begin: int | None, end: int | None, quiet: set[int]) -> None:
    who = somebody(quiet_from=begin, quiet_to=end)

    assert {hour for hour in range(24) if is_quiet(who, warsaw(f"2026-11-18 {hour:02}:30"))} == quiet


def test_quiet_ends_to_the_minute_of_the_hour() -> None:
    who = somebody(quiet_from=22, quiet_to=7)

    assert quiet_ends(who, warsaw("2026-11-18 21:59:59")) == warsaw("2026-11-18 21:59:59")
    assert quiet_ends(who, warsaw("2026-11-18 22:00")) == warsaw("2026-11-19 07:00")
    assert quiet_ends(who, warsaw("2026-11-19 06:59:59")) == warsaw("2026-11-19 07:00")
    assert quiet_began(who, warsaw("2026-11-19 06:59:59")) == warsaw("2026-11-18 22:00")


@pytest.mark.parametrize("year", [2026, 2027])
def test_in_march_an_end_that_does_not_exist_is_when_the_clock_has_jumped(year: int) -> None:
    day = {2026: "2026-03-29", 2027: "2027-03-28"}[year]  # 1:59 is followed by 3:00
    who = somebody(quiet_from=22, quiet_to=2)

    assert quiet_ends(who, warsaw(f"{day} 01:30")) == warsaw(f"{day} 03:00")
    assert warsaw(f"{day} 03:00") - warsaw(f"{day} 01:30") == timedelta(minutes=30)


@pytest.mark.parametrize("year", [2026, 2027])
def test_in_october_quiet_lasts_while_the_wall_says_so(year: int) -> None:
    day = {2026: "2026-10-25", 2027: "2027-10-31"}[year]  # 2:00 to 3:00 is twice
    who = somebody(quiet_from=22, quiet_to=3)

    for fold in (0, 1):
        assert quiet_ends(who, warsaw(f"{day} 02:30", fold)) == warsaw(f"{day} 03:00")
    assert warsaw(f"{day} 03:00") - warsaw(f"{day} 02:30") == timedelta(minutes=90)


def test_half_hours_count_in_zones_of_half_hours() -> None:
    who = somebody("Asia/Kolkata", quiet_from=22, quiet_to=7)

    assert quiet_ends(who, wall("Asia/Kolkata", "2026-11-18 23:10")) == datetime(
        2026, 11, 19, 1, 30, tzinfo=UTC
    )


def test_where_the_clock_jumps_by_half_an_hour() -> None:
    who = somebody("Australia/Lord_Howe", quiet_from=22, quiet_to=2)

    # 1:59 is followed by 2:30.
    assert quiet_ends(who, wall("Australia/Lord_Howe", "2026-10-04 01:40")) == wall(
        "Australia/Lord_Howe", "2026-10-04 02:30"
    )


@given(st.sampled_from(ZONES), hours, hours, moments)
def test_quiet_has_a_beginning_and_an_end(zone: str, begin: int, end: int, at: datetime) -> None:
    who = somebody(zone, quiet_from=begin, quiet_to=end)
    ends = quiet_ends(who, at)

    assert not is_quiet(who, ends)
    assert ends - at < 26 * HOUR
    if is_quiet(who, at):
        began = quiet_began(who, at)
        assert began <= at < ends
        assert is_quiet(who, began)
        assert not is_quiet(who, began - timedelta(seconds=1))
        assert is_quiet(who, ends - timedelta(seconds=1))


def test_all_zones_are_whole_quarters_away() -> None:
    for zone in available_timezones():
        away = datetime(2027, 1, 1, tzinfo=ZoneInfo(zone)).utcoffset()
        assert away is not None
        assert away.total_seconds() % 900 == 0, zone


# --- The digest ---


def digests(who: Player, after: datetime, days: int) -> list[datetime]:
    found = list[datetime]()
    while len(found) < days:
        found.append(next_digest(who, found[-1] if found else after)[1])
    return found


def test_the_digest_comes_at_its_hour_every_day() -> None:
    who = somebody(digest_hour=8)

    assert next_digest(who, warsaw("2026-11-18 07:59:59"))[1] == warsaw("2026-11-18 08:00")
    assert next_digest(who, warsaw("2026-11-18 08:00"))[1] == warsaw("2026-11-19 08:00")


@pytest.mark.parametrize("eve", ["2026-03-28", "2027-03-27"])
def test_in_march_the_digest_of_an_hour_that_does_not_exist_comes_after_the_jump(eve: str) -> None:
    who = somebody(digest_hour=2)
    first, second, third = digests(who, warsaw(f"{eve} 01:00"), 3)

    assert first == warsaw(f"{eve} 02:00")
    assert second - first == 24 * HOUR  # 3:00 by the clock on the wall
    assert third - second == 23 * HOUR


@pytest.mark.parametrize("eve", ["2026-10-24", "2027-10-30"])
def test_in_october_an_hour_that_exists_twice_has_one_digest(eve: str) -> None:
    who = somebody(digest_hour=2)
    first, second, third = digests(who, warsaw(f"{eve} 01:00"), 3)

    assert second - first == 24 * HOUR
    assert third - second == 25 * HOUR


def test_a_digest_in_quiet_hours_waits_for_their_end() -> None:
    who = somebody(digest_hour=6, quiet_from=22, quiet_to=7)

    assert next_digest(who, warsaw("2026-11-18 06:30"))[1] == warsaw("2026-11-18 07:00")


def test_a_digest_of_the_evening_before_may_still_come() -> None:
    who = somebody(digest_hour=23, quiet_from=22, quiet_to=7)

    assert next_digest(who, warsaw("2026-11-18 05:00"))[1] == warsaw("2026-11-18 07:00")


@given(st.sampled_from(ZONES), hours, moments)
def test_each_day_has_one_digest_and_no_day_is_left_out(zone: str, hour: int, at: datetime) -> None:
    who = somebody(zone, digest_hour=hour)
    day, first = next_digest(who, at)
    next_day, second = next_digest(who, first)

    assert first > at
    assert next_day - day == timedelta(days=1)
    assert timedelta(hours=21) < second - first < timedelta(hours=27)
    assert next_digest(who, first - timedelta(seconds=1)) == (day, first)
