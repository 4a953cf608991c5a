"""Reading orders as people write them: sentences in five languages, by the words of `words.<language>.txt`.

A game says what its own pieces of text are (`known`: hexes, tiles) and what a row of meanings is as actions
(`interpret`). A text counts only if it has one reading: every word of an order is known, or one small mistake
away from words that all lead to the same orders. Whatever makes an order unsure (a question, not, maybe, if,
or) raises `Unsure`, and nothing is played. Reading is linear in the text's length.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from typing import Generic, NamedTuple, NoReturn, TypeVar

from engine.errors import Incomplete, OrderError, Unreadable, Unsure
from engine.lexicon import APOSTROPHE, NOTHING, Lexicon, Meant, Spoken, lexicon, meanings_of, origins, spoken
from engine.speech import Later, later
from engine.words import LANGUAGES, LONGEST_TEXT, ParsedOrders, fold

A = TypeVar("A")

MOST_PIECES = 300  # words and signs: a whole turn has fewer than a hundred
MOST_UNKNOWN = 12  # words: a text with more is in another language
MOST_MISTAKES = 2  # words that may have a typing mistake
SHORTEST_ALONE = 6  # letters of a word with a mistake, where nothing else in the text is of an order
MOST_VARIANTS = 40  # ways to mend them that are tried
SEPARATORS = frozenset({";", "\n", ",", ".", ":", "!"})
SENTENCE_ENDS = frozenset({"\n", ".", "!"})

# Meanings that make an order unsure, with what to say. Those with True are shown as they would be played.
DOUBTS: dict[str, tuple[Later, bool]] = {
    "question": (later("this is a question, so nothing was played."), True),
    "not": (later("this says what not to do; say only what is to be done."), False),
    "or": (later("this leaves a choice; say the one that you want."), False),
    "if": (later("this is an order under a condition, and orders are done at once."), True),
    "maybe": (later("this does not sound sure; leave “{word}” out if it is an order."), True),
    "later": (later("orders are done at once, and this is about another time."), True),
    "correction": (later("this takes something back; send only the orders that count."), False),
    "open": (later("this leaves open how many or which; say it with numbers."), False),
    "before": (later("say the orders in the order in which they are to be done."), False),
    "others": (later("this is about somebody else; say what you yourself do."), True),
}


class Weight(NamedTuple):
    """What in a text could be of an order."""

    things: bool = False  # a hex, a tile, a number of members: only orders name them
    orders: int = 0  # how many words are of orders
    pieces: bool = False  # whether one of them is a piece
    takes_back: bool = False  # no, or, rather, wait
    unknown: int = 0
    words: int = 0

    @property
    def is_meant(self) -> bool:
        """Whether most of it could be an order, so that somebody may have meant it as one."""
        return self.orders > 0 and self.unknown * 3 <= self.words


class Text(NamedTuple):
    """A text in one language: what its words mean, without talk around the orders."""

    language: str
    all: tuple[Meant, ...]
    words: tuple[Meant, ...]
    unknown: tuple[int, ...]  # indexes of words without a meaning
    strange: tuple[int, int]  # words that are unknown, and English ones: a text is in the language with the fewest


class SpokenOrders(ParsedOrders[A]):
    """Actions of sentences; `marks` are places in the text as it was typed."""

    def blame(self, error: OrderError, index: int) -> OrderError:
        start, end = self.marks[index]
        return error.at(index + 1, start, end, self.text[start:end])


class Found(NamedTuple, Generic[A]):
    """Actions, each with the indexes of its first word and of the word after its last."""

    actions: tuple[A, ...]
    marks: tuple[tuple[int, int], ...]


class Misread(Exception):
    """The words are known, and do not make orders. `at` is the index of the word to blame."""

    def __init__(self, at: int, why: str, **values: object) -> None:
        super().__init__(why)
        self.at, self.why, self.values = at, why, values


class Lacking(Misread):
    """A part of an order is missing."""


class SentenceReader(Generic[A]):
    """Reads sentences for one game."""

    def __init__(
        self,
        package: str,
        known: Callable[[str], frozenset[str]],
        interpret: Callable[[Sequence[Meant], Sequence[str], str], Found[A]],
        write: Callable[[Sequence[A]], str],
        things: frozenset[str],
        pieces: frozenset[str],
        soft: frozenset[str],
    ) -> None:
        self.package = package
        self.known = known
        self.interpret = interpret
        self.write = write
        self.things = things | {"number"}
        self.pieces = pieces
        self.soft = soft

    @cached_property
    def order_meanings(self) -> frozenset[str]:
        """What only orders are made of; `soft` meanings stand in any sentence."""
        return meanings_of(self.package) - meanings_of("engine") - self.soft | self.things

    def read(
        self, text: str, names: Sequence[str] = (), ask: str = "", languages: Sequence[str] = LANGUAGES
    ) -> ParsedOrders[A]:
        if len(text) > LONGEST_TEXT:
            why = later("This is too long for orders: {length} characters, and {most} is the most.")
            raise Unreadable(why, length=len(text), most=LONGEST_TEXT)
        pieces = spoken(text)
        if len(pieces) > MOST_PIECES:
            raise Unreadable("This is too long to be read as sentences; write the orders shorter.")
        texts = self._in_its_languages(pieces, names, languages)
        return _Attempt(self, text, names, ask, texts).orders()

    def _in_its_languages(
        self, pieces: Sequence[Spoken], names: Sequence[str], languages: Sequence[str] = LANGUAGES
    ) -> list[Text]:
        """In those in which the fewest words are strange."""
        texts = [one for language in languages if (one := self.understood(pieces, language, names))]
        least = min((one.strange for one in texts), default=(0, 0))
        return [one for one in texts if one.strange == least]

    def weigh(self, text: str, names: Sequence[str] = ()) -> Weight:
        """What in a text could be of an order, whether it reads as one or not."""
        pieces = spoken(text)[:MOST_PIECES]
        things = any(self.known(piece.word) for piece in pieces)
        best = next(iter(self._in_its_languages(pieces, names)), None)
        if not best or not pieces:
            return Weight(things)
        words = [word for word in best.all if "parts" not in word.meanings]
        orders = [word for word in words if word.meanings & self.order_meanings and not word.word.isdigit()]
        members = any(word.meanings & self.pieces for word in words)
        numbered = any("number" in word.meanings or word.meanings & COUNTS for word in words)
        return Weight(
            things or (members and numbered),
            len(orders),
            members,
            any(word.meanings & TAKES_BACK for word in words),
            sum(not word.meanings for word in words),
            len(words),
        )

    def understood(self, pieces: Sequence[Spoken], language: str, names: Sequence[str]) -> Text | None:
        """The text in one language; None if it is clearly in another."""
        words_of = lexicon(self.package, language)
        words: list[Meant] = []
        missing = borrowed = 0
        for word in words_of.meant(words_of.split(pieces)):
            meant = self._meaning(word, words_of, names)
            missing += not meant.meanings
            borrowed += meant.meanings >= ENGLISH
            if missing > MOST_UNKNOWN:
                return None
            words.append(meant)
        orders = tuple(without_talk(words, self.order_meanings)) or tuple(words)
        unknown = tuple(n for n, word in enumerate(orders) if not word.meanings)
        return Text(language, tuple(words), orders, unknown, (missing, borrowed))

    def _meaning(self, word: Meant, words_of: Lexicon, names: Sequence[str]) -> Meant:
        if not word.word[0].isalnum():
            return word._replace(meanings=word.meanings or sign(word.word))
        if word.word.endswith(")"):
            return word._replace(meanings=PARTS)
        own = self.known(word.word) or (NUMBER if word.word.isdigit() else NOTHING)
        if own:
            return word._replace(meanings=own | word.meanings)
        if word.meanings:
            return word
        if named(word.word, names):
            return word._replace(meanings=NAME)
        english = lexicon(self.package, "en").look_up(word.word) & self.order_meanings
        return word._replace(meanings=english and english | ENGLISH)


COUNTS = frozenset(map(str, range(21)))
TAKES_BACK = frozenset({"not", "or", "correction"})
NUMBER, NAME, PARTS, ENGLISH = map(frozenset, ({"number"}, {"name"}, {"parts"}, {"english"}))


def sign(word: str) -> frozenset[str]:
    if word in SEPARATORS:
        return PARTS
    if word == "?":
        return frozenset({"question"})
    if word == "/":
        return frozenset({"or"})
    return {"+": frozenset({"and", "new"}), "&": frozenset({"and"})}.get(word, NOTHING)


def named(word: str, names: Sequence[str]) -> int:
    """The seat whose name this is, in any case of it: Bartkiem, Petrem, Bobs. 0 if there is none or several."""
    word = word.strip(APOSTROPHE)
    fits: dict[int, int] = {}
    for seat, name in enumerate(names, 1):
        first = next(iter(fold(name).split()), "")
        same = _same_start(word, first)
        if first and (word == first or (same >= 2 and same >= len(first) - 2 and len(word) <= len(first) + 3)):
            fits[seat] = same + (word == first) * 100
    best = [seat for seat, same in fits.items() if same == max(fits.values())]
    return best[0] if len(best) == 1 else 0


def _same_start(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


# --- Talk around the orders ---


def without_talk(words: Sequence[Meant], order_meanings: frozenset[str]) -> Iterator[Meant]:
    """Leaves out whole sentences of talk, and talk before the first comma: nothing in them is of an order."""
    begun = False
    for part in _parts(words, SENTENCE_ENDS):
        if not _is_talk(part, order_meanings):
            if not begun:
                part = _without_opening(part, order_meanings)
            begun = True
            yield from part


def _without_opening(part: list[Meant], order_meanings: frozenset[str]) -> list[Meant]:
    clauses = list(_parts(part, SEPARATORS))
    while len(clauses) > 1 and _is_talk(clauses[0], order_meanings):
        del clauses[0]
    return [word for clause in clauses for word in clause]


def _parts(words: Sequence[Meant], ends: frozenset[str]) -> Iterator[list[Meant]]:
    """Each with the separator that ends it."""
    part: list[Meant] = []
    for word in words:
        part.append(word)
        if word.word in ends:
            yield part
            part = []
    if part:
        yield part


def _is_talk(part: Sequence[Meant], order_meanings: frozenset[str]) -> bool:
    """Words that are not known, without any that could be of an order or put one in doubt."""
    meanings = frozenset().union(*(word.meanings for word in part))
    strange = not all(word.meanings for word in part) and sum("parts" not in word.meanings for word in part) > 1
    return (strange or "name" in meanings) and not meanings & order_meanings and not meanings & DOUBTS.keys()


# --- One text in all its languages ---


class _Attempt(Generic[A]):
    def __init__(
        self, reader: SentenceReader[A], text: str, names: Sequence[str], ask: str, texts: list[Text]
    ) -> None:
        self.reader, self.text, self.names, self.ask = reader, text, names, ask
        self.texts = texts

    def orders(self) -> ParsedOrders[A]:
        exact = [one for one in self.texts if not one.unknown and one.words]
        if exact:
            return self._of_known(exact)
        nearly = [one for one in self.texts if 0 < len(one.unknown) <= MOST_MISTAKES]
        least = min((len(one.unknown) for one in nearly), default=0)
        for one in nearly:
            if len(one.unknown) == least and (found := self._mended(one)):
                return self._spoken(one.words, found)
        self._fail_unknown()

    def _of_known(self, exact: Sequence[Text]) -> ParsedOrders[A]:
        if not any(self._has_orders(one) for one in exact):
            raise Unreadable(NO_ORDERS)
        errors: list[OrderError] = []
        found: dict[str, ParsedOrders[A]] = {}
        for one in exact:
            try:
                self._refuse_doubt(one)
                read = self.reader.interpret(one.words, self.names, self.ask)
                found.setdefault(repr(read.actions), self._spoken(one.words, read))
            except Misread as wrong:
                errors.append(self._error(one.words, wrong))
        if len(found) > 1:
            raise Unreadable("this can be read in more than one way; say it in other words.")
        if found:
            return next(iter(found.values()))
        raise max(errors, key=lambda error: error.start)

    def _refuse_doubt(self, one: Text) -> None:
        """Only where something of an order is in the text; else it is no order at all."""
        for at, word in enumerate(one.words):
            kind = self._doubt(one, at)
            if kind and not word.meanings & self.reader.order_meanings:
                self._unsure(one, at, kind)

    def _doubt(self, one: Text, at: int) -> str:
        word = one.words[at]
        if word.word == "?" and any("polite" in other.meanings for other in one.words):
            return ""  # could you dig c4?
        if "after" in word.meanings:  # after digging c4 I go on; but: I go on after digging c4
            return "" if self._begins(one, at) else "before"
        if "then" in word.meanings and at and at == self._last_word(one):
            return "later"  # I dig c4 later
        kind = next((kind for kind in DOUBTS if kind in word.meanings), "")
        if kind == "question" and word.word != "?" and not self._begins(one, at):
            return ""  # that which; only a first word asks
        return kind

    def _last_word(self, one: Text) -> int:
        return max((n for n, word in enumerate(one.words) if "parts" not in word.meanings), default=0)

    def _begins(self, one: Text, at: int) -> bool:
        return at == 0 or "parts" in one.words[at - 1].meanings

    def _unsure(self, one: Text, at: int, kind: str) -> NoReturn:
        rest = [word for word in one.words if not word.meanings & DOUBTS.keys()]
        if not any(word.meanings & self.reader.order_meanings for word in rest):
            raise Misread(at, NO_ORDERS)
        why, may_be_played = DOUBTS[kind]
        start, end = self._place(one.words[at])
        error = Unsure(why, word=self.text[start:end])
        error.at(0, start, end, self.text[start:end])
        try:
            meant = self.reader.write(self.reader.interpret(rest, self.names, self.ask).actions)
        except Misread:
            raise error from None
        error.is_whole = True
        if may_be_played and all(kinds_of(word) <= PLAYABLE for word in one.words):
            error.meant = meant
        raise error

    def _mended(self, one: Text) -> Found[A] | None:
        """The reading with typing mistakes mended, if all ways to mend them read the same."""
        words_of = lexicon(self.reader.package, one.language)
        sure = any(word.meanings & self.reader.order_meanings for word in one.words)
        if not sure and min(len(one.words[at].word) for at in one.unknown) < SHORTEST_ALONE:
            return None  # nothing but the mistake would be an order
        near = [words_of.near(one.words[at].word) for at in one.unknown]
        results: dict[str, Found[A]] = {}
        for mended in islice(product(*near), MOST_VARIANTS):
            words = list(one.words)
            for at, word in zip(one.unknown, mended, strict=True):
                words[at] = words[at]._replace(meanings=word.meanings)
            try:
                self._refuse_doubt(one._replace(words=tuple(words)))
                found = self.reader.interpret(words, self.names, self.ask)
            except Misread:
                continue
            except Unsure:
                return None
            results[repr(found.actions)] = found
        return next(iter(results.values())) if len(results) == 1 else None

    def _spoken(self, words: Sequence[Meant], found: Found[A]) -> ParsedOrders[A]:
        where = origins(self.text)
        marks = tuple(
            (where[words[first].start], where[words[after - 1].end - 1] + 1) for first, after in found.marks
        )
        return SpokenOrders(self.text, found.actions, marks)

    def _place(self, word: Meant) -> tuple[int, int]:
        where = origins(self.text)
        return where[word.start], where[word.end - 1] + 1

    def _error(self, words: Sequence[Meant], wrong: Misread) -> OrderError:
        kind = Incomplete if isinstance(wrong, Lacking) else Unreadable
        error = kind(wrong.why, **wrong.values)
        if wrong.at >= len(words):
            return error.at(0, len(self.text), len(self.text), "")
        start, end = self._place(words[wrong.at])
        return error.at(0, start, end, self.text[start:end])

    def _fail_unknown(self) -> NoReturn:
        """Blames the first word that is not known, in the language that knows the most of them."""
        best = min(self.texts, key=lambda one: (len(one.unknown), not one.words), default=None)
        if not best or not best.unknown or not self._has_orders(best):
            raise Unreadable(NO_ORDERS)
        word = best.words[best.unknown[0]]
        near = lexicon(self.reader.package, best.language).near(word.word)
        why = UNKNOWN_NEAR if near else UNKNOWN
        written = lexicon(self.reader.package, best.language).written
        wrong = Misread(best.unknown[0], why, **({"nearest": written[near[0].word]} if near else {}))
        raise self._error(best.words, wrong)

    def _has_orders(self, one: Text) -> bool:
        return any(word.meanings & self.reader.order_meanings for word in one.words)


def kinds_of(word: Meant) -> frozenset[str]:
    return frozenset(word.meanings & DOUBTS.keys())


PLAYABLE = frozenset(kind for kind, (_, may_be_played) in DOUBTS.items() if may_be_played)
NO_ORDERS = later("There are no orders here.")
UNKNOWN = later("I do not know this word.")
UNKNOWN_NEAR = later("I do not know this word; did you mean “{nearest}”?")
