"""Shapes that are drawn more than once: defined here, used by name. A hex is 124 wide, its middle at 0,0."""

from functools import cache

from engine.emblems import DARK, GOLD, INK, shared_definitions
from engine.svg import circle, definitions_by_id, group_at, path, rect, symbol
from engine.tikal.draw.flora import HEX, RIMS, crown, palm, rim
from engine.tikal.draw.motifs import MOTIF_SHAPES
from engine.tikal.draw.people import people
from engine.tikal.draw.ruins import PREFIX, base, pyramids, shields, volcano, wafer_backs

STONE = "#f6efdc"

# The greens of the jungle, from the darkest to the lightest.
NIGHT, DEEP, LEAF, GREEN, BRIGHT = "#12302a", "#1c4537", "#2b6145", "#467f4c", "#74a556"
GROUND = {
    "base": "#f2e3bd",
    "temple": "#efd9a7",
    "treasure": "#b5d8c8",
    "jungle": "#a3cb78",
    "volcano": "#7a615a",
}
# Three ways to fill an unexplored hex with trees and palms, each plant with its place and its size.
_STANDS = (
    (("tree", -27, -24, 1), ("palm", 27, -22, 1), ("tree", 24, 25, 1.1)),
    (("palm", -24, 22, 1.05), ("tree", 28, -18, 1.1), ("tree", -22, -28, 0.9)),
    (("tree", -28, 17, 1.1), ("palm", 20, 26, 0.95), ("tree", 10, -30, 1)),
)
STANDS = len(_STANDS)


@cache
def definitions(seats: int) -> dict[str, str]:
    """The same for every picture with so many seats."""
    grounds = [_ground(kind, which) for kind in GROUND for which in range(len(RIMS))]
    jungle = [_tree(), _palm(), *[_stand(n) for n in range(STANDS)], _grove(), _changed_mark()]
    stones = [_stones(count) for count in (1, 2, 3)]
    features = [*pyramids(), base(), volcano(), *wafer_backs(), *shields(), *people(seats)]
    return definitions_by_id(
        [*shared_definitions(PREFIX, seats), *jungle, *grounds, *stones, *features, *_motifs()]
    )


def _tree() -> str:
    parts = (path(crown(7, 19), fill=LEAF), path(crown(6, 10, 20), fill=GREEN, transform="translate(-3 -3)"))
    return symbol(f"{PREFIX}-tree", *parts)


def _palm() -> str:
    parts = (path(palm(7, 31, 22), fill=GREEN), path(palm(5, 20, 20, 30), fill=BRIGHT))
    return symbol(f"{PREFIX}-palm", *parts)


def _stand(n: int) -> str:
    ground = path(HEX, fill=DEEP, stroke=NIGHT, stroke_width=2)
    plants = [_plant(*plant) for plant in _STANDS[n]]
    return symbol(f"{PREFIX}-stand-{n}", ground, *plants)


def _plant(kind: str, x: float, y: float, scale: float) -> str:
    return group_at(x, y, f'<use href="#{PREFIX}-{kind}"/>', scale=scale)


def _ground(kind: str, which: int) -> str:
    """A clearing: the ground, leaves over it from all sides, and a dark corner for the hex's name."""
    light, dark = ("#54423f", "#3a2c2b") if kind == "volcano" else (GREEN, DEEP)
    far, near = RIMS[which]
    return symbol(
        f"{PREFIX}-on-{kind}-{which}",
        path(HEX, fill=GROUND[kind]),
        path(rim(near), fill=light, fill_rule="evenodd"),
        path(rim(far), fill=dark, fill_rule="evenodd"),
        path("M-62 0L-52-17Q-33-12-30 0Q-33 12-52 17z", fill=dark),
        path(HEX, fill="none", stroke=NIGHT, stroke_width=2),
    )


def _stones(count: int) -> str:
    """Slabs side by side along the north side; `tiles.py` turns them to the other sides."""
    first = -count * 8
    slabs = "".join([f"M{first + 16 * n + 1.8} -51h12.4v10.5h-12.4z" for n in range(count)])
    bed = rect(first - 1, -53, 16 * count + 2, 14.5, rx=2, fill=DEEP)
    return symbol(f"{PREFIX}-stones-{count}", bed, path(slabs, fill=STONE))


def _grove() -> str:
    """The trees on an explored jungle hex."""
    trees = [
        _plant(*plant) for plant in (("tree", 14, 13, 0.9), ("tree", -15, 10, 0.9), ("palm", 1, -7, 0.95))
    ]
    return symbol(f"{PREFIX}-grove", *trees)


def _changed_mark() -> str:
    """The ring round a changed hex. Its wedge is a second sign, for eyes that cannot tell the colour."""
    ring = path(
        "M-59.5 0L-29.7-51.5H29.7L59.5 0L29.7 51.5H-29.7z", fill="none", stroke=GOLD, stroke_width=4.5
    )
    wedge = path("M62 0L50-20Q41 0 50 20z", fill=GOLD)
    star = path("M52-7l2 5 5 2-5 2-2 5-2-5-5-2 5-2z", fill=DARK)
    return symbol(f"{PREFIX}-changed", ring, wedge, star)


def _motifs() -> list[str]:
    disc = circle(0, 0, 17, fill="#f7dc83", stroke=DARK, stroke_width=1.6)
    return [
        symbol(f"{PREFIX}-motif-{motif}", disc, path(d, fill=INK, fill_rule="evenodd"))
        for motif, d in MOTIF_SHAPES.items()
    ]
