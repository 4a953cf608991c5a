"""The members on a hex: a plaque for each seat, side by side and in at most two rows."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from engine.emblems import DARK, INK, PALE
from engine.game import View
from engine.svg import group, group_at, rect, text, use
from engine.tikal.draw.people import figure

_APART = 3  # between two plaques
_LEGIBLE = 0.75  # two plaques side by side are not made smaller than this
_NAME = 36  # the room to the left, up to the hex's name


class Row(NamedTuple):
    y: float
    largest: float  # the greatest scale
    reach: float  # the room to either side, if no stones are in the way


_ROWS = {0: (), 1: (Row(23.5, 1.15, 37),), 2: (Row(-0.5, 0.95, 40), Row(26.5, 0.95, 35))}


class Plaque(NamedTuple):
    width: float
    svg: str
    leader: bool


def rows_of(view: View, name: str) -> list[list[Plaque]]:
    """The plaques in one row, or in two if they would be too small in one."""
    plaques = [plaque(seat, *counts) for seat, counts in counts_by_seat(view, name)]
    stones = view["board"][name]["stones"]
    if len(plaques) < 2 or (len(plaques) == 2 and _scale(plaques, _ROWS[1][0], stones) > _LEGIBLE):
        return [plaques] if plaques else []
    first = (len(plaques) + 1) // 2
    return [plaques[:first], plaques[first:]]


def counts_by_seat(view: View, name: str) -> list[tuple[int, tuple[int, bool]]]:
    """The seats with members on the hex: how many workers, and whether the leader."""
    seats = enumerate(view["seats"], 1)
    counts = [(seat, _counts(expedition, name)) for seat, expedition in seats]
    return [(seat, (workers, leader)) for seat, (workers, leader) in counts if workers or leader]


def _counts(expedition: Mapping[str, Any], name: str) -> tuple[int, bool]:
    return expedition["workers"].get(name, 0), expedition["leader"] == name


@lru_cache(256)
def plaque(seat: int, workers: int, leader: bool) -> Plaque:
    """A worker or the leader of the seat, and the number of its workers."""
    data: dict[str, str | float] = {"data_seat": seat, "data_workers": workers, "data_leader": int(leader)}
    token = use(figure(seat, leader), 15 if leader else 13, 0, 0.95)
    if not workers:
        return Plaque(30, group(token, **data), leader)
    start = 30 if leader else 26
    figures = f"+{workers}" if leader else str(workers)
    wide = start + 3 + 13 * len(figures)
    paper = rect(0, -12.5, wide, 25, rx=6, fill=PALE, stroke=DARK, stroke_width=1.4)
    count = text(start, 7.5, 21.5, figures, font_weight="bold", fill=INK)
    return Plaque(wide, group(paper, token, count, **data), leader)


def draw_rows(rows: list[list[Plaque]], stones: Sequence[int]) -> str:
    return "".join([_row(row, where, stones) for row, where in zip(rows, _ROWS[len(rows)], strict=True)])


def _total_width(plaques: list[Plaque]) -> float:
    return sum(one.width for one in plaques) + _APART * (len(plaques) - 1)


def _row(plaques: list[Plaque], row: Row, stones: Sequence[int]) -> str:
    places, x = [], -_total_width(plaques) / 2
    for one in plaques:
        places.append(group_at(x, 0, one.svg))
        x += one.width + _APART
    scale = _scale(plaques, row, stones)
    half, (left, right) = scale * _total_width(plaques) / 2, _room(row, stones)
    # If there are stones on one side only, the row moves away from them, but no further than it must.
    return group_at(max(min(2, right - half), half - left), row.y, *places, scale=scale)


def _scale(plaques: list[Plaque], row: Row, stones: Sequence[int]) -> float:
    return min(row.largest, sum(_room(row, stones)) / _total_width(plaques))


def _room(row: Row, stones: Sequence[int]) -> tuple[float, float]:
    return min(_NAME, _reach(row, stones[4])), _reach(row, stones[2])


def _reach(row: Row, stones: int) -> float:
    """How far the row may go towards a lower side of the hex."""
    foot = row.y + 11
    return min(row.reach, (39.2 - foot / 2) / 0.866) if stones else row.reach
