"""Drafts of orders, for every game."""

from collections.abc import Callable, Iterator, Sequence

from engine.errors import OrderError
from engine.game import Preview, View
from engine.taps import Composition, Tap

TRIES = 3  # what cannot be read is told before what is not allowed, and that before what comes too late


def of_choices(
    view: View,
    orders: str,
    names: Sequence[str],
    choices: Callable[[View], Iterator[str]],
    preview: Callable[[View, str, Sequence[str]], Preview],
) -> Composition:
    """For games in which a submission is one choice: choosing again chooses something else."""
    taps = tuple(Tap(choice, choice, instead=bool(orders.strip())) for choice in choices(view))
    if not orders.strip():
        return Composition(view, taps=taps)
    seen = preview(view, orders, names)
    return Composition(seen.view, (seen.canonical,), seen.events, seen.stops, taps=taps)


def longest_good(orders: str, start: int, good: Callable[[str], Composition]) -> Composition:
    """Of orders with a mistake at `start`, what can be done: up to the separator before it."""
    for _ in range(TRIES):
        rest = orders[:start]
        orders = rest[: max(rest.rfind(";"), rest.rfind("\n"), 0)]
        if not orders.strip():
            break
        try:
            return good(orders)
        except OrderError as error:
            start = error.start
    return good("")
