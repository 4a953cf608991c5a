"""The score track: a bar for every seat, from 0 to its score."""

from collections.abc import Sequence

from engine.emblems import DARK, RIM, WORDS, look, panel
from engine.game import Event, View
from engine.svg import group, group_at, middle, number, path, rect, text, use
from engine.tikal.draw.ruins import member

_LEFT, _LONG, _LANE = 34, 670, 27


def track(view: View, events: Sequence[Event]) -> tuple[str, float]:
    scores = [own["score"] for own in view["seats"]]
    top = max(100, -(-max(scores) // 20) * 20)
    lanes = [_lane(seat, score, _points_gained(seat, events), top) for seat, score in enumerate(scores, 1)]
    height = 40 + _LANE * len(lanes)
    return group(group_at(12, 0, panel(776, height)), *_ruler(top, _LANE * len(lanes)), *lanes), height + 10


def _points_gained(seat: int, events: Sequence[Event]) -> int:
    scored = [event for event in events if event["event"] == "scored" and event["seat"] == seat]
    return sum(event["treasures"] + sum(event["temples"].values()) for event in scored)


def _x(score: int, top: int) -> float:
    return _LEFT + _LONG * score / top


def _ruler(top: int, deep: float) -> list[str]:
    tens = range(0, top + 1, 10 if top <= 120 else 20)
    lines = "".join([f"M{number(_x(n, top))} 8v{number(deep + 4)}" for n in tens])
    figures = [middle(_x(n, top), deep + 30, 18, str(n), fill=WORDS) for n in tens]
    return [path(lines, stroke=RIM, stroke_width=1.5), *figures]


def _lane(seat: int, score: int, gained: int, top: int) -> str:
    """A seat's bar. Its pale end is what the last step has brought."""
    start, end = _LEFT, _x(score, top)
    before = _x(max(score - gained, 0), top)
    bar = rect(start, -5, end - start, 10, fill=look(seat).fill, stroke=DARK, stroke_width=1.2)
    new = rect(before, -3, end - before, 6, fill="#ffffff", fill_opacity=0.75) if gained else ""
    data = {"data_scored": seat, "data_score": score}
    figure = text(
        end + 19, 7, 20, f"{score} (+{gained})" if gained else str(score), fill=WORDS, font_weight="bold"
    )
    return group_at(0, _LANE * seat - 5, bar, new, use(member(seat, False), end), figure, **data)
