"""What a button says and shows that gives one of Incan Gold's orders."""

from engine.incan_gold.draw.shapes import torch_parts
from engine.incan_gold.pieces import CAMP, TORCH
from engine.speech import ENGLISH, Speech
from engine.svg import group, path, sign_picture


def label(orders: str, speech: Speech = ENGLISH) -> str:
    """`orders` are canonical. Empty for those that no button gives."""
    return {
        TORCH: speech.gettext("Go on with the torch"),
        CAMP: speech.gettext("Go back to the camp"),
    }.get(orders, "")


def sign(orders: str) -> str:
    """Its picture. The words of the button say it all, so it has none for a screen reader."""
    if orders == TORCH:
        return sign_picture(group(*torch_parts()))
    tent = path("M0-20L23 18H-23z", fill="#d9c08a", stroke="#1d1a16", stroke_width=2)
    return sign_picture(tent, path("M0-8L9 18H-9z", fill="#6d5735")) if orders == CAMP else ""
