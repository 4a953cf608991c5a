"""Draws who held what over time: a row for each place, with a bar for each time that somebody held it."""

from collections.abc import Callable, Sequence
from itertools import groupby

from app.printing.charts import PREFIX, WIDTH, picture_of
from engine.chronicle import Lane, Milestone
from engine.emblems import DARK, FAINT, INK, RIM, look
from engine.speech import seat_letter
from engine.svg import group, middle, number, path, rect, text, use

_LEFT, _TOP, _ROW, _BAR = 78, 30, 30, 22
_RIGHT = 14
_ROOM_FOR_A_TOKEN = 24


def chart_of_lanes(
    lanes: Sequence[Lane], marks: Sequence[Milestone], names: Sequence[str], title: str
) -> str:
    """`marks` are at rows of `held`. Each bar has the seat's colour and its token."""
    steps = max(1, max(len(lane.held) for lane in lanes))
    foot = _TOP + _ROW * len(lanes)

    def x(at: float) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * at / steps, 1)

    lines = [
        path(f"M{number(x(mark.at + 1))} {_TOP - 6}V{foot}", stroke=FAINT, stroke_dasharray="1 4")
        for mark in marks
    ]
    heads = [middle(min(x(mark.at + 1), WIDTH - 40), 16, 14, mark.name, fill=INK) for mark in marks]
    rows = [_lane(lane, _TOP + _ROW * n, x) for n, lane in enumerate(lanes)]
    legend, high = _legend(names, foot + 16)
    return picture_of(high, title, _in_words(lanes, names), group(*lines, *heads, *rows) + legend, len(names))


def _lane(lane: Lane, top: int, x: Callable[[float], float]) -> str:
    middle_of = top + _ROW / 2
    pieces = [
        text(4, middle_of + 5, 15, lane.name, font_weight="bold", fill=INK),
        path(f"M{_LEFT} {number(middle_of)}H{WIDTH - _RIGHT}", stroke=RIM, stroke_width=1),
    ]
    at = 0
    for seat, group_ in groupby(lane.held):
        long = len(list(group_))
        if seat:
            left, wide = x(at), x(at + long) - x(at)
            pieces.append(
                rect(left, middle_of - _BAR / 2, round(wide, 1), _BAR, fill=look(seat).fill, stroke=DARK)
            )
            if wide >= _ROOM_FOR_A_TOKEN:
                pieces.append(
                    use(f"{PREFIX}-{seat_letter(seat)}", round(left + wide / 2, 1), middle_of, 0.68)
                )
        at += long
    return group(*pieces)


def _legend(names: Sequence[str], top: float) -> tuple[str, float]:
    """The names beside their tokens, in as many rows as they need; and where the picture ends."""
    pieces, at, y = [], 16.0, top + 8
    for seat, name in enumerate(names, 1):
        wide = 40 + 9 * min(len(name), 24)
        if at + wide > WIDTH:
            at, y = 16.0, y + 28
        pieces.append(use(f"{PREFIX}-{seat_letter(seat)}", at, y, 0.8))
        pieces.append(text(at + 18, y + 5, 15, name if len(name) <= 24 else f"{name[:23]}…", fill=INK))
        at += wide
    return group(*pieces), y + 18


def _in_words(lanes: Sequence[Lane], names: Sequence[str]) -> str:
    """By place, those who held it, one after another."""
    return " ".join(
        f"{lane.name}: {', '.join(names[seat - 1] for seat, _ in groupby(lane.held) if seat)}."
        for lane in lanes
    )
