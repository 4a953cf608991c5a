"""The words of a sentence, looked at from one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.grammar import Misread
from engine.lexicon import Meant
from engine.speech import later
from engine.tikal.clauses import COUNTS, NOUNS, REPEATED, ROLES, TIMES
from engine.words import LONGEST_NUMBER

NO_BID, CHAT = ROLES | {"turn", "auction", "seat", "new"}, frozenset({"chat"})
PASSED = frozenset("small article my new more at from to with by them via for first last beside".split())


@dataclass(frozen=True)
class Row:
    words: Sequence[Meant]

    def meanings(self, at: int | None) -> frozenset[str]:
        return frozenset() if at is None or at >= len(self.words) else self.words[at].meanings

    def significant(self, at: int, step: int) -> int | None:
        """The next word, or the one before, that is no small one and stands in the same clause."""
        at += step
        while 0 <= at < len(self.words):
            word = self.words[at]
            if word.meanings & {"parts", "and", "then"} and word.word != ":":
                return None
            if not (word.meanings and word.meanings <= PASSED) and word.word != ":":
                return at
            at += step
        return None

    def number(self, at: int) -> int | None:
        """In digits or as a word."""
        word = self.words[at]
        if "number" in word.meanings and word.word.isdigit():
            if len(word.word) > LONGEST_NUMBER:
                raise Misread(at, later("this number is too large."))
            return int(word.word)
        return next((COUNTS[name] for name in word.meanings & COUNTS.keys()), None)

    def is_number(self, at: int | None) -> bool:
        return at is not None and self.number(at) is not None

    def times(self, at: int) -> int:
        """x2, twice"""
        word = self.words[at]
        found = REPEATED.match(word.word)
        return (
            int(found[1] or found[2])
            if found
            else next(TIMES[name] for name in TIMES if name in word.meanings)
        )

    def begins(self, at: int) -> bool:
        return at == 0 or "parts" in self.words[at - 1].meanings

    def is_place(self, at: int) -> bool:
        """Whether somebody is named for where they are: to my leader."""
        for word in reversed(self.words[:at]):
            if not word.meanings <= {"small", "article", "my"}:
                return bool(word.meanings & {"to", "at", "via"}) and not word.meanings & {
                    "with",
                    "for",
                    "by",
                    "hex",
                }
        return False

    def chat(self, at: int) -> frozenset[str]:
        """What makes a number beside it no bid: nice one, at 4, round 4."""
        meanings = self.words[at].meanings
        return CHAT if meanings <= {"small", "first", "last"} or meanings & NO_BID else frozenset()

    def when(self, at: int, behind: bool) -> frozenset[str]:
        """Whether the clause is said to come first, or behind its hexes that it comes last."""
        said = self.words[at].meanings & ({"first", "last"} if behind else {"first"})
        return said if said and self._is_adverb(at) else frozenset()

    def _is_adverb(self, at: int) -> bool:
        """I dig first, first I dig; but not: the first level, my first worker."""
        of_noun = self.meanings(at - 1) & {"article", "my", "at", "with"} if at else None
        return not of_noun and not self.meanings(at + 1) & (NOUNS | COUNTS.keys() | {"number"})

    def is_label(self, at: int, number: int, begun: bool) -> bool:
        """Whether 1. or 1) stands before an item of a list, and not at the end of a sentence."""
        word, following = self.words[at], self.words[at + 1 : at + 3]
        if word.word == f"{number})":
            return True
        dotted = len(following) == 2 and following[0].word == "."
        return word.word == str(number) and dotted and (begun or self.begins(at))
