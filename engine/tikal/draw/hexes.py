"""The board: forty hexes, each with its stones, what it is, and who is there."""

from collections.abc import Mapping
from typing import Any

from engine.emblems import DARK, INK, PALE, look
from engine.game import View
from engine.speech import letter
from engine.svg import group, middle, placed, rect, text, use
from engine.tikal.draw.shapes import HALF, PREFIX, SIZE
from engine.tikal.pieces import COLUMNS, HEXES

BOARD_WIDTH, BOARD_HEIGHT = SIZE * 12.5, HALF * 11
_LARGEST = {"temple": 1.3, "jungle": 1.05, "base": 0.85, "volcano": 0.85}  # where nobody stands
# By how many seats have members on the hex: the middle and the size of what it is, above them, ...
_ABOVE = {1: (-19, 1), 2: (-22, 0.88), 3: (-27, 0.7)}
# ... and for each of their rows the middle, the room between the stones, the largest size.
_ROWS = {1: ((21, 66, 1.2),), 2: ((17, 68, 1.2),), 3: ((-1, 72, 0.82), (21.5, 62, 0.82))}


def board(view: View) -> str:
    return group(*[_space(view, name) for name in HEXES])


def centre(name: str) -> tuple[float, float]:
    column, row = COLUMNS.index(name[0]), int(name[1])
    return SIZE * (1 + 1.5 * column), HALF * (2 * row - 1 + column % 2)


def _space(view: View, name: str) -> str:
    x, y = centre(name)
    here = view["board"].get(name)
    if here is None:
        faint = middle(0, 8, 24, name, fill="#868c70")
        return placed(x, y, use(f"{PREFIX}-on-unexplored"), faint, data_hex=name)
    chips = [_chip(view["seats"][seat - 1], seat, name) for seat in members(view, name)]
    ink = PALE if here["kind"] == "volcano" else INK
    # Three stones side by side reach the corner in which the name stands.
    aside = 6 if here["stones"][5] == 3 else -6 if here["stones"][4] == 3 else 0
    label = middle(-46.5, 5.5 + aside, 15.5, name, fill=ink, font_weight="bold")
    return placed(x, y, tile(here), label, _feature(here, len(chips)), *_rows(chips), data_hex=name)


def tile(here: Mapping[str, Any]) -> str:
    """The ground, and the stones on each side as the tile lies."""
    turned = [
        group(use(f"{PREFIX}-stones-{stones}"), transform=f"rotate({60 * side})", data_side=side)
        if side
        else group(use(f"{PREFIX}-stones-{stones}"), data_side=side)
        for side, stones in enumerate(here["stones"])
        if stones
    ]
    return use(f"{PREFIX}-on-{here['kind']}") + "".join(turned)


def members(view: View, name: str) -> list[int]:
    seats = enumerate(view["seats"], 1)
    return [seat for seat, own in seats if own["workers"].get(name) or own["leader"] == name]


def _feature(here: Mapping[str, Any], chips: int) -> str:
    """What the hex is, in the middle or above the members."""
    if not chips:
        return full_feature(here)
    y, scale = _ABOVE[min(chips, 3)]
    return placed(0, y, feature(here), scale=scale)


def full_feature(here: Mapping[str, Any]) -> str:
    return placed(0, 0, feature(here), scale=1 if here["guard"] else _LARGEST.get(here["kind"], 1))


def feature(here: Mapping[str, Any]) -> str:
    if here["camp"]:
        return camp(here["camp"])
    if here["kind"] == "temple":
        return _guarded(here) if here["guard"] else pyramid(here["value"])
    if here["kind"] == "treasure":
        return _wafers(here["wafers"])
    return use(f"{PREFIX}-{'trees' if here['kind'] == 'jungle' else here['kind']}")


def pyramid(value: int) -> str:
    size = 27 if value < 10 else 22
    return use(f"{PREFIX}-pyramid") + middle(0, size * 0.36, size, str(value), font_weight="bold", fill=INK)


def _guarded(here: Mapping[str, Any]) -> str:
    """The temple framed in its guard's colour, the guard on a shield beside it."""
    seat = here["guard"]
    frame = rect(-25, -25, 50, 50, fill="none", stroke=DARK, stroke_width=7)
    colour = rect(-25, -25, 50, 50, fill="none", stroke=look(seat).fill, stroke_width=4)
    temple = placed(-12.5, 0, frame, colour, pyramid(here["value"]), scale=0.8)
    return temple + guard(seat, here["guard_leader"])


def guard(seat: int, leader: bool) -> str:
    return placed(
        26, 0, use(f"{PREFIX}-shield"), use(member(seat, leader), 0, 2 if leader else -1, 0.92),
        scale=0.82, data_guard=seat,
    )  # fmt: skip


def member(seat: int, leader: bool) -> str:
    return f"{PREFIX}-{letter(seat)}{'-crowned' if leader else ''}"


def camp(seat: int) -> str:
    return group(use(f"{PREFIX}-tent-{seat}"), use(member(seat, False), 0, 7, 0.95), data_camp=seat)


def _wafers(count: int) -> str:
    if not count:
        return '<circle r="13" fill="none" stroke="#6f7a45" stroke-width="2" stroke-dasharray="4 3"/>'
    first = -5 - 4.5 * count
    discs = [use(f"{PREFIX}-wafer", first + 9 * n) for n in range(count)]
    figure = text(first + 9 * count + 6, 9.5, 26, str(count), font_weight="bold", fill=INK)
    return group(*discs, figure, data_wafers=count)


def _chip(own: Mapping[str, Any], seat: int, name: str) -> tuple[float, str]:
    return counted(seat, own["workers"].get(name, 0), own["leader"] == name)


def counted(seat: int, workers: int, leader: bool) -> tuple[float, str]:
    """One seat's members on a hex: the workers in figures, the leader crowned. With the room it takes."""
    marks: dict[str, str | float] = {"data_seat": seat, "data_workers": workers, "data_leader": int(leader)}
    token = use(member(seat, leader), 14, 1 if leader else 0, 0.92)
    if not workers:
        return 28, group(token, **marks)
    wide = 27 + 13.5 * len(str(workers))
    plaque = rect(0, -12, wide, 24, rx=6, fill=PALE, stroke=DARK, stroke_width=1.2)
    count = text(26, 7, 19, str(workers), font_weight="bold", fill=INK)
    return wide, group(plaque, token, count, **marks)


def _rows(chips: list[tuple[float, str]]) -> list[str]:
    """Up to two side by side, and up to two rows of these."""
    if not chips:
        return []
    rows = _ROWS[min(len(chips), 3)]
    return [_row(chips[2 * n : 2 * n + 2], *row) for n, row in enumerate(rows)]


def _row(chips: list[tuple[float, str]], y: float, room: float, largest: float) -> str:
    wide = sum(chip[0] for chip in chips) + 3 * (len(chips) - 1)
    places, x = [], -wide / 2
    for taken, chip in chips:
        places.append(placed(x, 0, chip))
        x += taken + 3
    return placed(0, y, *places, scale=min(largest, room / wide))
