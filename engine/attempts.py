"""One text in the languages that it may be in: it counts if all of them that read it read the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Generic, NoReturn, TypeVar

from engine.doubts import DOUBTS, doubt_at, may_be_played, without_doubt
from engine.errors import Incomplete, OrderError, Unreadable, Unsure
from engine.grammar import NO_ORDERS, TWO_WAYS, Found, Grammar, Lacking, Misread, Text
from engine.lexicon import Meant, lexicon, origins
from engine.speech import later
from engine.words import ParsedOrders

A = TypeVar("A")

MOST_MISTAKES = 2  # words that may have a typing mistake
SHORTEST_ALONE = 6  # letters of a word with a mistake, where nothing else in the text is of an order
SMALL = frozenset({"small"})
MOST_VARIANTS = 40  # ways to mend them that are tried
UNKNOWN = later("I do not know this word.")
UNKNOWN_NEAR = later("I do not know this word; did you mean “{nearest}”?")


class SpokenOrders(ParsedOrders[A]):
    """Actions of sentences; `marks` are places in the text as it was typed."""

    def blame(self, error: OrderError, index: int) -> OrderError:
        start, end = self.marks[index]
        return error.at(index + 1, start, end, self.text[start:end])


@dataclass(frozen=True)
class Attempt(Generic[A]):
    grammar: Grammar[A]
    text: str
    names: Sequence[str]
    ask: str
    texts: Sequence[Text]

    def orders(self) -> ParsedOrders[A]:
        """The one reading, or an error."""
        exact = [one for one in self.texts if not one.unknown and one.words]
        if exact:
            return self._of_known(exact)
        return self._of_mended() or self._fail_unknown()

    def _of_known(self, exact: Sequence[Text]) -> ParsedOrders[A]:
        if not self.ask and not any(self.grammar.speaks_of_orders(one.words) for one in exact):
            raise Unreadable(NO_ORDERS)
        errors: list[OrderError] = []
        found: dict[str, ParsedOrders[A]] = {}  # by how they are written
        for one in exact:
            try:
                read = self._interpret(one.words)
                found.setdefault(self.grammar.write(read.actions), self._spoken(one.words, read))
            except Misread as wrong:
                errors.append(self._error(one.words, wrong))
        if len(found) > 1:
            raise Unreadable(TWO_WAYS)
        if found:
            return next(iter(found.values()))
        raise max(errors, key=lambda error: error.start)

    def _interpret(self, words: Sequence[Meant]) -> Found[A]:
        """Raises Unsure where the words name orders and put them in doubt."""
        for at, word in enumerate(words):
            kind = doubt_at(words, at)
            if kind and not word.meanings & self.grammar.order_meanings:
                self._doubt(words, at, kind)
        return self.grammar.interpret(words, self.names, self.ask)

    def _doubt(self, words: Sequence[Meant], at: int, kind: str) -> NoReturn:
        rest = without_doubt(words)
        if not self.grammar.speaks_of_orders(rest):
            raise Misread(at, NO_ORDERS)
        start, end = self._place(words[at])
        error = Unsure(DOUBTS[kind].why, word=self.text[start:end])
        error.at(0, start, end, self.text[start:end])
        try:
            meant = self.grammar.write(self.grammar.interpret(rest, self.names, self.ask).actions)
        except Misread:
            raise error from None
        error.is_whole = True
        if DOUBTS[kind].may_be_played and may_be_played(words):
            error.meant = meant
        raise error

    # --- Typing mistakes ---

    def _of_mended(self) -> ParsedOrders[A] | None:
        nearly = [one for one in self.texts if 0 < len(one.unknown) <= MOST_MISTAKES]
        least = min((len(one.unknown) for one in nearly), default=0)
        for one in nearly:
            if len(one.unknown) == least and (found := self._mended(one)):
                return self._spoken(one.words, found)
        return None

    def _mended(self, one: Text) -> Found[A] | None:
        """The reading with typing mistakes mended, if all ways to mend them read the same."""
        if not self.grammar.speaks_of_orders(one.words) and self._is_short(one):
            return None  # nothing but the mistake would be an order
        near = [lexicon(self.grammar.package, one.language).near(one.words[at].word) for at in one.unknown]
        if any(word.meanings <= SMALL for words in near for word in words):
            return None  # it may be a word that says nothing
        results: dict[str, Found[A]] = {}
        for mended in islice(product(*near), MOST_VARIANTS):
            words = list(one.words)
            for at, word in zip(one.unknown, mended, strict=True):
                words[at] = words[at]._replace(meanings=word.meanings)
            try:
                found = self._interpret(words)
            except Misread:
                continue
            except Unsure:
                return None
            results[self.grammar.write(found.actions)] = found
        return next(iter(results.values())) if len(results) == 1 else None

    def _is_short(self, one: Text) -> bool:
        return min(len(one.words[at].word) for at in one.unknown) < SHORTEST_ALONE

    def _fail_unknown(self) -> NoReturn:
        """Blames the first word that is not known, in the language that knows the most of them."""
        best = min(self.texts, key=lambda one: (len(one.unknown), not one.words), default=None)
        if not best or not best.unknown or not self.grammar.speaks_of_orders(best.words):
            raise Unreadable(NO_ORDERS)
        words_of = lexicon(self.grammar.package, best.language)
        near = words_of.near(best.words[best.unknown[0]].word)
        nearest = {"nearest": words_of.shown(near[0])} if near else {}
        raise self._error(best.words, Misread(best.unknown[0], UNKNOWN_NEAR if near else UNKNOWN, **nearest))

    # --- Places in the text ---

    @cached_property
    def _where(self) -> list[int]:
        return origins(self.text)

    def _place(self, word: Meant) -> tuple[int, int]:
        return self._where[word.start], self._where[word.end - 1] + 1

    def _spoken(self, words: Sequence[Meant], found: Found[A]) -> ParsedOrders[A]:
        marks = tuple(
            (self._place(words[first])[0], self._place(words[after - 1])[1]) for first, after in found.marks
        )
        return SpokenOrders(self.text, found.actions, marks)

    def _error(self, words: Sequence[Meant], wrong: Misread) -> OrderError:
        kind = Incomplete if isinstance(wrong, Lacking) else Unreadable
        error = kind(wrong.why, **wrong.values)
        if wrong.at >= len(words):
            return error.at(0, len(self.text), len(self.text), "")
        start, end = self._place(words[wrong.at])
        return error.at(0, start, end, self.text[start:end])
