"""The SVG layer of empty hexes that a page lays over the picture, for a player to tap on."""

from functools import cache

from engine.emblems import WIDTH
from engine.svg import circle, element, group, group_at, middle, path
from engine.tikal.draw.flora import HEX
from engine.tikal.draw.hexes import BOARD_HEIGHT, BOARD_WIDTH
from engine.tikal.draw.places import centre
from engine.tikal.draw.status import BAR
from engine.tikal.pieces import HEXES

COST = (40, 0)  # where the cost stands: to the right, where a hex has nothing else


@cache
def touch() -> str:
    """As wide as the picture, from its top on. The page lights hexes up and writes the costs into them."""
    shapes = [
        group_at(
            *centre(name),
            path(HEX),
            circle(*COST, 17),
            middle(COST[0], COST[1] + 10, 28, ""),
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
