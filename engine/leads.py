"""Finds who was ahead, and when that changed: what chronicles tell of the points of any game."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.chronicle import TurningPoint
from engine.speech import Speech, join_list


class Span(NamedTuple):
    """A round in which points are counted: its last step, and the points of all seats before and after it."""

    step: int
    before: Sequence[int]
    after: Sequence[int]
    name: str


class Swing(NamedTuple):
    """In a span, `to` overtakes `before`."""

    span: int
    before: int
    to: int
    behind: int  # how much `to` had been behind
    ahead: int  # how much it is ahead of `before` now


def leaders(points: Sequence[int]) -> list[int]:
    best = max(points)
    return [seat for seat, each in enumerate(points, 1) if each == best]


def largest_swing(spans: Sequence[Span]) -> Swing | None:
    """The largest change of the lead, from before one of the spans to after it."""
    swings = []
    for number, (_, old, new, _) in enumerate(spans):
        first, now = leaders(old), leaders(new)
        if len(now) > 1 or now[0] in first or not any(old):
            continue
        other, to = first[0] - 1, now[0] - 1
        swings.append(Swing(number, other + 1, to + 1, old[other] - old[to], new[to] - new[other]))
    return max(swings, key=lambda swing: (swing.behind + swing.ahead, swing.span), default=None)


def lead_of_the_winner(spans: Sequence[Span]) -> tuple[int, int] | None:
    """The span after which one seat alone was ahead each time up to the end, and that seat."""
    ahead = [leaders(span.after) for span in spans]
    if not ahead or len(ahead[-1]) > 1:
        return None
    number = len(ahead) - 1
    while number and ahead[number - 1] == ahead[-1]:
        number -= 1
    return number, ahead[-1][0]


def lead_told(spans: Sequence[Span], names: Sequence[str], speech: Speech) -> list[TurningPoint]:
    gettext, told = speech.gettext, []
    swing = largest_swing(spans)
    if swing:
        text = gettext(
            "Before it, {before} is {behind} ahead of {to}; after it, {to} is {ahead} ahead of {before}."
        )
        values = {"before": names[swing.before - 1], "to": names[swing.to - 1]}
        text = text.format(behind=swing.behind, ahead=swing.ahead, **values)
        title = gettext("The largest change of the lead: {moment}")
        told.append(_point(spans[swing.span], title, text))
    decided = lead_of_the_winner(spans)
    if decided and decided[0] and not (swing and swing.span == decided[0]):
        number, seat = decided
        text = gettext("From here on, {name} is ahead of everybody whenever points are counted.")
        title = gettext("What decided it: {moment}")
        told.append(_point(spans[number], title, text.format(name=names[seat - 1])))
    return told


def _point(span: Span, title: str, text: str) -> TurningPoint:
    return TurningPoint(span.step, title.format(moment=span.name), text, span.step)


def standing_told(points: Sequence[int], names: Sequence[str], number: int, speech: Speech) -> str:
    """How things stand, in one of several ways."""
    ahead = leaders(points)
    best, rest = max(points), [each for seat, each in enumerate(points, 1) if seat not in ahead]
    if len(ahead) == len(points):
        sentence = speech.ngettext(
            "Everybody is level, with {points} point.", "Everybody is level, with {points} points.", best
        )
        return sentence.format(points=best)
    if len(ahead) > 1:
        who = join_list([names[seat - 1] for seat in ahead], speech)
        sentence = speech.ngettext(
            "{names} share the lead with {points} point.",
            "{names} share the lead with {points} points.",
            best,
        )
        return sentence.format(names=who, points=best)
    gap = best - max(rest)
    second = names[
        [each if seat not in ahead else -1 for seat, each in enumerate(points, 1)].index(max(rest))
    ]
    ways = (
        speech.ngettext(
            "{name} is ahead; {second} is {gap} point behind.",
            "{name} is ahead; {second} is {gap} points behind.",
            gap,
        ),
        speech.ngettext(
            "The one to catch is {name}: {second} needs {gap} more point for that.",
            "The one to catch is {name}: {second} needs {gap} more points for that.",
            gap,
        ),
        speech.ngettext(
            "First comes {name}, then {second}, with {gap} point between them.",
            "First comes {name}, then {second}, with {gap} points between them.",
            gap,
        ),
    )
    return ways[number % len(ways)].format(name=names[ahead[0] - 1], second=second, gap=gap)
