"""Frozen states: with every action a new one is made, which differs in a few fields."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T", bound=type[NamedTuple])


def quickly_replaced(kind: T) -> T:
    """Gives a named tuple a `_replace` in a third of the time; it does the same."""
    places = {name: place for place, name in enumerate(kind._fields)}
    make: Callable[[Any, list[Any]], Any] = tuple.__new__

    def replace(self: Any, /, **changes: Any) -> Any:
        values = list(self)
        for name in changes:
            values[places[name]] = changes[name]
        return make(kind, values)

    type.__setattr__(kind, "_replace", replace)
    return kind
