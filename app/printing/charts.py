"""Draws points over time as SVG, and what all charts have in common. Numbers in, a picture out.

Every seat has a colour, dashes, a shape and a letter of its own. Any one of them is enough to recognize it,
so that a chart can also be read in black and white. Each chart is drawn for a page, and for a phone.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.chronicle import Milestone
from engine.emblems import DARK, FAINT, INK, RIM, look, token
from engine.speech import seat_letter
from engine.svg import (
    element,
    escape_text,
    fitted_text,
    group,
    middle,
    number,
    path,
    text,
    use,
    used_definitions,
)

PREFIX = "chart"
_TOP = 16
_STEP = 27  # between the names at the ends of lines
_DASHES = ("none", "11 4", "3 3", "11 4 3 4", "none", "11 4", "3 3", "11 4 3 4")
_LONGEST_NAME = 24  # in a legend


class Sheet(NamedTuple):
    """What a chart is drawn on."""

    width: int
    left: int  # for the points beside the lines
    right: int  # for what is at the ends of lines
    bottom: int  # of the lines
    rows: int  # for the names of marks
    narrow: bool  # players have their names above and below, and not beside


WIDE = Sheet(800, 44, 190, 300, 1, narrow=False)
NARROW = Sheet(320, 32, 66, 260, 2, narrow=True)


def picture_of(sheet: Sheet, height: float, title: str, words: str, inside: str, seats: int) -> str:
    tokens = {f"{PREFIX}-{seat_letter(seat)}": token(PREFIX, seat) for seat in range(1, seats + 1)}
    return element(
        "svg",
        element("title", escape_text(title)),
        element("desc", escape_text(words)),
        used_definitions(inside, tokens),
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {sheet.width} {number(height)}",
        role="img",
        font_family="'Source Sans Pro', sans-serif",
    )


def names_of_marks(
    sheet: Sheet, marks: Sequence[tuple[float, str]], y: float, size: float, step: float
) -> str:
    """Each in the first row in which it touches no other, and left out if there is none."""
    pieces, free = [], [0.0] * sheet.rows
    for place, name in marks:
        half = 0.27 * size * len(name)
        x = min(place, sheet.width - half)
        row = next((row for row, end in enumerate(free) if x - half > end), None)
        if row is not None:
            pieces.append(middle(x, y + row * step, size, name, fill=INK))
            free[row] = x + half
    return group(*pieces)


def legend(sheet: Sheet, names: Sequence[str], top: float) -> tuple[str, float]:
    """The names beside their tokens, in as many rows as they need; and where the picture ends."""
    pieces, at, y = [], 16.0, top + 8
    for seat, name in enumerate(names, 1):
        short = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
        wide = 40 + 9 * len(short)
        if at + wide > sheet.width and at > 16:
            at, y = 16.0, y + 28
        pieces.append(use(f"{PREFIX}-{seat_letter(seat)}", at, y, 0.8))
        pieces.append(text(at + 18, y + 5, 15, short, fill=INK))
        at += wide
    return group(*pieces), y + 18


# --- Points over time ---


class _Scale(NamedTuple):
    sheet: Sheet
    low: int
    high: int
    last: int

    @property
    def end(self) -> int:
        return self.sheet.width - self.sheet.right

    def x(self, at: float) -> float:
        return round(self.sheet.left + (self.end - self.sheet.left) * at / max(1, self.last), 1)

    def y(self, points: float) -> float:
        return round(_TOP + (self.sheet.bottom - _TOP) * (self.high - points) / (self.high - self.low), 1)


def chart_over_time(
    rows: Sequence[Sequence[int]],
    marks: Sequence[Milestone],
    names: Sequence[str],
    title: str,
    words: str,
    sheet: Sheet = WIDE,
) -> str:
    """`rows`: the points of all seats after each step."""
    seats = len(names)
    every = [points for row in rows for points in row]
    step = _round_step(max(every) - min(every))
    low, high = min(0, min(every) // step * step), -(-max(*every, 1) // step) * step
    scale = _Scale(sheet, low, high, len(rows) - 1)
    lines = [_line(scale, [row[seat - 1] for row in rows], seat) for seat in range(1, seats + 1)]
    spots = [_tokens_on_line(scale, rows, marks, seat) for seat in range(1, seats + 1)]
    inside = _grid(scale, step) + _marks(scale, marks) + group(*lines) + group(*spots)
    inside += _names_at_ends(scale, rows[-1], names)
    below, height = "", sheet.bottom + 22.0 + 18 * sheet.rows
    if sheet.narrow:
        below, height = legend(sheet, names, height)
    return picture_of(sheet, height, title, words, inside + below, seats)


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
        lines.append(path(f"M{scale.sheet.left} {number(y)}H{scale.end}", stroke=RIM, stroke_width=1))
        lines.append(text(scale.sheet.left - 8, y + 5, 15, str(points), text_anchor="end", fill=FAINT))
    return group(*lines)


def _marks(scale: _Scale, marks: Sequence[Milestone]) -> str:
    """A vertical line for each mark, and its name below."""
    places, bottom = [(scale.x(mark.at), mark.name) for mark in marks], scale.sheet.bottom
    lines = [
        path(f"M{number(x)} {_TOP}V{bottom}", stroke=FAINT, stroke_width=1, stroke_dasharray="1 4")
        for x, _ in places
    ]
    return group(*lines) + names_of_marks(scale.sheet, places, bottom + 22, 15, 18)


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
    middles = (
        [scale.last // 2] if scale.sheet.narrow else [mark.at for mark in marks if 0 < mark.at < scale.last]
    )
    pieces, size = [], 0.6 if scale.sheet.narrow else 0.72
    for n, (begin, end) in enumerate(pairwise([0, *middles, scale.last])):
        at = begin + round((end - begin) * (0.2 + 0.6 * (seat - 0.5) / len(rows[0])))
        if end - begin > 3 and (n or rows[at][seat - 1]):
            x, y = scale.x(at), scale.y(rows[at][seat - 1])
            pieces.append(use(f"{PREFIX}-{seat_letter(seat)}", x, y, size))
    return group(*pieces)


def _names_at_ends(scale: _Scale, row: Sequence[int], names: Sequence[str]) -> str:
    """Token and points beside the end of each line, moved apart where lines end together; and the name."""
    order = sorted(range(len(row)), key=lambda n: (-row[n], n))
    wished = [scale.y(row[n]) for n in order]
    step = min(_STEP, (scale.sheet.bottom - 16) / len(row))
    places = _move_apart(wished, step, 16, scale.sheet.bottom)
    pieces = []
    for n, y in zip(order, places, strict=True):
        x, far = scale.end, 8 if scale.sheet.narrow else 14
        pieces.append(
            path(f"M{x} {number(scale.y(row[n]))}L{x + far} {number(y)}", stroke=FAINT, stroke_width=1)
        )
        pieces.append(use(f"{PREFIX}-{seat_letter(n + 1)}", x + far + 14, y, 0.85))
        pieces.append(text(x + far + 29, y + 6, 17, str(row[n]), font_weight="bold", fill=INK))
        if not scale.sheet.narrow:
            begin = x + 52 + 10 * len(str(row[n]))
            room = scale.sheet.width - begin - 2
            pieces.append(fitted_text(begin, y + 6, 16, names[n], room, fill=INK))
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
