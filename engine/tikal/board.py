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
from typing import Any

from engine.game import View
from engine.speech import ENGLISH, LETTERS, Speech
from engine.tikal.pieces import HEXES, NEIGHBOURS
from engine.tikal.state import State, cost, from_json
from engine.tikal.table import details, members_in_words

WIDTH, HEIGHT = 74, 23
PITCH, ROW = 9, 4
WIDTHS = (7, 9)  # of the two lines for what stands on a hex, with a blank beside the stones of its sides
# Where each side's stones are written, from the hex's corner, clockwise from north.
SIDES = ((5, 0), (10, 2), (9, 4), (5, 4), (1, 4), (0, 2))


def board(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    state = from_json(view, None)
    beside = [*legend(speech), "", *details(view, state, names, speech)]
    return "\n".join([*picture(state), "", *wrapped(beside)]) + "\n"


def wrapped(lines: list[str]) -> list[str]:
    """So that no mail program breaks them elsewhere."""
    return [part for line in lines for part in textwrap.wrap(line, WIDTH, subsequent_indent="  ") or [""]]


def picture(state: State) -> list[str]:
    canvas = [[" "] * (WIDTH + 1) for _ in range(HEIGHT)]
    for place in HEXES:
        _outline(canvas, *_corner(place))
    for place in state.board:
        _stones(canvas, state, place)
    for place in HEXES:
        _inside(canvas, state, place)
    return ["".join(row).rstrip() for row in canvas]


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
    """Between two explored hexes the cost of the path; on any other side the stones that point that way."""
    x, y = _corner(place)
    for direction, (dx, dy) in enumerate(SIDES):
        explored = NEIGHBOURS[place][direction] in state.board
        stones = cost(state.board, place, direction) if explored else state.board[place].stones[direction]
        if stones and NEIGHBOURS[place][direction]:
            canvas[y + dy][x + dx] = str(stones)


def _inside(canvas: list[list[str]], state: State, place: str) -> None:
    x, y = _corner(place)
    if place not in state.board:
        return _write(canvas, x + 4, y + 2, place)
    _write(canvas, x + 2, y + 1, f"{place} {sign(state, place)}")
    first, second = _two_lines(list(marks(state, place)))
    _write(canvas, x + 2, y + 2, first)
    return _write(canvas, x + 1, y + 3, second)


def _write(canvas: list[list[str]], x: int, y: int, text: str) -> None:
    canvas[y][x : x + len(text)] = text


def sign(state: State, place: str) -> str:
    """T5 a temple of 5, W3 three wafers, J jungle, V volcano."""
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
        yield f"^{LETTERS[here.camp - 1]}"
    if here.guard:
        yield f"!{LETTERS[here.guard - 1]}"
    for letter, seat in zip(LETTERS, state.seats, strict=False):
        workers, leader = seat.workers.get(place, 0), seat.leader == place
        if workers or leader:
            yield "+".join(([str(workers)] if workers else []) + (["L"] if leader else [])) + letter


def _two_lines(words: list[str]) -> tuple[str, str]:
    """As much as fits; what does not is marked, and stands in the list below the picture."""
    lines = textwrap.wrap(" ".join(words), WIDTHS[0], break_long_words=False) or [""]
    rest = " ".join(words)[len(lines[0]) :].strip()
    if len(rest) > WIDTHS[1]:
        rest = rest[: WIDTHS[1] - 1].rpartition(" ")[0] + "&"
    return lines[0], rest


def legend(speech: Speech) -> list[str]:
    return [
        speech.gettext("T temple and its value, W wafers, J jungle, VULC volcano, BASE base camp."),
        speech.gettext("3A three workers of A, L leader, ^A camp of A, !A guard of A, & more than fits."),
        speech.gettext("A number on a side: the stones of the path, what it costs in AP for each member."),
    ]


def describe(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    """The view in sentences, for a screen reader: every explored hex, then the rest of the table."""
    state = from_json(view, None)
    hexes = [hex_in_words(state, place, names, speech) for place in HEXES if place in state.board]
    return "\n".join([*hexes, *details(view, state, names, speech)])


def hex_in_words(state: State, place: str, names: Sequence[str], speech: Speech) -> str:
    here = state.board[place]
    kind = {
        "base": speech.gettext("{place}: base camp."),
        "jungle": speech.gettext("{place}: jungle."),
        "volcano": speech.gettext("{place}: volcano."),
        "temple": speech.gettext("{place}: temple of {value}."),
        "treasure": speech.gettext("{place}: treasure, wafers left: {wafers}."),
    }[here.kind].format(place=place, value=here.value, wafers=here.wafers)
    parts = [kind, *members_in_words(state, place, names, speech), _paths(state, place, speech)]
    return " ".join(part for part in parts if part)


def _paths(state: State, place: str, speech: Speech) -> str:
    paths: dict[str, Any] = dict(state.paths[place])
    if not paths:
        return ""
    ways = ", ".join(f"{there} {stones}" for there, stones in sorted(paths.items()))
    return speech.gettext("Paths: {ways}.").format(ways=ways)
