"""What a button says that gives one of Tikal's short orders."""

from engine.speech import ENGLISH, Speech
from engine.tikal.tell import tile_name


def label(orders: str, speech: Speech = ENGLISH) -> str:
    """`orders` are canonical. Empty for those that no button gives."""
    verb, _, what = orders.partition(" ")
    if verb == "bid":
        return speech.gettext("Bid {points}").format(points=what)
    if verb == "pass":
        return speech.gettext("Pass")
    if verb == "pick":
        return speech.gettext("Pick {tile}: {name}").format(tile=what, name=tile_name(what, speech))
    return ""
