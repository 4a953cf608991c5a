"""The contents of the book of a finished match: chapters, boards, points, tables, shuffles.

A game can tell these in its own way, in a `chronicle.py` with a class `GameChronicle`. A game without one
gets the plain `Chronicle` below.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from engine.game import Event, Game, View
from engine.record import Moment
from engine.registry import GAMES, game
from engine.speech import Speech
from engine.way import changes_of, taken_back


class Happening(NamedTuple):
    """An event, and the number of its step."""

    step: int
    event: Event


class Figure(NamedTuple):
    """The board after a step. A book with too many boards leaves out those with the least weight."""

    step: int
    caption: str
    weight: int


class StoryCard(NamedTuple):
    """One of a row of cards: the name of its picture, its own name, and the seats that left after it."""

    picture: str
    words: str
    seats: tuple[int, ...] = ()


class FactTable(NamedTuple):
    """A table of the book. `by_seat` means: after the first column there is one column for each seat."""

    title: str
    head: list[str]
    rows: list[list[str]]
    note: str = ""
    by_seat: bool = False


class Chapter(NamedTuple):
    title: str
    happenings: list[Happening]
    table: FactTable | None = None
    figure: Figure | None = None  # printed large at its end
    cards: tuple[StoryCard, ...] = ()
    opening: Figure | None = None  # the board that it begins with
    stakes: tuple[str, ...] = ()  # sentences: how things stand, and what can be won or lost
    points: Sequence[int] = ()  # of the seats as it begins


class TurningPoint(NamedTuple):
    """A moment that the record shows to be one of a kind: the largest, the longest, the boldest."""

    step: int
    title: str
    text: str
    board: int  # the step whose board shows it


class Lane(NamedTuple):
    """A place, and the seat that held it after each step; 0: nobody."""

    name: str
    held: Sequence[int]


class Milestone(NamedTuple):
    """A step that has a name in the chart of points: a scoring round, the end of a round."""

    at: int  # a step
    name: str


class PointSource(NamedTuple):
    """One source of points, and how many each seat got from it."""

    name: str
    points: Sequence[int]


class Shuffle(NamedTuple):
    """One shuffle: its label, and the list before and after it."""

    label: str
    before: list[str]
    after: list[str]


class Chronicle:
    """Made from a finished record that has been verified."""

    brief: frozenset[str] = frozenset()  # kinds of events; steps with no others share one paragraph

    def __init__(self, rules: Game, moments: Sequence[Moment], names: Sequence[str], speech: Speech) -> None:
        self.rules, self.moments, self.names, self.speech = rules, moments, names, speech
        changes = changes_of([moment.line for moment in moments])
        gone = taken_back(len(moments) - 1, changes)
        self.standing = [moment for moment in moments if moment.step not in gone]

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def options(self) -> Mapping[str, bool]:
        first = self.moments[0].line
        return self.rules.META.check(len(first["seats"]), first["options"])

    def happenings(self) -> Iterator[Happening]:
        """Of the steps that stand: what was taken back is told by the steps back alone."""
        for moment in self.standing:
            yield from (Happening(moment.step, event) for event in moment.events)

    def of_kind(self, kind: str) -> Iterator[Happening]:
        return (happening for happening in self.happenings() if happening.event["event"] == kind)

    def view(self, step: int) -> View:
        return self.rules.view(self.moments[step].state, None)

    def before(self, step: int) -> int:
        """The step that stood before this one."""
        return max((moment.step for moment in self.standing if moment.step < step), default=0)

    # --- What games tell in ways of their own ---

    def says(self, event: Event) -> bool:
        """Whether the book has a sentence for this event."""
        return True

    def chapters(self) -> list[Chapter]:
        return [Chapter(self.speech.gettext("The match"), list(self.happenings()))]

    def tell(self, events: Sequence[Event], names: Sequence[str], number: int) -> list[str]:
        """Paragraphs about events that belong together. `number`: so that not all are told in one way."""
        return list(self.rules.news(events, names, self.speech))

    def figures(self) -> list[Figure]:
        return []

    def turning_points(self) -> list[TurningPoint]:
        return []

    def lanes(self) -> list[Lane]:
        """Who held what over time; nothing in a game in which nothing is held."""
        return []

    def statistics(self) -> FactTable | None:
        """What each player did how often."""
        return None

    def scores(self) -> list[list[int]]:
        """The points of all seats after each step; empty if the game has none before its end."""
        return []

    def marks(self) -> list[Milestone]:
        return []

    def sources(self) -> list[PointSource]:
        return []

    def tables(self) -> list[FactTable]:
        return []

    def draws(self) -> list[Shuffle]:
        return []

    def card_pictures(self, names: Iterable[str]) -> dict[str, str]:
        return {}


def chronicle(name: str, moments: Sequence[Moment], names: Sequence[str], speech: Speech) -> Chronicle:
    """The game's own chronicle, or the plain one if the game has none."""
    module = f"{GAMES[name]}.chronicle"
    kind: type[Chronicle] = import_module(module).GameChronicle if find_spec(module) else Chronicle
    return kind(game(name), moments, names, speech)


def signed(points: int) -> str:
    """With the minus sign U+2212 rather than a hyphen."""
    return f"−{-points}" if points < 0 else str(points)
