"""What is drawn more than once: defined here, used by name. A hex is 124 wide; its middle is 0,0."""

from functools import cache

from engine.emblems import DARK, INK, PALE, look, shared
from engine.svg import Attributes, element, group, rect, symbol
from engine.tikal.draw.motifs import MOTIF_SHAPES

PREFIX = "tk"
SIZE = 62  # from a hex's middle to a corner, and along a side
HALF = 53.7  # from its middle to a side
STONE = "#f4f1ea"

GROUND = {
    "": "#eceddf",
    "base": "#f5e6c4",
    "temple": "#e6cd94",
    "treasure": "#d3dfa6",
    "jungle": "#93c07f",
    "volcano": "#7d6a62",
}

_HEX = "M-62 0L-31-53.7H31L62 0L31 53.7H-31z"
_LEAVES = ((-38, -22), (-44, 12), (-20, 38), (24, 36), (44, 8), (36, -26), (0, -42))


@cache
def definitions(seats: int) -> str:
    """The same for every picture with so many seats."""
    grounds = [_ground(kind) for kind in GROUND]
    stones = [_stones(count) for count in (1, 2, 3)]
    features = [
        _pyramid(),
        _base(),
        _trees(),
        _volcano(),
        _wafer(),
        *_shields(),
        *map(_tent, range(seats + 1)),
    ]
    return element("defs", *shared(PREFIX, seats), *grounds, *stones, *features, *_motifs())


def _ground(kind: str) -> str:
    edge: Attributes = (
        {"stroke": DARK, "stroke_width": 2} if kind else {"stroke": "#c3c8b0", "stroke_width": 1.5}
    )
    ground = element("path", d=_HEX, fill=GROUND[kind], **edge)
    leaves = [element("circle", cx=x, cy=y, r=9) for x, y in _LEAVES] if kind == "jungle" else []
    return symbol(
        f"{PREFIX}-on-{kind or 'unexplored'}", ground, group(*leaves, fill="#84b370") if leaves else ""
    )


def _stones(count: int) -> str:
    """Slabs side by side along the north side; turned for the other sides."""
    first = -count * 7
    slabs = [rect(first + 14 * n + 0.6, -51.6, 12.8, 9.6, rx=2) for n in range(count)]
    return symbol(f"{PREFIX}-stones-{count}", *slabs, fill=STONE, stroke=DARK, stroke_width=1.6)


def _pyramid() -> str:
    """A stepped temple from above, with room for its number."""
    steps = ((23, "#a27f4c"), (19.5, "#c29d65"), (16, "#f2e0b4"))
    squares = [rect(-half, -half, 2 * half, 2 * half, fill=fill) for half, fill in steps]
    stairs = element("path", d="M-4-23h8v7h-8zM-4 16h8v7h-8zM-23-4h7v8h-7zM16-4h7v8h-7z", fill="#dcbf88")
    return symbol(f"{PREFIX}-pyramid", *squares, stairs, stroke=DARK, stroke_width=1.2)


def _tent(seat: int) -> str:
    """A camp of a seat; of no seat, in outline, one that has been used."""
    path = "M-3-23L28 20H-28L3-23"
    paint: Attributes = (
        {"fill": look(seat).fill, "stroke": DARK} if seat else {"fill": "none", "stroke": "#b3a98f"}
    )
    dashes = {} if seat else {"stroke_dasharray": "4 3"}
    tent = element("path", d=path, stroke_width=2, stroke_linejoin="round", **paint, **dashes)
    return symbol(f"{PREFIX}-tent-{seat}", tent)


def _base() -> str:
    """The base camp: two large tents."""
    back = element("path", d="M18-12L42 18H-2z", fill="#e2cfa0")
    front = element("path", d="M-10-20L18 18H-38z", fill=PALE)
    door = element("path", d="M-10-4L0 18H-20z", fill="#8a7a5c")
    return symbol(f"{PREFIX}-base", back, front, door, stroke=DARK, stroke_width=2, stroke_linejoin="round")


def _trees() -> str:
    trunk = element("path", d="M-17 8v12M17 8v12M0 4v16", stroke="#5b4326", stroke_width=5)
    crowns = [element("circle", cx=x, cy=y, r=r) for x, y, r in ((-17, 0, 14), (17, 0, 14), (0, -7, 14))]
    return symbol(f"{PREFIX}-trees", trunk, group(*crowns, fill="#3d8248", stroke="#1f4c2a", stroke_width=2))


def _volcano() -> str:
    smoke = element(
        "path", d="M-4-26c-8-6 2-10-3-16M6-26c-4-6 6-9 2-15", stroke="#d9d2cb", stroke_width=4, fill="none"
    )
    cone = element("path", d="M-12-22h24L44 28H-44z", fill="#4a3c37", stroke=DARK, stroke_width=2)
    lava = element("path", d="M-12-22h24L8-6l8 22-9-6-5 14-6-18-10 10 4-26z", fill="#f0742c", stroke=DARK)
    return symbol(f"{PREFIX}-volcano", smoke, cone, lava)


def _wafer() -> str:
    """Face down."""
    disc = element("circle", r=12, fill="#b9863e", stroke=DARK, stroke_width=1.8)
    ring = element("circle", r=7.5, fill="none", stroke="#f0d08c", stroke_width=1.8)
    cross = element("path", d="M-4-4l8 8M4-4l-8 8", stroke="#f0d08c", stroke_width=1.8)
    return symbol(f"{PREFIX}-wafer", disc, ring, cross)


def _shields() -> list[str]:
    """A guard's, and one whose guard has been used."""
    path = "M-17-20h34v20c0 12-8 18-17 23c-9-5-17-11-17-23z"
    shield = element("path", d=path, fill=PALE, stroke=DARK, stroke_width=2)
    used = element("path", d=path, fill="none", stroke="#b3a98f", stroke_width=2, stroke_dasharray="4 3")
    return [symbol(f"{PREFIX}-shield", shield), symbol(f"{PREFIX}-no-shield", used)]


def _motifs() -> list[str]:
    disc = element("circle", r=16, fill="#f4da8e", stroke=DARK, stroke_width=1.6)
    return [
        symbol(f"{PREFIX}-motif-{motif}", disc, element("path", d=path, fill=INK, fill_rule="evenodd"))
        for motif, path in MOTIF_SHAPES.items()
    ]
