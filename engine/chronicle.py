"""What the book of a finished match tells: chapters, the boards that belong to them, points, tables, draws.

A game tells these in its own way in a `chronicle.py` with a class `GameChronicle`; without one, the plain
chronicle below serves it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from engine.game import Event, Game, View
from engine.record import Moment
from engine.registry import GAMES, game
from engine.speech import Speech


class Happening(NamedTuple):
    """An event, and the step it came with."""

    step: int
    event: Event


class Figure(NamedTuple):
    """The board after a step. Where there are too many, those of little weight are left out."""

    step: int
    caption: str
    weight: int


class Card(NamedTuple):
    """One of a row of cards: its picture's name, what it is, and who left after it."""

    picture: str
    words: str
    seats: tuple[int, ...] = ()


class FactTable(NamedTuple):
    """`by_seat`: after the first column there is one for each seat."""

    title: str
    head: list[str]
    rows: list[list[str]]
    note: str = ""
    by_seat: bool = False


class Chapter(NamedTuple):
    title: str
    happenings: list[Happening]
    table: FactTable | None = None
    figure: Figure | None = None  # shown large
    cards: tuple[Card, ...] = ()


class Mark(NamedTuple):
    """A place on the way that has a name: a scoring round, the end of a round."""

    at: int
    name: str


class Source(NamedTuple):
    """Where points came from, by seat."""

    name: str
    points: Sequence[int]


class Draw(NamedTuple):
    """One shuffle: its label, and the list before and after it."""

    label: str
    before: list[str]
    after: list[str]


class Chronicle:
    """Made from a finished record that has been verified."""

    brief: frozenset[str] = frozenset()  # events of short steps, which are told in one paragraph

    def __init__(self, rules: Game, moments: Sequence[Moment], names: Sequence[str], speech: Speech) -> None:
        self.rules, self.moments, self.names, self.speech = rules, moments, names, speech

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def options(self) -> Mapping[str, bool]:
        first = self.moments[0].line
        return self.rules.META.check(len(first["seats"]), first["options"])

    def happenings(self) -> Iterator[Happening]:
        for moment in self.moments:
            yield from (Happening(moment.step, event) for event in moment.events)

    def of_kind(self, kind: str) -> Iterator[Happening]:
        return (happening for happening in self.happenings() if happening.event["event"] == kind)

    def view(self, step: int) -> View:
        return self.rules.view(self.moments[step].state, None)

    # --- What games tell in ways of their own ---

    def says(self, event: Event) -> bool:
        """Whether it is worth a sentence."""
        return True

    def chapters(self) -> list[Chapter]:
        return [Chapter(self.speech.gettext("The match"), list(self.happenings()))]

    def figures(self) -> list[Figure]:
        return []

    def scores(self) -> list[list[int]]:
        """Everybody's points after each step, where they can be told before the end."""
        return []

    def marks(self) -> list[Mark]:
        return []

    def sources(self) -> list[Source]:
        return []

    def tables(self) -> list[FactTable]:
        return []

    def draws(self) -> list[Draw]:
        return []

    def card_pictures(self, names: Iterable[str]) -> dict[str, str]:
        return {}


def chronicle(name: str, moments: Sequence[Moment], names: Sequence[str], speech: Speech) -> Chronicle:
    """The game's own, where it has one."""
    own = f"{GAMES[name]}.chronicle"
    kind = import_module(own).GameChronicle if find_spec(own) else Chronicle
    made: Chronicle = kind(game(name), moments, names, speech)
    return made


def signed(points: int) -> str:
    """With a real minus, and nothing for nothing."""
    return f"−{-points}" if points < 0 else str(points)


def empty(seats: int) -> list[Any]:
    return ["–"] * seats
