"""A person's hours, by the clock on the wall: when it is quiet, and when the digest comes.

Clocks jump twice a year: an hour that does not exist is not waited for, one that exists twice counts once.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.models import Player

QUARTER = timedelta(minutes=15)  # all zones of today are whole quarters of an hour away from UTC
LONGEST_QUIET = 2 * 96  # quarters: a jump of the clock may swallow the one hour of a day that is not quiet


def is_quiet(who: Player, at: datetime) -> bool:
    """From the one hour to the other, over midnight too; with equal or missing hours it is never quiet."""
    begin, end = who.quiet_from, who.quiet_to
    if begin is None or end is None or begin == end:
        return False
    hour = at.astimezone(ZoneInfo(who.zone)).hour
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def quiet_ends(who: Player, at: datetime) -> datetime:
    """When the quiet is over that it is then; the moment itself when it is not quiet."""
    moment = at
    for _ in range(LONGEST_QUIET):
        if not is_quiet(who, moment):
            break
        moment = _quarter(moment) + QUARTER
    return moment


def quiet_began(who: Player, at: datetime) -> datetime:
    """Of quiet that it is then."""
    quarter = _quarter(at)
    for _ in range(LONGEST_QUIET):
        if not is_quiet(who, quarter - QUARTER):
            break
        quarter -= QUARTER
    return quarter


def next_digest(who: Player, after: datetime) -> tuple[date, datetime]:
    """The day that it is for, one a day, and when it comes: not in quiet hours."""
    zone = ZoneInfo(who.zone)
    day = after.astimezone(zone).date() - timedelta(days=1)
    while (at := _digest_of(who, day, zone)) <= after:
        day += timedelta(days=1)
    return day, at


def _digest_of(who: Player, day: date, zone: ZoneInfo) -> datetime:
    # Of an hour that exists twice this is the first; one that does not exist is as far behind the jump.
    return quiet_ends(who, datetime.combine(day, time(who.digest_hour), zone).astimezone(UTC))


def _quarter(at: datetime) -> datetime:
    """The quarter of an hour that it is in."""
    return at.replace(minute=at.minute // 15 * 15, second=0, microsecond=0)
