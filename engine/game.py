"""The contract between a game and the rest of the program: a game is a package with the names of `Game`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from engine.errors import OrderError
from engine.guide import Section
from engine.sentences import Weight
from engine.speech import ENGLISH, Speech
from engine.taps import Composition, PlanForm, Stake
from engine.words import LANGUAGES, Vocabulary

State: TypeAlias = Any  # each game's own frozen state
View: TypeAlias = dict[str, Any]  # plain data: what one seat, or an onlooker, may see
Event: TypeAlias = dict[str, Any]  # plain data with the key "event"; `tell` makes a sentence of it
Events: TypeAlias = tuple[Event, ...]
Orders: TypeAlias = Mapping[int, str]  # by seat


def own_ask(view: View) -> str:
    """The kind of the ask that the view's own seat has to answer; empty if it has none."""
    return str(view["asked"].get(str(view["seat"]), ""))


class Ask(NamedTuple):
    """What one seat is asked for. If it is sealed, nobody sees an answer before all answers are in."""

    kind: str
    sealed: bool = False


class Step(NamedTuple):
    """What `apply` returns. `refused` is the error, if only the actions up to a wafer were done."""

    state: State
    events: tuple[Event, ...]
    canonical: dict[int, str]
    refused: OrderError | None = None


class Preview(NamedTuple):
    """What a submission would lead to, as far as this is known before anything is turned up."""

    view: View
    events: tuple[Event, ...]
    canonical: str
    # What it had to stop at: "others" where their answers decide, or the game's own word for what would be
    # turned up, such as "wafer" or "tile"; empty where it went to the end.
    stops: str = ""
    rest: str = ""  # the orders after that point, which were not tried


class Result(NamedTuple):
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    more: Mapping[str, tuple[int, ...]] = {}  # what else a game counts, by seat

    def to_json(self) -> dict[str, Any]:
        more = {key: list(row) for key, row in self.more.items()}
        return {"scores": list(self.scores), "winners": list(self.winners), **more}


class Answer(NamedTuple):
    """What a plan says to a view: orders or none, and why. If `disarmed`, it will never have any again."""

    orders: str
    why: str
    disarmed: bool = False

    def rehearsed(self, speech: Speech = ENGLISH) -> str:
        """A sentence for a player who tries a plan before it is needed."""
        if self.orders:
            sentence = speech.gettext("From what you can see now, it would answer: {orders}. {why}")
        elif self.disarmed:
            sentence = speech.gettext("It has been switched off: it is up to you now. {why}")
        else:
            sentence = speech.gettext("From what you can see now, it would not answer. {why}")
        return sentence.format(orders=self.orders, why=self.why)


class Standing(NamedTuple):
    """What everybody has, as a small table. A row begins with the seat's letter and name."""

    head: list[str]
    rows: list[list[str]]


Size = Literal["whole", "letter", "board", "scene", "beside", "below"]
Strength = Literal["modest", "strong"]  # of a bot


@dataclass(frozen=True)
class Option:
    default: bool
    title: str
    about: str = ""  # what it means, for a player who meets the term for the first time


@dataclass(frozen=True)
class Meta:
    """A game's title, seats and options; importable without its rules."""

    id: str
    title: str
    fewest: int
    most: int
    options: Mapping[str, Option] = field(default_factory=dict)
    rules: int = 1  # the newest version of the rules; those before it are played as well
    changes: Mapping[int, str] = field(default_factory=dict)  # what each version changed, in a sentence
    sentences: tuple[str, ...] = ()  # a few orders as people would say them, translated when they are shown
    sealed: bool = False  # whether one step may hold the orders of several seats
    strengths: tuple[Strength, ...] = ("modest",)  # of its bots

    def changes_since(self, rules: int, until: int) -> list[str]:
        """What the versions after that one have changed."""
        return [text for version, text in sorted(self.changes.items()) if rules < version <= until]

    def check(self, seats: int, options: Mapping[str, Any]) -> dict[str, bool]:
        """All the options with their values; ValueError says what is wrong with seats or options."""
        if type(seats) is not int or not self.fewest <= seats <= self.most:
            raise ValueError(f"{self.title} is for {self.fewest} to {self.most} seats, not {seats}")
        for key, value in options.items():
            if key not in self.options:
                known = ", ".join(self.options) or "none"
                raise ValueError(f"{self.id} has no option {key!r}; its options: {known}")
            if type(value) is not bool:
                raise ValueError(f"option {key} of {self.id} is true or false, not {value!r}")
        return {key: options.get(key, option.default) for key, option in self.options.items()}


class Plan(Protocol):
    def write(self) -> str: ...


