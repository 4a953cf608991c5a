"""A choice tried on what a seat sees."""

from collections.abc import Sequence

from engine.errors import GameOver, NotToMove
from engine.game import Preview, View, asked_now
from engine.incan_gold.orders import read


def preview(seen: View, orders: str, names: Sequence[str] = ()) -> Preview:
    """A choice changes nothing that can be seen before all have chosen."""
    if seen["seat"] is None:
        raise NotToMove("an onlooker is not asked for orders.")
    if seen["over"]:
        raise GameOver("This match is over.")
    if not asked_now(seen):
        raise NotToMove("seat {seat} is not in the temple and has nothing to decide.", seat=seen["seat"])
    return Preview(seen, (), read(orders, names), stops="others")
