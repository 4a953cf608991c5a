"""Tikal: all the names of the contract. Of what the rulebook leaves open, it plays:

- A camp needs no member on its hex (option `camp_needs_member`).
- A stone that points at a volcano is no path; a volcano itself only needs to touch an explored hex.
- A tile that no path can lead to goes anywhere beside an explored hex.
- Bids go from 1 to one's present score. When all but one have passed without a bid, that one may still bid.
- The n-th level or wafer of a hex in a turn needs n own members there.
- The final scoring round of the basic game begins with the next seat after the last tile.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import lexicon
from engine.game import Ask, Event, Orders, Step
from engine.guide import Section
from engine.guide_text import guide as read_guide
from engine.sentences import Weight
from engine.tikal.board import board, describe
from engine.tikal.bot import bot
from engine.tikal.composing import compose
from engine.tikal.draw import svg
from engine.tikal.labels import label, sign
from engine.tikal.legal import automatic, choices, legal
from engine.tikal.meta import META
from engine.tikal.news import brought, news
from engine.tikal.orders import write as write_actions
from engine.tikal.plan import decide, read_plan
from engine.tikal.plan_form import plan_form
from engine.tikal.preview import preview
from engine.tikal.reading import SENTENCES, read
from engine.tikal.rules.flow import result
from engine.tikal.rules.setup import begin
from engine.tikal.rules.submission import seat_to_answer, submit
from engine.tikal.stakes import stakes
from engine.tikal.standing import standing
from engine.tikal.state import State, from_json, to_json
from engine.tikal.tell import tell
from engine.tikal.touch import touch
from engine.tikal.view import view
from engine.tikal.vocabulary import VOCABULARY
from engine.words import LANGUAGES

__all__ = [
    "META",
    "VOCABULARY",
    "apply",
    "asked",
    "automatic",
    "board",
    "bot",
    "brought",
    "choices",
    "compose",
    "decide",
    "describe",
    "from_json",
    "guide",
    "in_words",
    "label",
    "legal",
    "news",
    "opening",
    "own_words",
    "plan_form",
    "preview",
    "read_plan",
    "result",
    "setup",
    "sign",
    "stakes",
    "standing",
    "svg",
    "tell",
    "to_json",
    "touch",
    "under",
    "view",
    "weigh",
    "write",
]


def guide(language: str = "en") -> tuple[Section, ...]:
    return read_guide(__name__, language)


def setup(seats: int, options: Mapping[str, Any], seed: bytes, rules: int = META.rules) -> State:
    return begin(seats, options, seed)[0]


def opening(
    seats: int, options: Mapping[str, Any], seed: bytes, rules: int = META.rules
) -> tuple[Event, ...]:
    return begin(seats, options, seed)[1]


def under(state: State, rules: int) -> State:
    return state  # there is only one version so far


def asked(state: State) -> dict[int, Ask]:
    return {state.to_move: Ask(state.phase)} if state.to_move else {}


def apply(state: State, orders: Orders, names: Sequence[str] = ()) -> Step:
    seat = seat_to_answer(state, orders)
    outcome = submit(state, read(orders[seat], names, state.phase))
    return Step(outcome.state, outcome.events, {seat: write_actions(outcome.actions)}, outcome.refused)


def write(orders: str, names: Sequence[str] = (), ask: str = "", languages: Sequence[str] = LANGUAGES) -> str:
    return write_actions(read(orders, names, ask, languages).actions)


def weigh(text: str, names: Sequence[str] = ()) -> Weight:
    return SENTENCES.weigh(text, names)


def in_words(orders: str, language: str) -> str:
    return lexicon.in_words(__name__, orders, language)


def own_words(meaning: str, language: str) -> tuple[str, ...]:
    return lexicon.own_words(__name__, meaning, language)
