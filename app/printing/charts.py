"""Draws charts as SVG: points over time, and where points came from. Numbers in, a picture out.

Every seat has a colour, dashes, a shape and a letter of its own. Any one of them is enough to recognize it,
so that a chart can also be read in black and white.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.chronicle import Milestone, PointSource
from engine.emblems import DARK, FAINT, INK, PALE, RIM, look, token
from engine.speech import seat_letter
from engine.svg import (
    element,
    escape_text,
    fitted_text,
    group,
    group_at,
    middle,
    number,
    path,
    rect,
    text,
    use,
    used_definitions,
)

PREFIX = "chart"
WIDTH = 800
_LEFT, _RIGHT, _TOP, _FOOT = 44, 190, 16, 40
_HEIGHT = 340
_STEP = 27  # between the names at the ends of lines
_DASHES = ("none", "11 4", "3 3", "11 4 3 4", "none", "11 4", "3 3", "11 4 3 4")
_ROW, _BAR = 42, 24
# Light and dark ones, and each with a hatching of its own.
_FILLS = ("#f0c75e", "#7fb7a3", "#b3541e", "#d9d2bf", "#5b6f9c")


def picture_of(height: float, title: str, words: str, inside: str, seats: int) -> str:
    tokens = {f"{PREFIX}-{seat_letter(seat)}": token(PREFIX, seat) for seat in range(1, seats + 1)}
    return element(
        "svg",
        element("title", escape_text(title)),
        element("desc", escape_text(words)),
        used_definitions(inside, tokens),
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        font_family="'Source Sans Pro', sans-serif",
    )


# --- Points over time ---


class _Scale(NamedTuple):
    low: int
    high: int
    last: int

    def x(self, at: float) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * at / max(1, self.last), 1)

    def y(self, points: float) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _FOOT) * (self.high - points) / (self.high - self.low), 1)


def chart_over_time(
    rows: Sequence[Sequence[int]], marks: Sequence[Milestone], names: Sequence[str], title: str, words: str
) -> str:
    """`rows`: the points of all seats after each step."""
    seats = len(names)
    every = [points for row in rows for points in row]
    step = _round_step(max(every) - min(every))
    low, high = min(0, min(every) // step * step), -(-max(*every, 1) // step) * step
    scale = _Scale(low, high, len(rows) - 1)
    lines = [_line(scale, [row[seat - 1] for row in rows], seat) for seat in range(1, seats + 1)]
    spots = [_tokens_on_line(scale, rows, marks, seat) for seat in range(1, seats + 1)]
    inside = _grid(scale, step) + _marks(scale, marks) + group(*lines) + group(*spots)
    return picture_of(_HEIGHT, title, words, inside + _names_at_ends(scale, rows[-1], names), seats)


def _round_step(span: int) -> int:
    """The distance between two lines of the grid: 1, 2, 5, 10 ..., so that a chart has about five to ten."""
    size = 1
    while span > 8 * size:
        size = size * 2 if str(size)[0] in "15" else size * 5 // 2
    return size


def _grid(scale: _Scale, step: int) -> str:
    lines = []
    for points in range(scale.low, scale.high + 1, step):
        y = scale.y(points)
        lines.append(path(f"M{_LEFT} {number(y)}H{WIDTH - _RIGHT}", stroke=RIM, stroke_width=1))
        lines.append(text(_LEFT - 8, y + 5, 15, str(points), text_anchor="end", fill=FAINT))
    return group(*lines)


def _marks(scale: _Scale, marks: Sequence[Milestone]) -> str:
    """A vertical line for each mark, and its name below if that does not touch the name before."""
    pieces, free = [], 0.0
    for mark in marks:
        x = scale.x(mark.at)
        pieces.append(
            path(
                f"M{number(x)} {_TOP}V{_HEIGHT - _FOOT}", stroke=FAINT, stroke_width=1, stroke_dasharray="1 4"
            )
        )
        wide = 8.0 * len(mark.name)
        if x - wide / 2 > free:
            pieces.append(middle(x, _HEIGHT - _FOOT + 22, 15, mark.name, fill=INK))
            free = x + wide / 2
    return group(*pieces)


def _line(scale: _Scale, row: Sequence[int], seat: int) -> str:
    """A line in steps, because points come at once. A dark edge keeps light colours visible on paper."""
    moves, last = [f"M{number(scale.x(0))} {number(scale.y(row[0]))}"], row[0]
    for at, points in enumerate(row):
        if points != last or at == len(row) - 1:
            moves.append(f"H{number(scale.x(at))}V{number(scale.y(points))}")
            last = points
    d, dashes = (
        "".join(moves),
        {"stroke_dasharray": _DASHES[seat - 1], "fill": "none", "stroke_linejoin": "round"},
    )
    edge = path(
        d, stroke=DARK, stroke_width=4.4, **{**dashes, "stroke_dasharray": "none"}, stroke_opacity=0.25
    )
    return edge + path(d, stroke=_line_colour(seat), stroke_width=2.6, **dashes)


def _line_colour(seat: int) -> str:
    """White would not be seen on paper."""
    fill = look(seat).fill
    return FAINT if fill.lower() == "#ffffff" else fill


def _tokens_on_line(
    scale: _Scale, rows: Sequence[Sequence[int]], marks: Sequence[Milestone], seat: int
) -> str:
    """The seat's token on its line, once between two marks. Each seat has a place of its own there."""
    pieces = []
    ends = [0, *[mark.at for mark in marks if 0 < mark.at < scale.last], scale.last]
    for n, (begin, end) in enumerate(pairwise(ends)):
        at = begin + round((end - begin) * (0.2 + 0.6 * (seat - 0.5) / len(rows[0])))
        if end - begin > 3 and (n or rows[at][seat - 1]):
            pieces.append(
                use(f"{PREFIX}-{seat_letter(seat)}", scale.x(at), scale.y(rows[at][seat - 1]), 0.72)
            )
    return group(*pieces)


