"""Larger pictures for the guide: parts of the board, and drawings of single rules."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.emblems import CLAY, GOLD, INK, RIM, SAND
from engine.svg import Attributes, group, group_at, middle, number, path, rect, text, use
from engine.tikal.draw.hexes import BOARD_HEIGHT, BOARD_WIDTH, part
from engine.tikal.draw.places import HALF, SIZE, centre
from engine.tikal.draw.ruins import PREFIX, temple
from engine.tikal.draw.shapes import NIGHT
from engine.tikal.draw.tiles import tile
from engine.tikal.pieces import COLUMNS, HEXES, ROWS, WAFER_POINTS
from engine.tikal.positions import position
from engine.tikal.state import State, explored_hex
from engine.tikal.view import view

_EDGE = 10  # between a drawing and its frame
_CORNER = [name for name in HEXES if name[0] in "abcd" and name[1] in "345"]
_TURNED = "A4"  # a tile whose rotations are easy to tell apart
_SCORED = (3, 5, 5, 8)
_TREASURES = (("crown", "crown"), ("vase", "vase"), ("mask",), ("jaguar",))


class Diagram(NamedTuple):
    width: float
    height: float
    svg: str  # from 0,0


def coordinates() -> Diagram:
    """The whole board, its columns lettered at the top and its rows numbered on both sides."""
    side = 34
    letters = [_mark(side + centre(f"{column}1")[0], 27, column) for column in COLUMNS]
    rows = range(1, ROWS + 1)
    left = [_mark(side / 2 + 3, side + 9 + centre(f"a{row}")[1], str(row)) for row in rows]
    end = side + BOARD_WIDTH + side / 2 - 3
    right = [_mark(end, side + 9 + centre(f"h{row}")[1], str(row)) for row in rows]
    hexes = group_at(side, side, part(view(position("opening"), None), HEXES))
    size = (BOARD_WIDTH + 2 * side, BOARD_HEIGHT + side + _EDGE)
    return _framed(*size, NIGHT, *letters, *left, *right, hexes)


def _mark(x: float, y: float, words: str) -> str:
    return middle(x, y, 25, words, fill=GOLD, font_weight="bold")


def corner(name: str) -> Diagram:
    """The corner of the board with the base camp in the position of this name; the tile in hand beside it."""
    state = position(name)
    if state.display:
        return display(state)
    xs, ys = zip(*[centre(place) for place in _CORNER], strict=True)
    left, top = min(xs) - SIZE - _EDGE, min(ys) - HALF - _EDGE
    width, height = max(xs) + SIZE + _EDGE - left, max(ys) + HALF + _EDGE - top
    hexes = group_at(-left, -top, part(view(state, None), _CORNER))
    if not state.hand:
        return _framed(width, height, NIGHT, hexes)
    aside = 2 * SIZE + 2 * _EDGE
    hand = group_at(width + aside / 2, height / 2, tile(_lying(state.hand)))
    words = _caption(width + aside / 2, height / 2 + HALF + 30, state.hand)
    right, foot = number(width), number(height - 12.75)
    night = f"M{right} 0.75H12.75a12 12 0 0 0-12 12V{foot}a12 12 0 0 0 12 12H{right}z"
    return _framed(width + aside, height, SAND, path(night, fill=NIGHT), hexes, hand, words)


def display(state: State) -> Diagram:
    """The tiles that are open to be chosen."""
    pitch = 2 * SIZE + 14
    tiles = [
        group_at(_EDGE + pitch * (n + 0.5), _EDGE + HALF, tile(_lying(name)))
        + _caption(_EDGE + pitch * (n + 0.5), 2 * HALF + 38, name)
        for n, name in enumerate(state.display)
    ]
    return _framed(2 * _EDGE + pitch * len(tiles), 2 * HALF + 54, SAND, *tiles)


def rotations() -> Diagram:
    """One tile turned by nothing to five sixths, in two rows."""
    across, down = 2 * SIZE + 22, 2 * HALF + 46
    tiles = []
    for turn in range(6):
        x, y = across * (turn % 3 + 0.5) + _EDGE, down * (turn // 3) + HALF + _EDGE + 4
        tiles.append(group_at(x, y, tile(_lying(_TURNED, turn))) + _caption(x, y + HALF + 30, f"r{turn}"))
    return _framed(3 * across + 2 * _EDGE, 2 * down + 2 * _EDGE, SAND, *tiles)


def stones() -> Diagram:
    """Four pairs of hexes, one above the other, with the sum of the stones between them."""
    pairs = (
        (_sides("temple", 1, 3, 2), _sides("jungle", 2, 0), "1 + 2 = 3"),
        (_sides("jungle", 1, 5), _sides("treasure", 1, 0, 3), "0 + 1 = 1"),
        (_sides("temple", 2, 1, 4), _sides("jungle", 1, 2), ""),
        (_sides("jungle", 2, 3), _sides("volcano", 0, 0), ""),
    )
    pitch, high = 2 * SIZE + 46, 4 * HALF + 58
    drawn = [group_at(_EDGE + pitch * (n + 0.5), _EDGE, _pair(*pair)) for n, pair in enumerate(pairs)]
    return _framed(pitch * len(pairs) + 2 * _EDGE, high + _EDGE, SAND, *drawn)


def _sides(kind: str, stones: int, side: int, value: int = 0) -> dict[str, Any]:
    """A hex with stones on one side; `value` is a temple's number, or how many treasures there are."""
    sides = tuple(stones if n == side else 0 for n in range(6))
    here = explored_hex("A2")._replace(kind=kind, stones=sides, wafers=value, value=value)
    return here._asdict()


