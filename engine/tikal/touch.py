"""The SVG layer of empty hexes that a page lays over the picture, for a player to tap on."""

from functools import cache

from engine.emblems import WIDTH
from engine.svg import element, group, group_at, middle, path
from engine.tikal.draw.flora import HEX
from engine.tikal.draw.hexes import BOARD_HEIGHT, BOARD_WIDTH
from engine.tikal.draw.places import centre
from engine.tikal.draw.status import BAR
from engine.tikal.pieces import HEXES

# The tag with the cost: at the right corner, where a hex has nothing else. It looks like no piece.
COST = 46
TAG = "30,-14 64,-14 64,14 30,14 19,0"


@cache
def touch() -> str:
    """As wide as the picture, from its top on. The page lights hexes up and writes the costs into them."""
    shapes = [
        group_at(
            *centre(name),
            path(HEX),
            element("polygon", points=TAG, data_tag="cost"),
            middle(COST, 8, 23, ""),
            data_place=name,
        )
        for name in HEXES
    ]
    return element(
        "svg",
        group(*shapes, transform=f"translate({(WIDTH - BOARD_WIDTH) / 2:g} {BAR})"),
        viewBox=f"0 0 {WIDTH} {BAR + BOARD_HEIGHT:g}",
        aria_hidden="true",
    )
