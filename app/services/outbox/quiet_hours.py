"""A player's hours in local time: when they want no letters, and when their digest comes.

With daylight saving time, clocks jump twice a year: nothing waits for an hour that does not exist, and an
hour that exists twice counts once.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.models import Player

QUARTER = timedelta(minutes=15)  # the offsets of all time zones of today are multiples of it
LONGEST_QUIET = 2 * 96  # quarters, two days: a jump of the clock may skip the one hour that is not quiet


def is_quiet(player: Player, at: datetime) -> bool:
    """Quiet hours may go over midnight. If both are equal, or one is missing, it is never quiet."""
    begin, end = player.quiet_from, player.quiet_to
    if begin is None or end is None or begin == end:
        return False
    hour = at.astimezone(ZoneInfo(player.zone)).hour
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def quiet_ends(player: Player, at: datetime) -> datetime:
    """When the quiet hours around `at` end; `at` itself if it is not quiet then."""
    moment = at
    for _ in range(LONGEST_QUIET):
        if not is_quiet(player, moment):
            break
        moment = _start_of_quarter(moment) + QUARTER
    return moment


def quiet_began(player: Player, at: datetime) -> datetime:
    """When the quiet hours around `at` began."""
    quarter = _start_of_quarter(at)
    for _ in range(LONGEST_QUIET):
        if not is_quiet(player, quarter - QUARTER):
            break
        quarter -= QUARTER
    return quarter


def next_digest(player: Player, after: datetime) -> tuple[date, datetime]:
    """The day of the next digest, of which each day has one, and when it comes: never in quiet hours."""
    zone = ZoneInfo(player.zone)
    day = after.astimezone(zone).date() - timedelta(days=1)
    while (at := _digest_time(player, day, zone)) <= after:
        day += timedelta(days=1)
    return day, at


def _digest_time(player: Player, day: date, zone: ZoneInfo) -> datetime:
    # An hour that exists twice means the first of the two; one that is skipped comes as much after the jump.
    return quiet_ends(player, datetime.combine(day, time(player.digest_hour), zone).astimezone(UTC))


def _start_of_quarter(at: datetime) -> datetime:
    """The beginning of the quarter of an hour around `at`."""
    return at.replace(minute=at.minute // 15 * 15, second=0, microsecond=0)
