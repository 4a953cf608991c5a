"""The positions that the guide's examples start from, each by its name."""

from collections.abc import Callable

from engine.incan_gold.pieces import ARTIFACT, Card
from engine.incan_gold.rules import begin, turn_card
from engine.incan_gold.state import State

_SEATS = 4
_DECK: tuple[Card, ...] = (11, 5, ARTIFACT, 7, "snake", "snake")


def position(name: str) -> State:
    """Raises KeyError if there is no such position."""
    return POSITIONS[name]()


def first_card() -> State:
    """Four players in the first round, and the first card has been turned up."""
    state = begin(_SEATS, {}, bytes(32))[0]
    everybody, nothing = tuple(range(1, _SEATS + 1)), (0,) * _SEATS
    return turn_card(
        state._replace(
            deck=_DECK, path=(), lying=(), inside=everybody, held=nothing, tents=nothing, out={}, on_path=0
        ),
        [],
    )


POSITIONS: dict[str, Callable[[], State]] = {"first-card": first_card}
