"""Incan Gold's state: frozen, and turned into JSON and back.

The JSON has no card that has not been turned up: the decks follow from the match seed. But it has what is in
everybody's tent. So the program may store it and must not show it; players are shown a `view`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.chance import shuffle
from engine.incan_gold.pieces import ARTIFACT, HAZARD_COPIES, HAZARDS, TREASURES, Card


class State(NamedTuple):
    artifacts: bool  # the option
    seed: bytes | None
    deck: tuple[Card, ...]  # the whole deck of this round; empty in a blind state
    round: int
    path: tuple[Card, ...]  # the cards turned up in this round
    lying: tuple[int, ...]  # the treasure left on each of these cards
    inside: tuple[int, ...]  # seats, ascending
    held: tuple[int, ...]  # by seat, treasure at risk in this round
    tents: tuple[int, ...]  # by seat, treasure that is safe
    carried: tuple[int, ...]  # by seat, artifacts carried out
    worth: tuple[int, ...]  # by seat, what these artifacts are worth
    out: Mapping[str, int]  # by kind, hazard cards that are out of the game
    in_deck: int  # artifacts in this round's deck, when it was shuffled
    on_path: int = 0  # artifacts lying on the path
    over: bool = False


def deck(state: State) -> tuple[Card, ...]:
    """This round's deck, which follows from the seed. `out` does not change before the round ends."""
    assert state.seed is not None
    hazards = [kind for kind in HAZARDS for _ in range(HAZARD_COPIES - state.out.get(kind, 0))]
    cards: tuple[Card, ...] = (*TREASURES, *hazards, *[ARTIFACT] * state.in_deck)
    return _shuffled(cards, state.round, state.seed)


@lru_cache(maxsize=256)  # because a server reads the same few matches again and again
def _shuffled(cards: tuple[Card, ...], number: int, seed: bytes) -> tuple[Card, ...]:
    return shuffle(cards, f"incan-gold/round/{number}", seed)


_LISTS = ("path", "lying", "inside", "held", "tents", "carried", "worth")
_PLAIN = ("artifacts", "round", "in_deck", "on_path", "over")


def to_json(state: State) -> dict[str, Any]:
    return {
        **{name: list(getattr(state, name)) for name in _LISTS},
        **{name: getattr(state, name) for name in _PLAIN},
        "out": dict(state.out),
    }


def from_json(data: Mapping[str, Any], seed: bytes | None) -> State:
    rest: dict[str, Any] = {name: data[name] for name in _PLAIN}
    rest.update((name, tuple(data[name])) for name in _LISTS)
    state = State(seed=seed, deck=(), out=dict(data["out"]), **rest)
    return state if seed is None or state.over else state._replace(deck=deck(state))
