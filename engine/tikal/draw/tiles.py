"""A tile: its ground, its feature (temple, treasure, camp and so on), and its stones."""

from collections.abc import Mapping
from typing import Any

from engine.emblems import INK
from engine.svg import group, group_at, text, use
from engine.tikal.draw.ruins import PREFIX, camp, guarded_temple, temple
from engine.tikal.pieces import TILES

_LARGEST = {"temple": 1.2, "jungle": 0.95, "base": 0.85, "volcano": 0.92}  # where no members are
# Where a feature stands above one row of members, or above two: its middle and its size.
_ABOVE = {1: (-15.5, 0.98), 2: (-24, 0.68)}
_ABOVE_HIGH = {1: (-12, 0.78), 2: (-22, 0.55)}  # the same for tents and trees, which are higher


def tile(here: Mapping[str, Any]) -> str:
    """A tile by itself, in its rotation."""
    return ground(here, 0) + feature(here, 0) + stones(here)


def ground(here: Mapping[str, Any], which: int) -> str:
    return use(f"{PREFIX}-on-{here['kind']}-{which}")


def stones(here: Mapping[str, Any]) -> str:
    return "".join([_side(side, count) for side, count in enumerate(here["stones"]) if count])


def _side(side: int, count: int) -> str:
    slabs = use(f"{PREFIX}-stones-{count}")
    if not side:
        return group(slabs, data_side=side)
    return group(slabs, transform=f"rotate({60 * side})", data_side=side)


def feature(here: Mapping[str, Any], rows: int, aside: bool = False) -> str:
    """The feature, in the middle or above `rows` rows of members. `aside` makes room for a leader's crown."""
    if not rows:
        occupied = here["guard"] or here["camp"]
        return group_at(
            0, 0, _feature_picture(here, False), scale=1 if occupied else _LARGEST.get(here["kind"], 1)
        )
    high = here["camp"] or here["kind"] in ("jungle", "base")
    y, scale = (_ABOVE_HIGH if high else _ABOVE)[rows]
    return group_at(14 if aside else 0, y, _feature_picture(here, True), scale=scale)


def _feature_picture(here: Mapping[str, Any], crowded: bool) -> str:
    if here["camp"]:
        return camp(here["camp"])
    if here["kind"] == "temple" and here["guard"]:
        return guarded_temple(here["value"], here["guard"], here["guard_leader"])
    if here["kind"] == "temple":
        return temple(here["value"], crowded)
    if here["kind"] == "treasure":
        return _wafers(here["wafers"], TILES[here["tile"]].masks)
    return use(f"{PREFIX}-{'grove' if here['kind'] == 'jungle' else here['kind']}")


def _wafers(count: int, masks: int) -> str:
    """The wafers that are left, and the empty places of those that have been taken."""
    first = 2 - 3.5 * masks - 8 * bool(count)
    places = [
        use(f"{PREFIX}-{'wafer' if n >= masks - count else 'no-wafer'}", first + 7 * n) for n in range(masks)
    ]
    figure = text(first + 7 * masks + 7, 10, 30, str(count), font_weight="bold", fill=INK) if count else ""
    return group(*places, figure, data_wafers=count)
