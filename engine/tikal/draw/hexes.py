"""The board: forty hexes, each with its stones, its temple or other feature, and its members."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.emblems import PALE
from engine.game import Event, View
from engine.svg import group, group_at, middle, use
from engine.tikal.draw import members, tiles
from engine.tikal.draw.marks import marks
from engine.tikal.draw.places import HALF, SIZE, centre, column
from engine.tikal.draw.ruins import PREFIX
from engine.tikal.draw.shapes import STANDS
from engine.tikal.pieces import HEXES

BOARD_WIDTH, BOARD_HEIGHT = SIZE * 12.5, HALF * 11
_PALMS = tuple((x, y) for y, first in ((32, 155), (562, 62)) for x in range(first, 760, 186))


def board(view: View, events: Sequence[Event]) -> str:
    """From the ground up: the ground of every hex, marks for what has just happened, and the rest."""
    palms = [use(f"{PREFIX}-palm", *place) for place in _PALMS]
    return group(*palms, part(view, HEXES, marks(events)))


def part(view: View, names: Sequence[str], between: Sequence[str] = ()) -> str:
    """Some of the hexes, with marks between their grounds and what stands on them."""
    lying = [_ground_layer(view, name) for name in names]
    standing = [_upper_layer(view, name) for name in names if name in view["board"]]
    return "".join([*lying, *between, *standing])


def _ground_layer(view: View, name: str) -> str:
    here = view["board"].get(name)
    return group_at(*centre(name), tiles.ground(here, _variant(name, 2))) if here else _unexplored(name)


@cache
def _unexplored(name: str) -> str:
    stand = use(f"{PREFIX}-stand-{_variant(name, STANDS)}")
    label = middle(0, 8.5, 25, name, fill="#dfe8c8", font_weight="bold")
    return group_at(*centre(name), stand, label, data_hex=name)


def _variant(name: str, ways: int) -> int:
    """Which of several drawings of jungle a hex has. It depends on the place, so it is always the same."""
    return (column(name) // 2 + column(name) % 2 * 2 + int(name[1])) % ways


def _upper_layer(view: View, name: str) -> str:
    """Feature, members and stones of a hex. The stones are on top, because they are the cost of a path."""
    here, rows = view["board"][name], members.rows_of(view, name)
    return group_at(
        *centre(name),
        tiles.feature(here, len(rows), aside=len(rows) == 2 and any(one.leader for one in rows[0])),
        members.draw_rows(rows, here["stones"]),
        tiles.stones(here),
        _label(name, here),
        data_hex=name,
    )


def _label(name: str, here: Mapping[str, Any]) -> str:
    """The hex's name. It moves aside where three stones reach into its corner."""
    aside = 7 if here["stones"][5] == 3 else -7 if here["stones"][4] == 3 else 0
    return middle(-44.5, 6 + aside, 18, name, fill=PALE, font_weight="bold")
