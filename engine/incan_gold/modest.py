"""A modest player: goes on as long as the next card promises more treasure than it puts at risk."""

from collections.abc import Collection, Iterable

from engine.game import View
from engine.incan_gold.pieces import CAMP, HAZARDS, TORCH, Card


def modest(view: View) -> str:
    kinds_on_path = {card["card"] for card in view["path"] if card["card"] in HAZARDS}
    lying = sum(card["lying"] for card in view["path"])
    seat, inside = view["seat"], len(view["inside"])
    return (
        TORCH if goes_on(seat, view["deck"], kinds_on_path, inside, view["held"][seat - 1], lying) else CAMP
    )


def goes_on(
    seat: int, deck: Iterable[Card], on_path: Collection[Card], inside: int, held: int, lying: int
) -> bool:
    """Whether the seat stays in the temple; it follows from what all can see."""
    fatal = promised = 0
    for card in deck:
        if isinstance(card, int):
            promised += card // inside
        elif card in on_path:
            fatal += 1
    at_risk = held + lying // max(1, inside // 2)
    return promised * courage(seat) > fatal * at_risk * 4


def courage(seat: int) -> int:
    """Different for neighbours: bots that decide alike would always leave together and share everything."""
    return (2, 4, 6, 3, 5, 4, 3, 5)[seat - 1]