def _names_at_ends(scale: _Scale, row: Sequence[int], names: Sequence[str]) -> str:
    """Token, points and name beside the end of each line, moved apart where lines end together."""
    order = sorted(range(len(row)), key=lambda n: (-row[n], n))
    wished = [scale.y(row[n]) for n in order]
    step = min(_STEP, (_HEIGHT - _FOOT - 16) / len(row))
    places = _move_apart(wished, step, 16, _HEIGHT - _FOOT)
    pieces = []
    for n, y in zip(order, places, strict=True):
        x = WIDTH - _RIGHT
        pieces.append(
            path(f"M{x} {number(scale.y(row[n]))}L{x + 14} {number(y)}", stroke=FAINT, stroke_width=1)
        )
        pieces.append(use(f"{PREFIX}-{seat_letter(n + 1)}", x + 28, y, 0.85))
        pieces.append(text(x + 45, y + 6, 17, str(row[n]), font_weight="bold", fill=INK))
        begin = x + 52 + 10 * len(str(row[n]))
        pieces.append(fitted_text(begin, y + 6, 16, names[n], WIDTH - begin - 2, fill=INK))
    return group(*pieces)


def _move_apart(wished: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """The places nearest to the wished ones, in the same order, and at least a step from one another."""
    places: list[float] = []
    for y in wished:
        places.append(max(y, places[-1] + step if places else low))
    limit = high
    for n in range(len(places) - 1, -1, -1):
        places[n] = min(places[n], limit)
        limit = places[n] - step
    return [round(y, 1) for y in places]


# --- Where points came from ---


def chart_by_source(sources: Sequence[PointSource], names: Sequence[str], title: str, words: str) -> str:
    """A bar for each seat. Each source has a shade and a hatching of its own, and its number of points."""
    seats = len(names)
    gains = [[max(0, source.points[n]) for source in sources] for n in range(seats)]
    longest = max(1, *map(sum, gains))
    per_point = (WIDTH - 210 - 70) / longest
    bars = [
        group_at(
            0,
            44 + _ROW * n,
            _bar(n + 1, gains[n], names[n], per_point, sum(row.points[n] for row in sources)),
        )
        for n in range(seats)
    ]
    return picture_of(50 + _ROW * seats, title, words, _legend(sources) + group(*bars), seats)


def _legend(sources: Sequence[PointSource]) -> str:
    pieces, x = [], 4.0
    for n, source in enumerate(sources):
        if max(source.points) > 0:
            pieces.append(_shade(x, 4, 26, 20, n))
            pieces.append(text(x + 34, 20, 17, source.name, fill=INK))
            x += 62 + 8.6 * len(source.name)
    return group(*pieces)


def _bar(seat: int, gains: Sequence[int], name: str, per_point: float, total: int) -> str:
    pieces = [use(f"{PREFIX}-{seat_letter(seat)}", 16, 15, 0.9), fitted_text(36, 21, 17, name, 160, fill=INK)]
    x = 205.0
    for n, gain in enumerate(gains):
        wide = gain * per_point
        if gain:
            pieces.append(_shade(x, 3, wide, _BAR, n))
        if wide > 12 + 9 * len(str(gain)):
            pieces.append(_number_on_bar(x + wide / 2, gain))
        x += wide
    pieces.append(text(x + 8, 21, 18, str(total), font_weight="bold", fill=INK))
    return group(*pieces)


def _number_on_bar(x: float, gain: int) -> str:
    """The number on a light ground, so that it can be read on every shade."""
    wide = 10 + 9 * len(str(gain))
    ground = rect(round(x - wide / 2, 1), 6.5, wide, 17, rx=3, fill=PALE)
    return ground + middle(round(x, 1), 20.5, 15.5, str(gain), font_weight="bold", fill=INK)


def _shade(x: float, y: float, wide: float, high: float, source: int) -> str:
    fill = _FILLS[source % len(_FILLS)]
    ground = rect(round(x, 1), y, round(wide, 1), high, fill=fill, stroke=DARK, stroke_width=1)
    return ground + _hatching(x, y, wide, high, source)


def _hatching(x: float, y: float, wide: float, high: float, source: int) -> str:
    """No lines, upright, level or both, to be told apart where all is grey."""
    lines = []
    if source % 4 in (1, 3):
        lines += [
            f"M{number(round(x + 6 * n, 1))} {number(y)}v{number(high)}" for n in range(1, -(-int(wide) // 6))
        ]
    if source % 4 in (2, 3):
        lines += [
            f"M{number(round(x, 1))} {number(y + 6 * n)}h{number(round(wide, 1))}"
            for n in range(1, int(high // 6) + 1)
        ]
    return path("".join(lines), stroke=DARK, stroke_width=0.7, stroke_opacity=0.45) if lines else ""


def seat_token(seat: int) -> str:
    """A seat's token as a picture of its own, for a line of text."""
    sign = f"{PREFIX}-{seat_letter(seat)}"
    inside = use(sign, 16, 16)
    view = {"viewBox": "0 0 32 32", "role": "img", "font_family": "'Source Sans Pro', sans-serif"}
    defined = used_definitions(inside, {sign: token(PREFIX, seat)})
    return element(
        "svg",
        element("title", seat_letter(seat)),
        defined,
        inside,
        xmlns="http://www.w3.org/2000/svg",
        **view,
    )
