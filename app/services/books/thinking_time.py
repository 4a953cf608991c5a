"""How long everybody thought, by the times of a record's steps."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from app.services.books.story import at
from engine.record import Moment


class Thought(NamedTuple):
    """Of one seat; of None, all together, where they choose at the same time. Times in seconds."""

    seat: int | None
    answers: int
    together: int
    usual: int
    longest: int
    longest_step: int


def thinking(moments: Sequence[Moment], seats: int, sealed: bool) -> list[Thought]:
    """From one step to the next is the time of who made it; what a bot or a plan answered took nobody's."""
    found: dict[int | None, list[tuple[timedelta, int]]] = {}
    for before, moment in pairwise(moments):
        people = [int(seat) for seat in moment.line["orders"] if seat not in moment.line.get("by", {})]
        if people:
            who = None if sealed else people[0]
            found.setdefault(who, []).append((at(moment) - at(before), moment.step))
    rows = [None] if sealed else list(range(1, seats + 1))
    return [_thought(seat, found[seat]) for seat in rows if seat in found]


def _thought(seat: int | None, times: list[tuple[timedelta, int]]) -> Thought:
    seconds = [max(0, int(time.total_seconds())) for time, _ in times]
    longest = max(seconds)
    step = times[seconds.index(longest)][1]
    return Thought(seat, len(seconds), sum(seconds), int(median(seconds)), longest, step)
