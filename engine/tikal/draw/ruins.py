"""What the explorers find and build, seen from above: temples, wafers, tents, shields, volcanoes."""

from engine.emblems import DARK, GOLD, INK, PALE, look
from engine.svg import Attributes, circle, group, group_at, middle, number, path, rect, symbol, use

PREFIX = "tk"
PLATFORM = 14  # half the width of a temple's top
_LINE: Attributes = {"stroke": DARK, "stroke_width": 1.4, "stroke_linejoin": "round"}
_SUN, _STONE, _SHADE = "#dcb670", "#b98a4b", "#6e4c22"


def half(value: int, crowded: bool) -> float:
    """Half the width of a temple at its foot. It grows with every level."""
    return 14.5 + 0.85 * value if crowded else 16 + 1.2 * value


def pyramids() -> list[str]:
    """Every temple in two sizes: alone on its hex, and smaller beside members. The top is always the same."""
    return [_pyramid(value, crowded) for crowded in (False, True) for value in range(1, 11)]


def _pyramid(value: int, crowded: bool) -> str:
    """A stepped temple with the light from above: a terrace for every two levels, and stairs on each side."""
    foot, terraces = half(value, crowded), (value + 3) // 2
    step = (foot - PLATFORM) / terraces
    edges = "".join([_square(foot - step * n) for n in range(1, terraces)])
    n = number(foot)
    return symbol(
        f"{PREFIX}-pyramid-{value}{'-small' * crowded}",
        rect(-foot, -foot, 2 * foot, 2 * foot, fill=_SUN, stroke=DARK, stroke_width=2),
        path(f"M-{n} {n}H{n}V-{n}z", fill=_STONE),
        path(edges, fill="none", stroke=_SHADE, stroke_width=1.5) if edges else "",
        path(f"M-4-{n}h8V{n}h-8zM-{n}-4v8H{n}v-8z", fill="#fbeac0"),
        rect(-PLATFORM, -PLATFORM, 2 * PLATFORM, 2 * PLATFORM, fill="#fff6dd", stroke=DARK, stroke_width=1.4),
    )


def _square(half_: float) -> str:
    n, whole = number(half_), number(2 * half_)
    return f"M-{n}-{n}h{whole}v{whole}h-{whole}z"


def temple(value: int, crowded: bool = False) -> str:
    figure = middle(
        0, 9.5 if value < 10 else 8.2, 28 if value < 10 else 23, str(value), font_weight="bold", fill=INK
    )
    return use(f"{PREFIX}-pyramid-{value}{'-small' * crowded}") + figure


def guarded_temple(value: int, seat: int, leader: bool) -> str:
    """A temple with a wall and towers in its guard's colour; beside it the guard on a shield."""
    foot = half(value, True) + 3
    wall = _square(foot)
    towers = "".join([f"M{x} {y}h9v9h-9z" for x in _ends(foot) for y in _ends(foot)])
    temple_ = group(
        path(wall, fill="none", stroke=DARK, stroke_width=8),
        temple(value, crowded=True),
        path(wall, fill="none", stroke=look(seat).fill, stroke_width=4.5),
        path(towers, fill=look(seat).fill, stroke=DARK, stroke_width=1.8),
    )
    return group_at(-12, 0, temple_, scale=min(0.9, 24 / (foot + 4.5))) + guard(seat, leader)


def _ends(foot: float) -> tuple[str, str]:
    return number(-foot - 4.5), number(foot - 4.5)


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
