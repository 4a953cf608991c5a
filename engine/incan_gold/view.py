"""What a seat may see of Incan Gold: no deck, and no tent but its own before the match is over."""

from engine.game import View
from engine.incan_gold.pieces import ARTIFACT, HAZARD_COPIES, HAZARDS, TREASURES, Card
from engine.incan_gold.rules import result
from engine.incan_gold.state import State


def view(state: State, seat: int | None) -> View:
    ending = result(state)
    return {
        "game": "incan-gold",
        "seat": seat,
        "artifacts": state.artifacts,
        "round": state.round,
        "path": [{"card": card, "lying": lying} for card, lying in zip(state.path, state.lying, strict=True)],
        "on_path": state.on_path,
        "inside": list(state.inside),
        "held": list(state.held),
        "tents": [tent if state.over or n == seat else None for n, tent in enumerate(state.tents, 1)],
        "carried": list(state.carried),
        "worth": list(state.worth),
        "out": dict(state.out),
        "deck": [] if state.over else face_down(state),
        "over": state.over,
        "asked": {str(inside): "choice" for inside in state.inside},
        "result": ending and ending.to_json(),
    }


def face_down(state: State) -> list[Card]:
    """This round's cards that are face down, sorted: anybody can count them, nobody knows their order."""
    hazards = [kind for kind in HAZARDS for _ in range(HAZARD_COPIES - state.out.get(kind, 0))]
    cards: list[Card] = [*TREASURES, *hazards, *[ARTIFACT] * state.in_deck]
    for card in state.path:
        cards.remove(card)
    return cards
