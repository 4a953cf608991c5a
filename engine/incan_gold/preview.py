"""A choice, tried on a seat's view."""

from collections.abc import Sequence

from engine.errors import GameOver, NotToMove
from engine.game import Preview, View, own_ask
from engine.incan_gold.orders import read
from engine.speech import NamedSeat


def preview(view: View, orders: str, names: Sequence[str] = ()) -> Preview:
    """The view as it is: a choice changes nothing that can be seen before all have chosen."""
    if view["seat"] is None:
        raise NotToMove("spectators give no orders.")
    if view["over"]:
        raise GameOver("This match is over.")
    if not own_ask(view):
        seat = NamedSeat(view["seat"])
        raise NotToMove("{seat} is not in the temple and has nothing to decide.", seat=seat)
    return Preview(view, (), read(orders, names), stops="others")
