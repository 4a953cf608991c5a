"""Hours that count: adding so much of a player's own time to a moment, and taking it away. Pure.

A day of play begins with its first waking hour, and may end after midnight. What is added ends at the last
moment that has as much time before it: so a time that would end with the day ends when the next one begins.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
NOTHING = timedelta(0)


class Span(NamedTuple):
    begins: datetime
    ends: datetime


@dataclass(frozen=True)
class Hours:
    """The hours of one player that count. Without waking hours, all hours of a day do."""

    zone: str = "UTC"
    wakes: int | None = None
    sleeps: int | None = None
    free: frozenset[int] = frozenset()  # days of the week, Monday is 0
    away: frozenset[date] = frozenset()

    def day_of(self, at: datetime) -> date:
        return at.astimezone(ZoneInfo(self.zone)).date()

    def after(self, at: datetime, time: timedelta) -> datetime:
        """When as much time has passed since `at`; never in the night."""
        for begins, ends in self._spans_from(at):
            if time < ends - begins:
                return begins + time
            time -= ends - begins
        raise AssertionError("days do not end")

    def before(self, at: datetime, time: timedelta) -> datetime:
        """The last moment that has as much time between it and `at`, or a whole day's begin."""
        for begins, ends in self._spans_back_from(at):
            if time <= ends - begins:
                return ends - time
            time -= ends - begins
        raise AssertionError("days do not begin")

    def between(self, one: datetime, other: datetime) -> timedelta:
        """How much time has passed from one moment to the other."""
        passed = NOTHING
        for begins, ends in self._spans_from(one):
            if begins >= other:
                return passed
            passed += min(ends, other) - begins
        raise AssertionError("days do not end")

    def is_night(self, at: datetime) -> bool:
        begins, _ = next(self._spans_from(at))
        return begins > at

    # --- Days ---

    def _spans_from(self, at: datetime) -> Iterator[Span]:
        """The times that count, from a moment on."""
        day, last = self.day_of(at) - DAY, at
        while True:
            span = self.span_of(day)
            if span and span.ends > last:
                last = span.ends
                yield Span(max(span.begins, at), span.ends)
            day += DAY

    def _spans_back_from(self, at: datetime) -> Iterator[Span]:
        day = self.day_of(at) + DAY
        while True:
            span = self.span_of(day)
            if span and span.begins < at:
                yield Span(span.begins, min(span.ends, at))
            day -= DAY

    def span_of(self, day: date) -> Span | None:
        """The time of one day that counts, if any does."""
        if day.weekday() in self.free or day in self.away:
            return None
        begins = self._moment(day, self.wakes or 0)
        if self.day_of(begins) != day:  # a day that the zone has left out, at the date line
            return None
        if self.wakes is None or self.sleeps is None or self.wakes == self.sleeps:
            return Span(begins, self._moment(self._next(day), self.wakes or 0))
        over_midnight = self.sleeps < self.wakes
        ends = self._moment(self._next(day) if over_midnight else day, self.sleeps)
        return Span(begins, ends)

    def _next(self, day: date) -> date:
        """The next day that the zone has."""
        following = day + DAY
        return following if self.day_of(self._moment(following, 0)) == following else following + DAY

    def _moment(self, day: date, hour: int) -> datetime:
        # An hour that exists twice means the first of the two; one that is skipped, the end of the jump.
        return datetime.combine(day, time(hour), ZoneInfo(self.zone)).astimezone(UTC)
