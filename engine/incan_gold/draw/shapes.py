"""What is drawn more than once: defined here, used by name, its middle at 0,0."""

from functools import cache

from engine.emblems import DARK, INK, shared
from engine.svg import Attributes, element, group, rect, symbol

PREFIX = "ig"
CARD_WIDTH, CARD_HEIGHT = 90, 118

_PAPER = {"treasure": "#d8efe6", "hazard": "#f3c9b4", "artifact": "#f6e3a1"}
_LINE: Attributes = {"fill": "none", "stroke": INK, "stroke_linecap": "round", "stroke_linejoin": "round"}


@cache
def definitions(seats: int) -> str:
    """The same for every picture with so many seats."""
    cards = [_card(kind, paper) for kind, paper in _PAPER.items()]
    hazards = [symbol(f"{PREFIX}-{kind}", *drawn) for kind, drawn in _hazards().items()]
    things = [_back(), _gem(), _idol(), _torch(), *_tents()]
    return element("defs", *shared(PREFIX, seats), *cards, *hazards, *things)


def _card(kind: str, paper: str) -> str:
    left, top = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    card = rect(left, top, CARD_WIDTH, CARD_HEIGHT, rx=8, fill=paper, stroke=DARK, stroke_width=2)
    return symbol(f"{PREFIX}-on-{kind}", card)


def _back() -> str:
    """A small card, face down."""
    card = rect(-11, -15, 22, 30, rx=3, fill="#6b4a2f", stroke=DARK, stroke_width=1.6)
    return symbol(f"{PREFIX}-back", card, element("path", d="M0-8l6 8-6 8-6-8z", fill="#e0b85a"))


def _hazards() -> dict[str, list[str]]:
    """Each about 64 wide and 56 high."""
    return {
        "snake": _snake(),
        "spider": _spider(),
        "mummy": _mummy(),
        "fire": _fire(),
        "rockfall": _rockfall(),
    }


def _snake() -> list[str]:
    body = "M-26 20c10 10 24 6 22-4s-20-8-18-20s22-14 32-6"
    return [
        element("path", d=body, **{**_LINE, "stroke_width": 11}),
        element("path", d=body, **{**_LINE, "stroke": "#4f9a4a", "stroke_width": 7}),
        element("path", d="M6-16c4-9 20-9 22 0c0 7-16 11-22 0z", fill="#4f9a4a", stroke=INK, stroke_width=2),
        element("circle", cx=19, cy=-17, r=2, fill=INK),
        element("path", d="M28-14l8 3M28-14l7 7", stroke="#b3261e", stroke_width=2),
    ]


def _spider() -> list[str]:
    legs = "M-8-4L-24-18L-30-6M-9 1L-26-4L-31 10M-9 6L-24 10L-27 24M-6 11L-16 18L-17 28"
    return [
        element("path", d=legs, **{**_LINE, "stroke_width": 3}),
        group(element("path", d=legs, **{**_LINE, "stroke_width": 3}), transform="scale(-1 1)"),
        element("ellipse", cx=0, cy=8, rx=12, ry=15, fill=INK),
        element("circle", cx=0, cy=-11, r=8, fill=INK),
        element("path", d="M0 1l5 7-5 7-5-7z", fill="#d24a2a"),
    ]


def _mummy() -> list[str]:
    head = "M-18-10c0-24 36-24 36 0v16c0 26-36 26-36 0z"
    bands = "M-18-12L18-18M-18 4L18 0M-16 14L17 8M-11 22L14 16"
    return [
        element("path", d=head, fill="#efe6cf", stroke=INK, stroke_width=2.5),
        rect(-18, -10, 36, 11, fill=INK),
        element("path", d=bands, **{**_LINE, "stroke_width": 2}),
        element("path", d="M-8-5h.1M8-5h.1", stroke="#f5d33c", stroke_width=6, stroke_linecap="round"),
    ]


def _fire() -> list[str]:
    outer = "M0-30c4 14 22 20 20 38c-1 12-11 20-20 20s-19-8-20-20c-1-10 5-14 8-22c3 5 5 6 8 8c2-8-1-16 4-24z"
    inner = "M1-6c2 9 10 12 9 21c-1 7-5 11-10 11s-10-4-10-11c0-6 3-8 5-12c2 3 3 3 4 4c1-5 0-8 2-13z"
    return [
        element("path", d=outer, fill="#d9481f", stroke=INK, stroke_width=2.5),
        element("path", d=inner, fill="#f8c63a"),
    ]


def _rockfall() -> list[str]:
    rocks = (
        "M-30 26l4-16 12-6 12 8 2 14z", "M0 26l4-18 14-4 12 10v12z",
        "M-8-2l4-12 12-2 6 10-8 8z", "M-24-18l8-8 8 6-4 8h-10z",
    )  # fmt: skip
    falls = element("path", d="M20-28v12M28-20v10M-2-30v8", **{**_LINE, "stroke_width": 2.5})
    return [falls, *[element("path", d=rock, fill="#9b948b", stroke=INK, stroke_width=2.2) for rock in rocks]]


def _gem() -> str:
    stone = element("path", d="M-8-8H8L14 0L0 14L-14 0z", fill="#1f9f98", stroke=DARK, stroke_width=1.8)
    facets = element(
        "path", d="M-14 0H14M-5 0L0 14L5 0L0-8z", fill="none", stroke="#d5f4ee", stroke_width=1.2
    )
    return symbol(f"{PREFIX}-gem", stone, facets)


def _idol() -> str:
    """An artifact."""
    figure = "M-10-26h20v14h8v16h-8v8h6v14h-32v-14h6v-8h-8v-16h8z"
    face = "M-5-20v4h3v-4zM2-20v4h3v-4zM-4-8h8v3h-8zM-4 12h8v4h-8z"
    gold = element("path", d=figure, fill="#e6a91f", stroke=DARK, stroke_width=2.2, stroke_linejoin="round")
    return symbol(f"{PREFIX}-idol", gold, element("path", d=face, fill=DARK))


def _torch() -> str:
    handle = element("path", d="M-3-2h6l-2 20h-2z", fill="#7a5230", stroke=DARK, stroke_width=1.5)
    flame = element(
        "path", d="M0-18c2 6 8 8 7 14s-12 6-14 0s5-6 7-14z", fill="#f08a24", stroke=DARK, stroke_width=1.5
    )
    return symbol(f"{PREFIX}-torch", handle, flame)


def _tents() -> list[str]:
    """Closed, and open with light inside."""
    canvas = element("path", d="M0-16L21 14H-21z", fill="#c9b68a")
    seam = element("path", d="M0-16V14")
    door = element("path", d="M0-7L10 14H-10z", fill="#f8c63a")
    paint: Attributes = {"stroke": DARK, "stroke_width": 1.8, "stroke_linejoin": "round"}
    return [
        symbol(f"{PREFIX}-tent-closed", canvas, seam, **paint),
        symbol(f"{PREFIX}-tent", canvas, door, **paint),
    ]
