"""What a button says and shows that gives one of Tikal's short orders."""

from engine.emblems import DARK, GOLD, PALE
from engine.speech import ENGLISH, Speech
from engine.svg import circle, middle, path, sign_picture
from engine.tikal.draw import picture
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


def sign(orders: str) -> str:
    """Its picture. The words of the button say it all, so it has none for a screen reader."""
    verb, _, what = orders.partition(" ")
    if verb == "bid":
        coin = circle(0, 0, 22, fill=GOLD, stroke=DARK, stroke_width=2.5)
        return sign_picture(coin, middle(0, 9, 26, what, font_weight="bold", fill=DARK))
    if verb == "pass":
        card = circle(0, 0, 22, fill=PALE, stroke=DARK, stroke_width=2.5)
        return sign_picture(card, path("M-11 0H11", stroke=DARK, stroke_width=5, stroke_linecap="round"))
    return picture(what) if verb == "pick" else ""
