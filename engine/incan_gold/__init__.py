"""Incan Gold: all the names of the contract. Of what the rulebook leaves open, it plays:

- Players who leave share the path before the next card is turned up.
- Artifacts on the path are out of the game when the last ones leave together.
- When the first card of a round is a hazard, the second is turned up at once.
- What others have in their tents is hidden until the end; what they hold, and their artifacts, is not.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import lexicon
from engine.game import Event
from engine.guide import Section
from engine.guide_text import guide as read_guide
from engine.incan_gold.board import board, describe
from engine.incan_gold.bot import bot
from engine.incan_gold.composing import compose, plan_form, stakes, touch
from engine.incan_gold.draw import svg
from engine.incan_gold.labels import label, sign
from engine.incan_gold.legal import automatic, choices, legal
from engine.incan_gold.meta import META
from engine.incan_gold.news import brought, news
from engine.incan_gold.orders import SENTENCES, read
from engine.incan_gold.orders import write as write_choice
from engine.incan_gold.plan import decide, read_plan
from engine.incan_gold.preview import preview
from engine.incan_gold.rules import apply, asked, begin, result
from engine.incan_gold.standing import standing
from engine.incan_gold.state import State, from_json, to_json
from engine.incan_gold.tell import tell
from engine.incan_gold.view import view
from engine.incan_gold.vocabulary import VOCABULARY
from engine.sentences import Weight
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


def write(orders: str, names: Sequence[str] = (), ask: str = "", languages: Sequence[str] = LANGUAGES) -> str:
    return write_choice(read(orders, names, languages))


def weigh(text: str, names: Sequence[str] = ()) -> Weight:
    return SENTENCES.weigh(text, names)


def in_words(orders: str, language: str) -> str:
    return lexicon.in_words(__name__, orders, language)


def own_words(meaning: str, language: str) -> tuple[str, ...]:
    return lexicon.own_words(__name__, meaning, language)