class Game(Protocol):
    META: Meta
    VOCABULARY: Vocabulary

    def setup(self, seats: int, options: Mapping[str, Any], seed: bytes, rules: int = ...) -> State:
        """The state in which a match begins, by a version of the rules; the newest one if not said."""

    def under(self, state: State, rules: int) -> State:
        """The same state, which goes on by another version of the rules."""

    def asked(self, state: State) -> dict[int, Ask]: ...
    def apply(self, state: State, orders: Orders, names: Sequence[str] = ()) -> Step:
        """The next step, or an OrderError. `names` are needed only to read players' names in the orders."""

    def view(self, state: State, seat: int | None) -> View:
        """What a seat may see: all that pages, letters, plans and bots ever get. None is the onlooker."""

    def result(self, state: State) -> Result | None: ...
    def opening(
        self, seats: int, options: Mapping[str, Any], seed: bytes, rules: int = ...
    ) -> tuple[Event, ...]:
        """What happened at set-up, before anybody was asked."""

    def to_json(self, state: State) -> dict[str, Any]:
        """The state without what is still hidden, which follows from the match seed alone."""

    def from_json(self, data: Mapping[str, Any], seed: bytes | None) -> State:
        """The state again. Without the seed it is blind: it knows only what has been turned up."""

    def write(
        self, orders: str, names: Sequence[str] = (), ask: str = "", languages: Sequence[str] = LANGUAGES
    ) -> str:
        """Orders in canonical form, or Unreadable; Unsure for a question or a doubt.

        `ask` is the kind of the ask that they answer, if it is known.
        """

    def weigh(self, text: str, names: Sequence[str] = ()) -> Weight:
        """What in a text could be of an order: for mails, in which orders stand among other words."""

    def in_words(self, orders: str, language: str) -> str:
        """Canonical orders with the words of a language, which read back as the same."""

    def own_words(self, meaning: str, language: str) -> tuple[str, ...]:
        """What can be typed for the first word of an order, in one language; the best word comes first."""

    def preview(self, view: View, orders: str, names: Sequence[str] = ()) -> Preview: ...
    def legal(self, view: View) -> dict[str, Any]:
        """What the view's seat can do next, as data, so that a page can light it up."""

    def choices(self, view: View) -> Iterator[str]:
        """The same as orders, one action each."""

    def label(self, orders: str, speech: Speech = ...) -> str:
        """What a button says that gives these canonical orders; empty for those that no button gives."""

    def compose(
        self, view: View, orders: str, names: Sequence[str] = (), speech: Speech = ...
    ) -> Composition:
        """A draft, and all the taps with which it can go on. Raises an OrderError as a submission would."""

    def stakes(self, view: View, names: Sequence[str] = (), speech: Speech = ...) -> Sequence[Stake]:
        """A few facts to know before a choice."""

    def plan_form(self, view: View, speech: Speech = ...) -> PlanForm | None:
        """Plans that can be filled in as a form, if the game has any."""

    def touch(self) -> str:
        """An SVG layer of places to tap, which a page lays over the board; empty if the game needs none."""

    def automatic(self, view: View) -> str:
        """The orders that are given when a seat's time has run out."""

    def bot(self, view: View) -> str:
        """The orders of a modest player; if `META.strengths` has more, the strength is a second argument."""

    def read_plan(self, text: str, view: View) -> Plan: ...
    def decide(self, plan: Any, view: View, speech: Speech = ...) -> Answer:
        """What a plan of this game says to a view, be it in earnest or as a trial."""

    def tell(self, event: Event, names: Sequence[str] = (), speech: Speech = ...) -> str: ...
    def news(
        self, events: Iterable[Event], names: Sequence[str] = (), speech: Speech = ...
    ) -> tuple[str, ...]:
        """The events of several steps, told shortly in a few paragraphs: what a letter has of them."""

    def board(self, view: View, names: Sequence[str] = (), speech: Speech = ..., beside: bool = False) -> str:
        """The view as a picture in monospace with lines of text below. With `beside`, only these lines."""

    def standing(self, view: View, names: Sequence[str] = (), speech: Speech = ...) -> Standing: ...
    def describe(self, view: View, names: Sequence[str] = (), speech: Speech = ...) -> str:
        """The view in sentences, for a screen reader."""

    def guide(self, language: str = ...) -> tuple[Section, ...]:
        """How the game is played, for people who have never played it."""

    def svg(
        self,
        view: View,
        names: Sequence[str] = (),
        speech: Speech = ...,
        events: Sequence[Event] = (),
        size: Size = "whole",
        tall: float = 0,
    ) -> str:
        """A drawing of the view; marks show what the events have changed.

        `board` is the board alone, with its moments; `letter` has what its reader decides by, too. A page
        that has more room puts three pictures together: `scene` is the board without its moments, `beside`
        has these and what its reader decides by, `below` the rest. The last two are empty if there is
        nothing to show. With `tall` a board is at least so high, and fills that: for boards that are
        shown one after another at the same place.
        """


def bot_of(game: Game, strength: Strength) -> Callable[[View], str]:
    """The game's bot of this strength; its modest one, if it has no other."""
    bot: Callable[..., str] = game.bot
    return partial(bot, strength=strength) if strength in game.META.strengths[1:] else game.bot
