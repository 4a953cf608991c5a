"""A modest player: goes on as long as the next card promises more treasure than it puts at risk."""

from engine.game import View
from engine.incan_gold.pieces import CAMP, HAZARDS, TORCH


def bot(view: View) -> str:
    kinds_on_path = {card["card"] for card in view["path"] if card["card"] in HAZARDS}
    deck, inside = view["deck"], len(view["inside"])
    fatal = sum(card in kinds_on_path for card in deck)
    lying = sum(card["lying"] for card in view["path"])
    at_risk = view["held"][view["seat"] - 1] + lying // max(1, inside // 2)
    promised = sum(card // inside for card in deck if isinstance(card, int))
    return TORCH if promised * courage(view["seat"]) > fatal * at_risk * 4 else CAMP


def courage(seat: int) -> int:
    """Different for neighbours: bots that decide alike would always leave together and share everything."""
    return (2, 4, 6, 3, 5, 4, 3, 5)[seat - 1]
