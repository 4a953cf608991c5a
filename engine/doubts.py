"""What makes orders unsure: a question, not, maybe, if, or. Such orders are asked about and never played."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from engine.lexicon import Meant
from engine.speech import Later, later

SENTENCE_SIGNS = frozenset({"\n", ".", "!", ";"})
BARE = frozenset({"small", "parts", "and", "then", "polite", "me", "first", "last", "beside"})
BEGINNING = 4  # words of a line, in which it takes back what stands above


class Doubt(NamedTuple):
    why: Later
    may_be_played: bool = False  # whether the orders in it are offered, for a click to play them


DOUBTS = {
    "question": Doubt(later("this is a question, and only orders are played."), True),
    "not": Doubt(later("this says what not to do; say only what you want to do.")),
    "or": Doubt(later("this leaves a choice; say which one you want.")),
    "if": Doubt(later("this is an order with a condition, and orders are played at once."), True),
    "maybe": Doubt(later("this sounds unsure; leave out “{word}” if it is an order."), True),
    "later": Doubt(later("this is about another time, and orders are played at once."), True),
    "correction": Doubt(later("this takes something back; send only the orders that count.")),
    "open": Doubt(later("this leaves open how many or which; give a number.")),
    "before": Doubt(later("give the orders in the order in which you want to play them.")),
    "others": Doubt(later("this is about somebody else; say what you do yourself."), True),
}


def doubt_at(words: Sequence[Meant], at: int) -> str:
    """The kind of doubt that a word brings; empty if none."""
    word = words[at]
    if word.word == "?" and any("polite" in other.meanings for other in words):
        return ""  # could you dig c4?
    if "after" in word.meanings:  # after digging c4 I go on; but: I go on(,) after digging c4
        return "" if _begins_sentence(words, at) else "before"
    if "then" in word.meanings and at and at == _last_word(words):
        return "later"  # I dig c4 later
    asks = word.word == "?" or _begins(words, at)  # that which; only a first word asks
    return next((kind for kind in DOUBTS if kind in word.meanings and (asks or kind != "question")), "")


def takes_back(words: Sequence[Meant]) -> bool:
    """“No, wait”, “oh sorry, I meant”, “correction:”, whatever comes then. A “sorry” alone is but polite."""
    first = [n for n, word in enumerate(words) if "parts" not in word.meanings][:BEGINNING]
    corrections = [n for n in first if "correction" in words[n].meanings]
    behind = {n: words[n + 1].word for n in first if n + 1 < len(words)}
    # “No, wait” takes back, “don't forget” does not.
    denials = [n for n in first if "not" in words[n].meanings and behind.get(n) in (",", ".", "!")]
    names_it = any(behind.get(n) == ":" or " " in words[n].word for n in corrections)
    return names_it or bool(corrections and len({*corrections, *denials}) > 1)


def is_condition(words: Sequence[Meant]) -> bool:
    """“Unless you mind”: it begins with a condition, which may be one of what stands above."""
    first = next((word for word in words if "parts" not in word.meanings), None)
    return bool(first and "if" in first.meanings)


def without_doubt(words: Sequence[Meant]) -> list[Meant]:
    return [word for word in words if not word.meanings & DOUBTS.keys()]


def may_be_played(words: Sequence[Meant]) -> bool:
    """Whether what is left without the doubt may be offered."""
    return all(DOUBTS[kind].may_be_played for word in words for kind in word.meanings & DOUBTS.keys())


def _begins(words: Sequence[Meant], at: int) -> bool:
    return at == 0 or "parts" in words[at - 1].meanings


def _begins_sentence(words: Sequence[Meant], at: int) -> bool:
    """Whether only words that say nothing stand before it: “now, after digging”."""
    before = reversed(words[:at])
    return all(
        word.meanings <= BARE for word in takewhile(lambda word: word.word not in SENTENCE_SIGNS, before)
    )


def _last_word(words: Sequence[Meant]) -> int:
    return max((n for n, word in enumerate(words) if "parts" not in word.meanings), default=0)