def _pair(above: dict[str, Any], below: dict[str, Any], total: str) -> str:
    upper, lower = group_at(0, HALF, tile(above)), group_at(0, 3 * HALF, tile(below))
    end = 4 * HALF + 30
    cross = path(f"M-13 {end - 20}l26 22m0-22l-26 22", stroke=CLAY, stroke_width=6, fill="none")
    return upper + lower + (_caption(0, end, total) if total else cross)


def scoring() -> Diagram:
    """What a player may have in a scoring round, and how it adds up."""
    temples = [group_at(46 + 78 * n, 48, temple(value)) for n, value in enumerate(_SCORED)]
    total = sum(_SCORED)
    sums = [_sum(58, " + ".join(map(str, _SCORED)), total)]
    treasures, x = [], 30.0
    for kind in _TREASURES:
        treasures += [use(f"{PREFIX}-motif-{motif}", x + 30 * n, 125) for n, motif in enumerate(kind)]
        x += 30 * len(kind) + 24
    points = [WAFER_POINTS[len(kind)] for kind in _TREASURES]
    sums.append(_sum(134, " + ".join(map(str, points)), sum(points)))
    line = path("M372 158H640", stroke=RIM, stroke_width=3)
    whole = text(640, 192, 28, f"{total} + {sum(points)} = {total + sum(points)}", **_END, fill=CLAY)
    return _framed(670, 212, SAND, *temples, *treasures, *sums, line, whole)


_END: Attributes = {"text_anchor": "end", "font_weight": "bold"}


def _sum(y: float, parts: str, total: int) -> str:
    return text(640, y, 28, f"{parts} = {total}", **_END, fill=INK)


def _caption(x: float, y: float, words: str) -> str:
    return middle(x, y, 26, words, font_weight="bold", fill=INK)


def _lying(name: str, rotation: int = 0) -> dict[str, Any]:
    return explored_hex(name, rotation=rotation)._asdict()


def _framed(width: float, height: float, fill: str, *inside: str) -> Diagram:
    ground = rect(0.75, 0.75, width - 1.5, height - 1.5, rx=12, fill=fill, stroke=RIM, stroke_width=1.5)
    return Diagram(width, height, group(ground, *inside))


DIAGRAMS: dict[str, Callable[[], Diagram]] = {
    "coordinates": coordinates,
    "rotations": rotations,
    "stones-between": stones,
    "scoring": scoring,
}
