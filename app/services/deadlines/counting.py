"""What a clock counts for one seat: every hour, or its player's own; and how much absence is left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import islice
from typing import NamedTuple

from app.models import Match, Player, Seat
from app.services.deadlines.hours import DAY, NOTHING, Hours

# A time shorter than this could be over before somebody wakes up, so it does not run at night.
SHORT = timedelta(hours=12)
EVERY, OWN = "every", "own"


class OwnTime(NamedTuple):
    """What a player has said about their own time, as it is in the database."""

    zone: str = "UTC"
    wakes: int | None = None
    sleeps: int | None = None
    free_days: Sequence[int] = ()
    absences: Sequence[Sequence[str]] = ()  # from a day to a day; "" for the last: until they are back


def own_time_of(player: Player) -> OwnTime:
    return OwnTime(player.zone, player.wakes, player.sleeps, player.free_days, player.absences)


@dataclass(frozen=True)
class Counting:
    """Adds time to a moment, and measures it, as one seat's clock does."""

    counted: Hours | None = None  # None: every hour counts
    nights: Hours | None = None  # no deadline falls into them
    away: tuple[date, ...] = field(default=())  # days that the clock leaves out, of those for which it may

    @property
    def is_plain(self) -> bool:
        return self.counted is None and self.nights is None

    def after(self, at: datetime, time: timedelta) -> datetime:
        if self.counted:
            return self.counted.after(at, time)
        return self.nights.after(at + time, NOTHING) if self.nights else at + time

    def before(self, at: datetime, time: timedelta) -> datetime:
        if self.counted:
            return self.counted.before(at, time)
        return self.nights.after(at - time, NOTHING) if self.nights else at - time

    def between(self, one: datetime, other: datetime) -> timedelta:
        return self.counted.between(one, other) if self.counted else other - one

    def days_left_out(self, one: datetime, other: datetime) -> list[str]:
        """The days of absence between two moments, for which the clock has stopped."""
        if not self.counted:
            return []
        first, last = self.counted.day_of(one), self.counted.day_of(other)
        return [day.isoformat() for day in self.away if first <= day <= last]


PLAIN = Counting()


def counting_of(match: Match, seat: Seat, own: OwnTime | None, at: datetime) -> Counting:
    """`at`: from when on the player's absences count; those before are over or have been paid for."""
    if not own or seat.bot or match.ask_seconds is None:
        return PLAIN
    nights = Hours(own.zone, own.wakes, own.sleeps) if own.wakes is not None else None
    if match.counts == EVERY:
        is_short = match.ask_seconds < SHORT.total_seconds()
        return Counting(nights if is_short else None, nights)
    away = days_away(match, seat, own, Hours(own.zone).day_of(at))
    free = frozenset(own.free_days)
    return Counting(Hours(own.zone, own.wakes, own.sleeps, free, frozenset(away)), nights, away)


def days_away(match: Match, seat: Seat, own: OwnTime, today: date) -> tuple[date, ...]:
    """The days that a seat's clock leaves out: those that it has left out before, and as many as are left."""
    used = {date.fromisoformat(day) for day in seat.days_away}
    more = (day for day in days_of(own.absences, today) if day not in used)
    new = islice((day for day in more if day.weekday() not in own.free_days), left_of(match, seat))
    return tuple(sorted({*used, *new}))


def left_of(match: Match, seat: Seat) -> int:
    return max(0, match.absence_days - len(seat.days_away))


def days_of(absences: Sequence[Sequence[str]], today: date) -> Iterator[date]:
    """The days of absences from today on, in their order. One without an end has endless days."""
    last = today - DAY
    for begins, ends in sorted((begins, ends) for begins, ends in absences):
        day = max(last + DAY, date.fromisoformat(begins))
        while not ends or day <= date.fromisoformat(ends):
            yield day
            last, day = day, day + DAY
