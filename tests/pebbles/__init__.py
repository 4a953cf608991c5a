"""A toy game, to show what a new one costs: a few pebbles a turn; who takes the last one wins."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.chance import Stream
from engine.composing import of_choices
from engine.errors import GameOver, Illegal, NotToMove
from engine.game import Answer, Ask, Event, Orders, Preview, Result, Size, Standing, Step, View, own_ask
from engine.guide import OrderList, Paragraph, Section
from engine.sentences import Weight
from engine.speech import ENGLISH, Speech, seat_name
from engine.taps import Composition, Stake
from engine.words import LANGUAGES, ParsedOrders, Reader, Vocabulary
from tests.pebbles.meta import META as META

VOCABULARY = Vocabulary({"take": {"en": "take", "pl": "weź"}, "small": {"en": "the"}})


class Choices(NamedTuple):
    """What the versions of the rules do not have in common."""

    most: int  # pebbles in one turn
    fewest_at_first: int  # in the heap


VERSIONS = {1: Choices(most=3, fewest_at_first=12), 2: Choices(most=4, fewest_at_first=15)}


class State(NamedTuple):
    seats: int
    left: int
    to_move: int = 1
    rules: int = META.rules

    @property
    def most(self) -> int:
        return min(VERSIONS[self.rules].most, self.left)


class Plan(NamedTuple):
    number: int

    def write(self) -> str:
        return f"take {self.number}"


def setup(seats: int, options: Mapping[str, Any], seed: bytes, rules: int = META.rules) -> State:
    META.check(seats, options)
    heap = VERSIONS[rules].fewest_at_first + Stream(seed, "pebbles/heap").below(9)
    return State(seats, heap, rules=rules)


def opening(
    seats: int, options: Mapping[str, Any], seed: bytes, rules: int = META.rules
) -> tuple[Event, ...]:
    return ({"event": "heap", "pebbles": setup(seats, options, seed, rules).left},)


def under(state: State, rules: int) -> State:
    return state._replace(rules=rules)


def asked(state: State) -> dict[int, Ask]:
    return {state.to_move: Ask("take")} if state.left else {}


def apply(state: State, orders: Orders, names: Sequence[str] = ()) -> Step:
    if not state.left:
        raise GameOver("This match is over.")
    if orders.keys() != {state.to_move}:
        raise NotToMove("it is the turn of seat {seat}.", seat=state.to_move)
    number = read(orders[state.to_move])
    if not 1 <= number <= state.most:
        raise Illegal("take 1 to {most}.", most=state.most)
    left = state.left - number
    after = state._replace(left=left, to_move=state.to_move % state.seats + 1 if left else state.to_move)
    event = {"event": "took", "seat": state.to_move, "pebbles": number, "left": left}
    return Step(after, (event,), {state.to_move: f"take {number}"})


def read(text: str) -> int:
    reader = Reader(text, VOCABULARY)
    numbers: ParsedOrders[int] = reader.actions({"take": lambda found: found.number("how many pebbles?")})
    return numbers.actions[0]


def write(orders: str, names: Sequence[str] = (), ask: str = "", languages: Sequence[str] = LANGUAGES) -> str:
    return f"take {read(orders)}"


def weigh(text: str, names: Sequence[str] = ()) -> Weight:
    return Weight()


def in_words(orders: str, language: str) -> str:
    return orders


def own_words(meaning: str, language: str) -> tuple[str, ...]:
    return (meaning,)


def view(state: State, seat: int | None) -> View:
    ending = result(state)
    asks = {str(number): ask.kind for number, ask in asked(state).items()}
    return {
        **state._asdict(),
        "most": state.most,
        "game": "pebbles",
        "seat": seat,
        "asked": asks,
        "result": ending and ending.to_json(),
    }


def result(state: State) -> Result | None:
    if state.left:
        return None
    scores = tuple(int(seat == state.to_move) for seat in range(1, state.seats + 1))
    return Result(scores, (state.to_move,))


def to_json(state: State) -> dict[str, Any]:
    return state._asdict()


def from_json(data: Mapping[str, Any], seed: bytes | None) -> State:
    return State(data["seats"], data["left"], data["to_move"], data.get("rules", 1))


def preview(seen: View, orders: str, names: Sequence[str] = ()) -> Preview:
    step = apply(from_json(seen, None), {seen["seat"]: orders})
    return Preview(view(step.state, seen["seat"]), step.events, step.canonical[seen["seat"]])


def legal(seen: View) -> dict[str, Any]:
    return {"ask": "take", "take": seen["most"]} if own_ask(seen) else {}


def choices(seen: View) -> Iterator[str]:
    yield from (f"take {number}" for number in range(1, legal(seen).get("take", 0) + 1))


def compose(seen: View, orders: str, names: Sequence[str] = (), speech: Speech = ENGLISH) -> Composition:
    return of_choices(seen, orders, names, choices, preview)


def stakes(seen: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> tuple[Stake, ...]:
    return (Stake("Pebbles left", str(seen["left"])),)


def plan_form(seen: View, speech: Speech = ENGLISH) -> None:
    """A plan is a word and a number already."""


def touch() -> str:
    return ""


def automatic(seen: View) -> str:
    return "take 1" if own_ask(seen) else ""


def bot(seen: View) -> str:
    return f"take {seen['most']}"


def read_plan(text: str, seen: View) -> Plan:
    return Plan(read(text))


def decide(plan: Plan, seen: View, speech: Speech = ENGLISH) -> Answer:
    return Answer(plan.write() if own_ask(seen) and plan.number <= seen["most"] else "", "As planned.")


def tell(event: Event, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    if event["event"] == "heap":
        return f"There are {event['pebbles']} pebbles."
    return f"{seat_name(event['seat'], names, speech)} takes {event['pebbles']}; {event['left']} are left."


def news(events: Iterable[Event], names: Sequence[str] = (), speech: Speech = ENGLISH) -> tuple[str, ...]:
    return tuple(tell(event, names, speech) for event in events)


def board(seen: View, names: Sequence[str] = (), speech: Speech = ENGLISH, beside: bool = False) -> str:
    return "o" * int(seen["left"]) + "\n"


def label(orders: str, speech: Speech = ENGLISH) -> str:
    return orders


def standing(seen: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> Standing:
    return Standing(["Pebbles"], [[str(seen["left"])]])


def describe(seen: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    return f"{seen['left']} pebbles."


def svg(
    seen: View,
    names: Sequence[str] = (),
    speech: Speech = ENGLISH,
    events: Sequence[Event] = (),
    size: Size = "whole",
    tall: float = 0,
) -> str:
    heap = "".join(f'<circle cx="{20 * n + 10}" cy="10" r="8"/>' for n in range(seen["left"]))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 {max(20, tall)}">{heap}</svg>'


def guide(language: str = "en") -> tuple[Section, ...]:
    orders = OrderList((("take 2", "Two of them."),))
    return (Section("Pebbles", (Paragraph("Whoever takes the last pebble wins."), orders)),)
