"""Sentences about Incan Gold: every word speaks for the torch, for the camp, or for neither."""

from collections.abc import Sequence

from engine.grammar import NO_ORDERS, Found, Misread
from engine.incan_gold.pieces import CAMP, TORCH
from engine.lexicon import Meant
from engine.speech import later

ONE_OF_BOTH = later("say one of torch and camp, and only that.")
NUMBER_HERE = later("there is no number to say here: torch or camp.")


def known(word: str) -> frozenset[str]:
    return frozenset()


def interpret(words: Sequence[Meant], names: Sequence[str], ask: str) -> Found[str]:
    choice, first, after = "", 0, 0
    alone = sum("parts" not in word.meanings for word in words) == 1
    for at, word in enumerate(words):
        if word.word.isdigit():
            raise Misread(at, NUMBER_HERE)
        if "name" in word.meanings and not _is_called(words, at):
            raise Misread(at, NO_ORDERS)  # somebody else's choice
        said = _choice(words, at, alone)
        if said and choice and said != choice:
            raise Misread(at, ONE_OF_BOTH)
        if said:
            choice, first, after = said, first if choice else at, at + 1
    if not choice:
        raise Misread(0, NO_ORDERS)
    return Found((choice,), ((first, after),))


def _is_called(words: Sequence[Meant], at: int) -> bool:
    """“Bo, I stay”: a name between signs, or at an end."""
    around = [words[n].meanings for n in (at - 1, at + 1) if 0 <= n < len(words)]
    return bool(around) and all("parts" in meanings for meanings in around)


def _choice(words: Sequence[Meant], at: int, alone: bool) -> str:
    meanings = words[at].meanings
    if meanings >= {TORCH, CAMP} or (len(words[at].word) == 1 and not alone):
        return ""  # such a word leaves it to the others; s and t are whole answers only
    if "temple" in meanings:
        return _by_way(words, at)
    choice = next(iter(meanings & {TORCH, CAMP}), "")
    if choice == CAMP and _is_there(words, at):
        raise Misread(at, NO_ORDERS)
    return choice


def _is_there(words: Sequence[Meant], at: int) -> bool:
    """At home, in the camp: where somebody is, and not where they go."""
    for word in reversed(words[:at]):
        if not word.meanings & {"small", "article", "my"}:
            return bool(word.meanings & {"at"}) and not word.meanings & {"to", "from"}
    return False


def _by_way(words: Sequence[Meant], at: int) -> str:
    """Into the temple is on, out of it is back; in the temple is neither."""
    before = next((word.meanings for word in reversed(words[:at]) if word.meanings & ROLES), frozenset())
    if "from" in before and not before & {"at"}:
        return CAMP
    goes = any("go" in word.meanings for word in words)
    return TORCH if goes and "to" in before and "at" not in before else ""


ROLES = frozenset({"from", "to", "at"})
