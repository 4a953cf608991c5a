"""What a button says that gives one of Incan Gold's orders."""

from engine.incan_gold.pieces import CAMP, TORCH
from engine.speech import ENGLISH, Speech


def label(orders: str, speech: Speech = ENGLISH) -> str:
    """`orders` are canonical. Empty for those that no button gives."""
    return {
        TORCH: speech.gettext("Go on with the torch"),
        CAMP: speech.gettext("Go back to the camp"),
    }.get(orders, "")
