"""Draws who held what over time: a row for each place, with a bar for each time that somebody held it."""

from collections.abc import Callable, Sequence
from itertools import groupby

from app.printing.charts import PREFIX, WIDE, Sheet, legend, names_of_marks, picture_of
from engine.chronicle import Lane, Milestone
from engine.emblems import DARK, FAINT, INK, RIM, look
from engine.speech import seat_letter
from engine.svg import group, number, path, rect, text, use

_ROW, _BAR = 30, 22
_ABOVE = 14  # the names of marks, and a row of them
_RIGHT = 14
_TOKEN, _SMALL_TOKEN = 24, 17  # what they need of a bar


def chart_of_lanes(
    lanes: Sequence[Lane],
    marks: Sequence[Milestone],
    names: Sequence[str],
    title: str,
    sheet: Sheet = WIDE,
) -> str:
    """`marks` are at rows of `held`. Each bar has the seat's colour and its token."""
    steps = max(1, max(len(lane.held) for lane in lanes))
    left, top = 62 if sheet.narrow else 78, _ABOVE + 16 * sheet.rows
    foot = top + _ROW * len(lanes)

    def x(at: float) -> float:
        return round(left + (sheet.width - left - _RIGHT) * at / steps, 1)

    places = [(x(mark.at + 1), mark.name) for mark in marks]
    lines = [
        path(f"M{number(at)} {top - 6}V{foot}", stroke=FAINT, stroke_dasharray="1 4") for at, _ in places
    ]
    heads = names_of_marks(sheet, places, top - 14, 14, -16)
    rows = [_lane(lane, top + _ROW * n, x) for n, lane in enumerate(lanes)]
    named, high = legend(sheet, names, foot + 16)
    inside = group(*lines, heads, *rows) + named
    return picture_of(sheet, high, title, _in_words(lanes, names), inside, len(names))


def _lane(lane: Lane, top: int, x: Callable[[float], float]) -> str:
    middle_of = top + _ROW / 2
    pieces = [
        text(4, middle_of + 5, 15, lane.name, font_weight="bold", fill=INK),
        path(f"M{number(x(0))} {number(middle_of)}H{number(x(len(lane.held)))}", stroke=RIM, stroke_width=1),
    ]
    at = 0
    for seat, group_ in groupby(lane.held):
        long = len(list(group_))
        if seat:
            left, wide = x(at), round(x(at + long) - x(at), 1)
            pieces.append(rect(left, middle_of - _BAR / 2, wide, _BAR, fill=look(seat).fill, stroke=DARK))
            if wide >= _SMALL_TOKEN:
                size = 0.68 if wide >= _TOKEN else 0.5
                sign = f"{PREFIX}-{seat_letter(seat)}"
                pieces.append(use(sign, round(left + wide / 2, 1), middle_of, size))
        at += long
    return group(*pieces)


def _in_words(lanes: Sequence[Lane], names: Sequence[str]) -> str:
    """By place, those who held it, one after another."""
    return " ".join(
        f"{lane.name}: {', '.join(names[seat - 1] for seat, _ in groupby(lane.held) if seat)}."
        for lane in lanes
    )
