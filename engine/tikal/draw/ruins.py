"""What the explorers find and build: temples, wafers, tents, shields, volcanoes."""

from functools import lru_cache
from typing import NamedTuple

from engine.emblems import DARK, GOLD, INK, PALE, look
from engine.svg import Attributes, circle, group, group_at, middle, number, path, rect, symbol, use

PREFIX = "tk"
PLATFORM, DEEP_PLATFORM = 14, 11.5  # half of what a temple's top measures across, and from back to front
_LINE: Attributes = {"stroke": DARK, "stroke_width": 1.4, "stroke_linejoin": "round"}
_EDGE = "#5b3d17"
_SUN, _STONE, _SHADE = "#e3c07c", "#d3a964", "#7b5628"


class Rise(NamedTuple):
    """How a temple grows with each level: to either side, to the back, and to the front."""

    aside: float
    back: float
    front: float


ALONE, CROWDED = Rise(1.9, 0.6, 3), Rise(1.35, 0.4, 2.3)


class Extent(NamedTuple):
    half: float
    top: float
    bottom: float


def extent(value: int, crowded: bool) -> Extent:
    """Of a temple, its middle at 0,0."""
    rise = CROWDED if crowded else ALONE
    high = 2 * DEEP_PLATFORM + (rise.back + rise.front) * value
    return Extent(PLATFORM + rise.aside * value, -high / 2, high / 2)


def pyramids() -> list[str]:
    """Every temple in two sizes: alone on its hex, and smaller beside members. The top is always the same."""
    return [_pyramid(value, crowded) for crowded in (False, True) for value in range(1, 11)]


def _pyramid(value: int, crowded: bool) -> str:
    """A stepped temple, seen from above and a little from the front: a terrace for each level, and stairs."""
    rise, (_, top, bottom) = CROWDED if crowded else ALONE, extent(value, crowded)
    terraces = [_terrace(n, value, rise, top, bottom) for n in range(value, 0, -1)]
    platform = top + rise.back * value
    foot = number(bottom - platform - 2 * DEEP_PLATFORM)
    return symbol(
        f"{PREFIX}-pyramid-{value}{'-small' * crowded}",
        *terraces,
        path(f"M-5 {number(platform + 2 * DEEP_PLATFORM)}h10v{foot}h-10z", fill="#fbeac0"),
        path(_treads(value, rise, bottom), fill="none", stroke=_STONE, stroke_width=1),
        rect(
            -PLATFORM,
            platform,
            2 * PLATFORM,
            2 * DEEP_PLATFORM,
            fill="#fff6dd",
            stroke=_EDGE,
            stroke_width=1.2,
        ),
    )


def _terrace(n: int, value: int, rise: Rise, top: float, bottom: float) -> str:
    """The n-th terrace from the top: its face in the shade, and the ledge on it in the sun."""
    half, up = PLATFORM + rise.aside * n, rise.back * (value - n)
    face = bottom - rise.front * (value - n)
    ledge = _SUN if n % 2 else _STONE
    edge: Attributes = {"stroke": _EDGE, "stroke_width": 1.4} if n == value else {}
    whole = rect(-half, top + up, 2 * half, face - top - up, fill=_SHADE, **edge)
    return whole + rect(-half, top + up, 2 * half, face - top - up - 0.55 * rise.front, fill=ledge)


def _treads(value: int, rise: Rise, bottom: float) -> str:
    return "".join([f"M-5 {number(bottom - rise.front * n)}h10" for n in range(value)])


@lru_cache(64)
def temple(value: int, crowded: bool = False) -> str:
    """The figure stands on the top."""
    rise, (_, top, _) = CROWDED if crowded else ALONE, extent(value, crowded)
    y = top + rise.back * value + DEEP_PLATFORM
    size, drop = (28, 9.8) if value < 10 else (23, 8.4)
    figure = middle(0, y + drop, size, str(value), font_weight="bold", fill=INK)
    return use(f"{PREFIX}-pyramid-{value}{'-small' * crowded}") + figure


