"""A view of Tikal as text: a picture in monospace to play from, and a description for a screen reader.

The picture is 74 columns wide, so that plain-text mail does not wrap it. A hex is drawn like this:

      ___2___          the stones of the path to the north (or pointing that way, where nothing is yet)
     /d3 T5  \\         its name and what it is
    / 3A LA   1        members: three workers of A, and A's leader; one stone to the north-east
    \\2+LB     /        two workers and the leader of B
     \\___1___2         two stones to the south-east
"""

import textwrap
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from engine.game import View
from engine.speech import ENGLISH, SEAT_LETTERS, Speech
from engine.tikal.pieces import DIRECTIONS, HEXES, NEIGHBOURS
from engine.tikal.state import State, from_json
from engine.tikal.table import details, members_in_words

WIDTH, HEIGHT = 74, 23
PITCH, ROW = 9, 4
WIDTHS = (7, 9)  # of the two lines inside a hex, so that a blank is left beside the stones of its sides
# Where the stones of each side are written, counted from the hex's corner; clockwise from north.
SIDES = ((5, 0), (10, 2), (9, 4), (5, 4), (1, 4), (0, 2))


def board(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH, beside: bool = False) -> str:
    state = from_json(view, None)
    if beside:
        return "\n".join(wrapped(details(view, state, names, speech))) + "\n"
    crowded = [hex_in_words(state, place, names, speech) for place in HEXES if overflows(state, place)]
    lines = [*legend(speech), "", *crowded, *details(view, state, names, speech)]
    return "\n".join([*picture(state), "", *wrapped(lines)]) + "\n"


def wrapped(lines: list[str]) -> list[str]:
    """The lines, broken here so that no mail program breaks them elsewhere."""
    return [part for line in lines for part in _broken(line)]


