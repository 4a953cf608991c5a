"""Orders for the eyes of a reader: in the words of the reader's language, which read back as the same orders.

Forms, links, receipts and records keep the notation.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from gettext import NullTranslations

from engine.errors import OrderError
from engine.game import Answer, Game
from engine.registry import game
from engine.speech import Speech
from engine.words import Vocabulary, fold

MOST_OTHER_WORDS = 3
PLAN = "plan"
ALIKE = 3  # letters: kop, kopię and kopać are one word in several forms
PLAN_WORD = re.compile(r"([^\W\d_]+ ?)")


@lru_cache(maxsize=4096)
def in_words(orders: str, name: str, language: str) -> str:
    """Orders of the game `name`: dig c4 x2 is odkop c4 x2. As they are, should these words not read back."""
    rules = game(name)
    own = rules.in_words(orders, language)
    return own if own == orders or _reads(rules, own, orders) else orders


def word_in(language: str, word: str, name: str) -> str:
    """The first word of an order, which is no order by itself: bid is licytuję."""
    return game(name).in_words(word, language)


def for_field(text: str, name: str, language: str) -> str:
    """What a field for orders shows: a draft in notation in the reader's words, and typed text as it is."""
    try:
        is_notation = game(name).write(text) == text
    except OrderError:
        return text
    return in_words(text, name, language) if is_notation else text


def guide_words(orders: str, name: str, language: str) -> str:
    """Orders of a guide, which can be a plan."""
    word, colon, plan = orders.partition(": ")
    if word == PLAN and colon:
        return f"{PLAN}: {plan_in_words(plan, name, language)}"
    return in_words(orders, name, language)


def with_notation(orders: str, name: str, language: str) -> str:
    """pochodnia (torch): for what the record has, too."""
    own = in_words(orders, name, language)
    return own if own == orders else f"{own} ({orders})"


@cache
def other_words(orders: str, name: str, language: str) -> tuple[str, ...]:
    """What else the first word of the orders can be, as different from each other as possible."""
    rules, (first, _, rest) = game(name), orders.partition(" ")
    shown = [first, word_in(language, first, name)]
    for word in rules.own_words(first, language):
        if len(shown) == MOST_OTHER_WORDS + 2:
            break
        if not any(_alike(word, other) for other in shown) and _reads(rules, f"{word} {rest}", orders):
            shown.append(word)
    return tuple(shown[2:])


@cache
def words_beside(name: str, language: str) -> dict[str, tuple[str, ...]]:
    """For a guide: other words, beside the first order of each kind."""
    kinds: dict[str, str] = {}
    for section in game(name).guide(language):
        for orders, _ in section.orders:
            kinds.setdefault(orders.split()[0], orders)
    kinds.pop(f"{PLAN}:", None)
    return {orders: other_words(orders, name, language) for orders in kinds.values()}


def _alike(some: str, others: str) -> bool:
    return any(
        one.startswith(two[:ALIKE]) or two.startswith(one[:ALIKE])
        for one in _words(some)
        for two in _words(others)
    )


def _words(text: str) -> Iterator[str]:
    yield from fold(text).split()


def _reads(rules: Game, text: str, orders: str) -> bool:
    try:
        return rules.write(text) == rules.write(orders)
    except OrderError:
        return False


def plan_in_words(plan: str, name: str, language: str) -> str:
    """A plan of the game: always: pass is zawsze: pas."""
    known = game(name).VOCABULARY
    words = PLAN_WORD.split(plan)
    return "".join(_plan_word(known, word, language) for word in words) if language != "en" else plan


def _plan_word(known: Vocabulary, word: str, language: str) -> str:
    meaning = known.index.get(word.strip(), "")
    if meaning == "small":
        return ""
    said = known.meanings.get(meaning, {}).get(language, "").split()
    return word.replace(word.strip(), said[0]) if said else word


def rehearsed(answer: Answer, name: str, speech: Speech) -> str:
    """What a plan would answer, as a sentence."""
    own = in_words(answer.orders, name, language_of(speech))
    return answer._replace(orders=own).rehearsed(speech)


def language_of(speech: Speech) -> str:
    """English, if it is no catalog's."""
    return str(speech.info().get("language", "en")) if isinstance(speech, NullTranslations) else "en"
