"""How long the players thought, from the times of the record's steps."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from app.services.books.story import time_of
from engine.record import Moment


class ThinkingTime(NamedTuple):
    """Thinking times of one seat, in seconds. In games with sealed answers, `seat` is None and means all."""

    seat: int | None
    answers: int
    together: int
    usual: int
    longest: int
    longest_step: int


def thinking_times(moments: Sequence[Moment], seats: int, sealed: bool) -> list[ThinkingTime]:
    """The time between two steps belongs to the seat that made the second one.

    Answers that no person gave, of bots and plans, take nobody's time.
    """
    times: dict[int | None, list[tuple[timedelta, int]]] = {}
    for before, moment in pairwise(moments):
        orders, by = moment.line.get("orders", {}), moment.line.get("by", {})
        people = [int(seat) for seat in orders if seat not in by]
        if people:
            seat = None if sealed else people[0]
            times.setdefault(seat, []).append((time_of(moment) - time_of(before), moment.step))
    rows = [None] if sealed else list(range(1, seats + 1))
    return [_thinking_time(seat, times[seat]) for seat in rows if seat in times]


def _thinking_time(seat: int | None, times: list[tuple[timedelta, int]]) -> ThinkingTime:
    seconds_of_steps = [max(0, int(time.total_seconds())) for time, _ in times]
    longest = max(seconds_of_steps)
    step = times[seconds_of_steps.index(longest)][1]
    total, usual = sum(seconds_of_steps), int(median(seconds_of_steps))
    return ThinkingTime(seat, len(seconds_of_steps), total, usual, longest, step)
