"""Action points: ten to a set, never saved."""

from engine.errors import Illegal
from engine.tikal.state import State


def pay(state: State, cost: int) -> int:
    """The AP left after paying; raises Illegal if there are too few."""
    left = state.ap - cost
    if left < 0:
        raise Illegal("this costs {cost} AP, and you have {ap}.", cost=cost, ap=state.ap)
    return left
