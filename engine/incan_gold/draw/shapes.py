"""Shapes that are drawn more than once: defined here, used by name, each with its middle at 0,0."""

from functools import cache

from engine.emblems import DARK, GOLD, shared_definitions
from engine.incan_gold.draw.emblems import EMBER, FLAME, hazards
from engine.svg import Attributes, circle, definitions_by_id, group_at, path, point, polar, rect, symbol

PREFIX = "ig"
CARD_WIDTH, CARD_HEIGHT = 90, 118
PAPER = {"treasure": "#f1e8d0", "hazard": "#5c1d1f", "artifact": "#e3a72f"}
EDGE = {"treasure": "#1b6f68", "hazard": EMBER, "artifact": "#7a4a10"}

_LINE: Attributes = {"stroke": DARK, "stroke_width": 1.8, "stroke_linejoin": "round"}


@cache
def definitions(seats: int) -> dict[str, str]:
    """The same for every picture with so many seats."""
    cards = [_card(kind) for kind in PAPER]
    emblems = [symbol(f"{PREFIX}-{kind}", *paths) for kind, paths in hazards().items()]
    things = [
        _back(),
        _gem(),
        _idol(),
        symbol(f"{PREFIX}-torch", *torch_parts()),
        _temple(),
        _closed_tent(),
        _changed_mark(),
        *_medals(),
    ]
    return definitions_by_id([*shared_definitions(PREFIX, seats), *cards, *emblems, *things])


def _cut_corners(width: float, height: float, corner: float) -> str:
    """A card with its corners cut off."""
    x, y = width / 2, height / 2
    return (
        f"M{corner - x} {-y}H{x - corner}L{x} {corner - y}V{y - corner}"
        f"L{x - corner} {y}H{corner - x}L{-x} {y - corner}V{corner - y}z"
    )


def _card(kind: str) -> str:
    card = path(_cut_corners(CARD_WIDTH, CARD_HEIGHT, 9), fill=PAPER[kind], stroke=DARK, stroke_width=2)
    line = path(
        _cut_corners(CARD_WIDTH - 9, CARD_HEIGHT - 9, 7), fill="none", stroke=EDGE[kind], stroke_width=1.8
    )
    return symbol(f"{PREFIX}-on-{kind}", card, line, _rays() if kind == "artifact" else "")


def _rays() -> str:
    """The rays round an artifact."""
    rays = []
    for n in range(12):
        one, other = polar(30 * n - 4, 39), polar(30 * n + 4, 39)
        rays.append(f"M0-10L{point(one[0], one[1] - 10)} {point(other[0], other[1] - 10)}z")
    return path("".join(rays), fill="#f6cf6d")


def _back() -> str:
    """A small card, face down."""
    card = rect(-11, -15, 22, 30, rx=3, fill="#54323a", stroke=DARK, stroke_width=1.6)
    return symbol(f"{PREFIX}-back", card, path("M0-8L6 0 0 8-6 0z", fill=FLAME))


def _gem() -> str:
    stone = path("M-8-8.5H8L14.5 0 0 14.5-14.5 0z", fill="#1f9f98", **_LINE)
    light = path("M-8-8.5H8L5 0H-5zM-14.5 0H-5L0 14.5z", fill="#a5e3d8")
    return symbol(f"{PREFIX}-gem", stone, light)


def _idol() -> str:
    """The picture of an artifact."""
    figure = "M-9-27h18l3 6-3 6h10v15h-7v9h5l4 14h-42l4-14h5v-9h-7v-15h10l-3-6z"
    face = "M-6-21v5h4v-5zM2-21v5h4v-5zM-4-10h8v3h-8zM-7 1h14v4h-14zM-4 12h8v5h-8z"
    return symbol(f"{PREFIX}-idol", path(figure, fill="#f0b429", **_LINE), path(face, fill=DARK))


def torch_parts() -> tuple[str, ...]:
    handle = path("M-3.5-1h7l-2.5 21h-2z", fill="#8a5a30", **_LINE)
    flame = path("M1-22c2 7 9 10 8 17s-14 8-17 0c-2-6 7-8 9-17z", fill=EMBER, **_LINE)
    heart = path("M0-11c1 4 4 5 4 8s-7 4-8 0c0-3 3-4 4-8z", fill=FLAME)
    return handle, flame, heart


def _temple() -> str:
    """One of the five on the horizon; the place where it is used gives it its colours."""
    steps = "M-36 0v-13h8v-12h8v-12h8v-11h24v11h8v12h8v12h8v13z"
    return symbol(f"{PREFIX}-temple", path(steps))


def _closed_tent() -> str:
    parts = (path("M0-16L21 14H-21z", fill="#c9b68a", **_LINE), path("M0-16V14", **_LINE))
    return symbol(f"{PREFIX}-tent-closed", *parts)


def _changed_mark() -> str:
    """The ring round a card that the last step has turned up."""
    ring = path(_cut_corners(CARD_WIDTH + 7, CARD_HEIGHT + 7, 10), fill="none", stroke=GOLD, stroke_width=5)
    return symbol(f"{PREFIX}-changed", ring, group_at(40, -54, f'<use href="#{PREFIX}-star"/>'))


def _medals() -> list[str]:
    """The dark ground of a hazard's emblem in the panels; with a ring if the hazard lies on the path."""
    plain = circle(0, 0, 45, fill=PAPER["hazard"])
    ringed = circle(0, 0, 44, fill=PAPER["hazard"], stroke=EMBER, stroke_width=7)
    return [symbol(f"{PREFIX}-medal", plain), symbol(f"{PREFIX}-medal-seen", ringed)]