@lru_cache(maxsize=1000)  # a line of the legend is in all letters, and one about a seat in those to its match
def _broken(line: str) -> Sequence[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ") or [""]


def picture(state: State) -> list[str]:
    canvas = [[*row] for row in _empty_hexes()]
    for place in state.board:
        _stones(canvas, state, place)
    for place in HEXES:
        _contents(canvas, state, place)
    return ["".join(row).rstrip() for row in canvas]


@cache
def _empty_hexes() -> list[list[str]]:
    canvas = [[" "] * (WIDTH + 1) for _ in range(HEIGHT)]
    for place in HEXES:
        _outline(canvas, *_corner(place))
    return canvas


def _corner(place: str) -> tuple[int, int]:
    column = "abcdefgh".index(place[0])
    return PITCH * column, ROW * (int(place[1]) - 1) + 2 * (column % 2)


def _outline(canvas: list[list[str]], x: int, y: int) -> None:
    for dx in range(2, 9):
        canvas[y][x + dx] = canvas[y + 4][x + dx] = "_"
    for dx, dy, sign in ((1, 1, "/"), (0, 2, "/"), (9, 1, "\\"), (10, 2, "\\")):
        canvas[y + dy][x + dx] = sign
    for dx, dy, sign in ((0, 3, "\\"), (1, 4, "\\"), (10, 3, "/"), (9, 4, "/")):
        canvas[y + dy][x + dx] = sign


def _stones(canvas: list[list[str]], state: State, place: str) -> None:
    """Writes the cost of the path between two explored hexes, or else the stones that point that way."""
    x, y = _corner(place)
    for direction, (dx, dy) in enumerate(SIDES):
        neighbour = NEIGHBOURS[place][direction]
        explored = neighbour in state.board
        stones = state.paths[place].get(neighbour, 0) if explored else state.board[place].stones[direction]
        if stones and neighbour:
            canvas[y + dy][x + dx] = str(stones)


def _contents(canvas: list[list[str]], state: State, place: str) -> None:
    x, y = _corner(place)
    if place not in state.board:
        return _write(canvas, x + 4, y + 2, place)
    _write(canvas, x + 2, y + 1, f"{place} {sign(state, place)}")
    first, second, _ = _two_lines(list(marks(state, place)))
    _write(canvas, x + 2, y + 2, first)
    return _write(canvas, x + 1, y + 3, second)


def _write(canvas: list[list[str]], x: int, y: int, text: str) -> None:
    canvas[y][x : x + len(text)] = text


def sign(state: State, place: str) -> str:
    """T5 for a temple of 5, W3 for three wafers, J for jungle, and so on; see `legend`."""
    here = state.board[place]
    return {
        "temple": f"T{here.value}",
        "treasure": f"W{here.wafers}",
        "jungle": "J",
        "volcano": "VULC",
        "base": "BASE",
    }[here.kind]


def marks(state: State, place: str) -> Iterator[str]:
    """The camp or guard on a hex, and the members by seat: 3A, LA, 2+LA."""
    here = state.board[place]
    if here.camp:
        yield f"^{SEAT_LETTERS[here.camp - 1]}"
    if here.guard:
        yield f"!{SEAT_LETTERS[here.guard - 1]}"
    for letter, seat in zip(SEAT_LETTERS, state.seats, strict=False):
        workers, leader = seat.workers.get(place, 0), seat.leader == place
        if workers or leader:
            yield "+".join(([str(workers)] if workers else []) + (["L"] if leader else [])) + letter


def _two_lines(words: list[str]) -> tuple[str, str, bool]:
    """The words on two lines, and whether some did not fit. A & stands for those; they are told below."""
    lines = ["", ""]
    for word in words:
        line = 1 if lines[1] or len(lines[0]) + len(word) + bool(lines[0]) > WIDTHS[0] else 0
        joined = f"{lines[line]} {word}".strip()
        if len(joined) > WIDTHS[line] - (word != words[-1] and line):
            return lines[0], lines[1] + "&", True
        lines[line] = joined
    return lines[0], lines[1], False


def overflows(state: State, place: str) -> bool:
    return place in state.board and _two_lines(list(marks(state, place)))[2]


def legend(speech: Speech) -> list[str]:
    return [
        speech.gettext("T temple and its value, W wafers, J jungle, VULC volcano, BASE base camp."),
        speech.gettext("3A three workers of A, L leader, ^A camp of A, !A guard of A, & more: see below."),
        speech.gettext(
            "The number on a side: between explored hexes, what the path costs each member; "
            "elsewhere, the tile’s stones on that side."
        ),
    ]


def describe(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    """The view in sentences, for a screen reader: every explored hex, then all that lies beside the board."""
    state = from_json(view, None)
    hexes = [hex_in_words(state, place, names, speech) for place in HEXES if place in state.board]
    return "\n".join([*hexes, *details(view, state, names, speech)])


def hex_in_words(state: State, place: str, names: Sequence[str], speech: Speech) -> str:
    here = state.board[place]
    kind = {
        "base": speech.gettext("{place}: base camp."),
        "jungle": speech.gettext("{place}: jungle."),
        "volcano": speech.gettext("{place}: volcano."),
        "temple": speech.gettext("{place}: temple worth {value}."),
        "treasure": speech.gettext("{place}: treasure, wafers left: {wafers}."),
    }[here.kind].format(place=place, value=here.value, wafers=here.wafers)
    members = members_in_words(state, place, names, speech)
    parts = [kind, *members, _paths(state, place, speech), _open_sides(state, place, speech)]
    return " ".join(part for part in parts if part)


def _paths(state: State, place: str, speech: Speech) -> str:
    paths: dict[str, Any] = dict(state.paths[place])
    if not paths:
        return ""
    ways = ", ".join(f"{there} {stones}" for there, stones in sorted(paths.items()))
    return speech.gettext("Paths: {ways}.").format(ways=ways)


def _open_sides(state: State, place: str, speech: Speech) -> str:
    """The stones that point to unexplored hexes: a tile that is placed there may meet them."""
    here = state.board[place]
    around = zip(DIRECTIONS, NEIGHBOURS[place], here.stones, strict=True)
    sides = [
        f"{speech.gettext(side)} {there} {stones}"
        for side, there, stones in around
        if stones and there and there not in state.board
    ]
    if not sides or here.kind == "volcano":
        return ""
    return speech.gettext("Stones facing unexplored hexes: {sides}.").format(sides=", ".join(sides))
