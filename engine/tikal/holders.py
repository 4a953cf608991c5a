"""Whose a temple is, and was before some events: the seat that is stronger there than everybody else."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.game import Event, View
from engine.tikal.pieces import LEADER_STRENGTH

Strengths = Counter[tuple[str, int]]  # by hex and seat


class Change(NamedTuple):
    place: str
    before: int  # a seat, or 0
    after: int


def changes_of_hands(view: View, events: Sequence[Event]) -> Iterator[Change]:
    """`view`: after these events. Only what their members have changed; a guard is told by its own event."""
    now = _strengths(view)
    then = _before(now, events)
    seats = range(1, len(view["seats"]) + 1)
    for place in dict.fromkeys(_touched(events)):
        here = view["board"].get(place)
        if here and here["kind"] == "temple" and not here["guard"]:
            before, after = (_holder(place, strengths, seats) for strengths in (then, now))
            if before != after:
                yield Change(place, before, after)


def _strengths(view: View) -> Strengths:
    strengths: Strengths = Counter()
    for seat, own in enumerate(view["seats"], 1):
        for place, workers in own["workers"].items():
            strengths[place, seat] += workers
        strengths[own["leader"], seat] += LEADER_STRENGTH
    return strengths


def _before(now: Strengths, events: Iterable[Event]) -> Strengths:
    then = now.copy()
    for event in events:
        kind = event["event"]
        if kind in ("moved", "entered"):
            came = event["workers"] + LEADER_STRENGTH * bool(event["leader"])
            then[event["way"][-1] if kind == "moved" else event["place"], event["seat"]] -= came
            if kind == "moved":
                then[event["way"][0], event["seat"]] += came
    return then


def _touched(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        if event["event"] == "moved":
            yield from (event["way"][0], event["way"][-1])
        elif event["event"] == "entered":
            yield event["place"]


def _holder(place: str, strengths: Strengths, seats: Iterable[int]) -> int:
    """The strongest seat; 0 if nobody is there, or two are equally strong."""
    ranking = sorted(((strengths[place, seat], seat) for seat in seats), reverse=True)
    best: tuple[Any, int] = ranking[0]
    return best[1] if best[0] > 0 and (len(ranking) < 2 or best[0] > ranking[1][0]) else 0
