"""What the games' own `compose` functions share: drafts of orders that grow tap by tap.

The data that `compose` returns is in `engine/taps.py`.
"""

from collections.abc import Callable, Iterator, Sequence

from engine.errors import OrderError
from engine.game import Preview, View
from engine.taps import Composition, Tap

TRIES = 3  # a text can have three kinds of mistakes, found one after another: unreadable, illegal, too late


def of_choices(
    view: View,
    orders: str,
    names: Sequence[str],
    choices: Callable[[View], Iterator[str]],
    preview: Callable[[View, str, Sequence[str]], Preview],
) -> Composition:
    """`compose` for a game in which a submission is one choice: a second tap replaces the first."""
    taps = tuple(Tap(choice, choice, instead=bool(orders.strip())) for choice in choices(view))
    if not orders.strip():
        return Composition(view, taps=taps)
    after = preview(view, orders, names)
    return Composition(after.view, (after.canonical,), after.events, after.stops, taps=taps)


def compose_before_mistake(orders: str, start: int, compose: Callable[[str], Composition]) -> Composition:
    """The draft of the actions before a mistake: the orders are cut at the last separator before `start`."""
    for _ in range(TRIES):
        rest = orders[:start]
        orders = rest[: max(rest.rfind(";"), rest.rfind("\n"), 0)]
        if not orders.strip():
            break
        try:
            return compose(orders)
        except OrderError as error:
            start = error.start
    return compose("")
