"""The contract between a game and the house. A game is a package whose surface has the names of `Game`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

from engine.errors import OrderError
from engine.guide import Section
from engine.speech import ENGLISH, Speech
from engine.taps import Composition, PlanForm, Stake
from engine.words import Vocabulary

State: TypeAlias = Any  # each game's own frozen state
View: TypeAlias = dict[str, Any]  # plain data: what one seat, or an onlooker, may see
Event: TypeAlias = dict[str, Any]  # plain data with the key "event"; told as a sentence when read
Events: TypeAlias = tuple[Event, ...]
Orders: TypeAlias = Mapping[int, str]  # by seat


def asked_now(view: View) -> str:
    """What the view's own seat is asked for, or nothing."""
    return str(view["asked"].get(str(view["seat"]), ""))


class Ask(NamedTuple):
    """One seat being asked for orders. Where it is sealed, nobody sees an answer before all are in."""

    kind: str
    sealed: bool = False


class Step(NamedTuple):
    """One applied submission. `refused` says why the part after a wafer was left out, where it was."""

    state: State
    events: tuple[Event, ...]
    canonical: dict[int, str]
    refused: OrderError | None = None


class Preview(NamedTuple):
    """What a submission would lead to, as far as it can be told without turning anything up."""

    view: View
    events: tuple[Event, ...]
    canonical: str
    stops: str = ""  # "", "wafer", "tile" or "others": in front of what the preview stops
    rest: str = ""  # the orders that would be tried only after that


class Result(NamedTuple):
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    more: Mapping[str, tuple[int, ...]] = {}

    def to_json(self) -> dict[str, Any]:
        more = {key: list(row) for key, row in self.more.items()}
        return {"scores": list(self.scores), "winners": list(self.winners), **more}


class Answer(NamedTuple):
    """What a plan says to a view: orders, or why it has none; `disarmed` when it never will again."""

    orders: str
    why: str
    disarmed: bool = False

    def rehearsed(self, speech: Speech = ENGLISH) -> str:
        """For who wants to know before it matters."""
        if self.orders:
            sentence = speech.gettext("With what you see now it would answer: {orders}. {why}")
        elif self.disarmed:
            sentence = speech.gettext("It is disarmed: you will be asked. {why}")
        else:
            sentence = speech.gettext("With what you see now it would not answer. {why}")
        return sentence.format(orders=self.orders, why=self.why)


@dataclass(frozen=True)
class Option:
    default: bool
    title: str
    about: str = ""  # what it means, for who meets the term for the first time


@dataclass(frozen=True)
class Meta:
    """A game's title, seats and options; importable without its rules."""

    id: str
    title: str
    fewest: int
    most: int
    options: Mapping[str, Option] = field(default_factory=dict)
    rules: int = 1  # the rules' version; see `engine/RECORD.md`
    sealed: bool = False  # whether one step may hold the orders of several seats

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

    def setup(self, seats: int, options: Mapping[str, Any], seed: bytes) -> State: ...
    def asked(self, state: State) -> dict[int, Ask]: ...
    def apply(self, state: State, orders: Orders, names: Sequence[str] = ()) -> Step:
        """Pure. Raises an OrderError and changes nothing. `names` only help to read a player's name."""

    def view(self, state: State, seat: int | None) -> View:
        """All that pages, letters, previews, plans and bots ever get. None is the onlooker."""

    def result(self, state: State) -> Result | None: ...
    def opening(self, seats: int, options: Mapping[str, Any], seed: bytes) -> tuple[Event, ...]:
        """What happened at set-up, before anybody was asked."""

    def to_json(self, state: State) -> dict[str, Any]:
        """The state without what is still hidden: that follows from the match seed, a secret of its own."""

    def from_json(self, data: Mapping[str, Any], seed: bytes | None) -> State:
        """Without the seed, a blind state: what has been turned up, to be looked at, and nothing more."""

    def write(self, orders: str, names: Sequence[str] = ()) -> str:
        """Orders in canonical form, or Unreadable."""

    def preview(self, view: View, orders: str, names: Sequence[str] = ()) -> Preview: ...
    def legal(self, view: View) -> dict[str, Any]:
        """What the view's seat can do next, for a page to light up."""

    def choices(self, view: View) -> Iterator[str]:
        """The same as orders, one action each."""

    def compose(
        self, view: View, orders: str, names: Sequence[str] = (), speech: Speech = ...
    ) -> Composition:
        """A draft and how it can go on. Raises as a submission would."""

    def stakes(self, view: View, names: Sequence[str] = (), speech: Speech = ...) -> Sequence[Stake]:
        """What to know before a choice."""

    def plan_form(self, view: View, speech: Speech = ...) -> PlanForm | None:
        """Plans that can be filled in."""

    def touch(self) -> str:
        """A layer of places to lay over the picture, as SVG; nothing where there is none."""

    def automatic(self, view: View) -> str:
        """The orders of a clock that has run out."""

    def bot(self, view: View) -> str: ...
    def read_plan(self, text: str, view: View) -> Plan: ...
    def decide(self, plan: Any, view: View, speech: Speech = ...) -> Answer:
        """What one of this game's plans says to a view; also the answer to "what would it do now?"."""

    def tell(self, event: Event, names: Sequence[str] = (), speech: Speech = ...) -> str: ...
    def board(self, view: View, names: Sequence[str] = (), speech: Speech = ..., beside: bool = False) -> str:
        """A picture of the view in monospace, and what is to be said beside a picture; or only that."""

    def describe(self, view: View, names: Sequence[str] = (), speech: Speech = ...) -> str:
        """The view in sentences, for a screen reader."""

    def guide(self, language: str = ...) -> tuple[Section, ...]:
        """How the game is played, for who has never played it."""

    def svg(
        self,
        view: View,
        names: Sequence[str] = (),
        speech: Speech = ...,
        events: Sequence[Event] = (),
        small: bool = False,
    ) -> str:
        """A drawing of the view; what the events have changed is marked. A small one is the scene alone."""
