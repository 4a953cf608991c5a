"""Playing the examples of a guide: who gives each order, and what it leads to."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from engine.game import Step
from engine.guide import Example
from engine.registry import GAMES, game


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