@lru_cache(128)
def guarded_temple(value: int, seat: int, leader: bool) -> str:
    """A temple with a wall and towers in its guard's colour; beside it the guard on a shield."""
    half, top, bottom = extent(value, True)
    half, top, bottom = half + 3, top - 2, bottom + 2
    wall = f"M-{number(half)} {number(top)}H{number(half)}V{number(bottom)}H-{number(half)}z"
    corners = [(x, y) for x in (-half - 4.5, half - 4.5) for y in (top - 4.5, bottom - 4.5)]
    towers = "".join([f"M{number(x)} {number(y)}h9v9h-9z" for x, y in corners])
    temple_ = group(
        path(wall, fill="none", stroke=DARK, stroke_width=8),
        temple(value, crowded=True),
        path(wall, fill="none", stroke=look(seat).fill, stroke_width=4.5),
        path(towers, fill=look(seat).fill, stroke=DARK, stroke_width=1.8),
    )
    scale = min(0.9, 24 / (max(half, bottom) + 4.5))
    return group_at(-12, 0, temple_, scale=scale) + guard(seat, leader)


def guard(seat: int, leader: bool) -> str:
    worn = use(member(seat, leader), 0, 3 if leader else 0, 0.85 if leader else 1)
    return group_at(28, 6, use(f"{PREFIX}-shield"), worn, scale=0.8, data_guard=seat)


def member(seat: int, leader: bool) -> str:
    return f"{PREFIX}-{'ABCDEFGH'[seat - 1]}{'-crowned' if leader else ''}"


def shields() -> list[str]:
    """The shield of a guard, and its outline for a guard that has been used."""
    outline = "M-18-19q18 6 36 0v20c0 12-9 18-18 23c-9-5-18-11-18-23z"
    shield = path(outline, fill=PALE, stroke=DARK, stroke_width=2.4)
    used = path(outline, fill="none", stroke="#b3a98f", stroke_width=2, stroke_dasharray="4 3")
    return [symbol(f"{PREFIX}-shield", shield), symbol(f"{PREFIX}-no-shield", used)]


def camp(seat: int) -> str:
    return group(use(f"{PREFIX}-tent-{seat}"), use(member(seat, False), 0, 6, 0.95), data_camp=seat)


def base() -> str:
    """The base camp: an expedition's tent with its flag, and a fire."""
    parts = [
        path("M14-34v18", stroke=DARK, stroke_width=2.2),
        path("M14-34l17 5-17 5z", fill="#c43d22"),
        path("M14-17L40 19H-4z", fill="#d9c08a"),
        path("M-10-20L20 19H-38z", fill=PALE),
        path("M-10-20L-17 19H-38z", fill="#e4d2a4"),
        path("M-8-3L4 19H-16z", fill="#6d5735"),
    ]
    return symbol(f"{PREFIX}-base", *parts, **_LINE)


def volcano() -> str:
    """The crater from above, with lava running down its sides."""
    parts = [
        path("M-20-41l22-4 20 7 18 20 3 20-13 24-22 14-25-3-20-17-7-22 8-22z", fill="#54423f"),
        path("M-12-29l16-2 15 6 9 14-1 16-11 14-17 6-17-6-10-15 1-17z", fill="#332726"),
        path(
            "M-6-16l-4-13 8 3 6-8 1 15 12-2 10-6-4 11 12 8-17 3-5 8 4 16-10 9-2-18-9-6-13 3-9 10 1-14 10-5z",
            fill="#ef6a25",
        ),
        path("M-8-9l9-4 9 5 1 9-8 7-10-2-4-8z", fill=GOLD),
    ]
    return symbol(f"{PREFIX}-volcano", *parts)


def wafer_backs() -> list[str]:
    """A wafer face down, with a sun on it, and the empty place of one that has been taken."""
    disc = circle(0, 0, 12.5, fill="#eab53a", **_LINE)
    sun = path("M0-8.5L2.6-2.6 8.5 0 2.6 2.6 0 8.5-2.6 2.6-8.5 0-2.6-2.6z", fill=_SHADE)
    taken = circle(0, 0, 11, fill="none", stroke="#6f9384", stroke_width=1.8)
    return [symbol(f"{PREFIX}-wafer", disc, sun), symbol(f"{PREFIX}-no-wafer", taken)]
