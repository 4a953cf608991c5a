"""Playing the examples of a guide: who gives each order, and what it leads to."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

from engine.chance import match_seed
from engine.game import Step, View
from engine.guide import Example
from engine.random_play import play
from engine.registry import GAMES, game

NAMES = ("Ana", "Bo", "Čeněk", "Dörte")
BOARD_STEPS = 25  # half of Tikal is explored, and the path of Incan Gold has its first bend


@cache
def example_board(name: str) -> tuple[View, list[str]]:
    """A board after some steps of bots, the same every time, and the names of its seats."""
    rules = game(name)
    seats = min(max(rules.META.fewest, 3), rules.META.most)
    steps = play(rules, seats, {}, match_seed(b"a board to look at", ()), rules.bot)
    *_, last = islice(steps, BOARD_STEPS)
    return rules.view(last.before, None), list(NAMES[:seats])


class ExampleStep(NamedTuple):
    seats: tuple[int, ...]  # those that are asked, in the order of the line's orders
    step: Step


def position(name: str, wanted: str) -> Any:
    """The state of this name among the game's positions. Raises KeyError if there is none."""
    return import_module(GAMES[name] + ".positions").POSITIONS[wanted]()


def play_example(name: str, example: Example) -> Iterator[ExampleStep]:
    """Raises an OrderError if an order is not possible, and ValueError if a seat has none."""
    rules, state = game(name), position(name, example.position)
    for line in example.lines:
        seats = tuple(rules.asked(state))
        step = rules.apply(state, dict(zip(seats, line.orders, strict=True)))
        yield ExampleStep(seats, step)
        state = step.state
