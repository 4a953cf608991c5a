"""Reading orders: splits what a person has typed into words, and finds the place of a mistake in the text.

Folding makes one form of the many ways to type the same word: case, accents, full-width and typographic
characters. Reading is one walk over the words, linear in the text's length.
"""

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from engine.errors import Incomplete, OrderError, Unreadable
from engine.speech import later

LANGUAGES = ("en", "pl", "cs", "de", "fr")
LONGEST_TEXT = 20_000
SAYS_NO, ASKS = frozenset("✗✘✖❌❎⛔☒👎🚫🙅"), frozenset("❓❔🤔🤷")  # the signs that change an order
OVERLAID = "≠"  # stands for any sign with a stroke through it, which means something else than the plain sign
LONGEST_NUMBER = 4  # digits; no order needs more

# Letters that Unicode does not decompose into plain ones, and signs that stand for others.
LOOKALIKES = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "×": "x", "−": "-", "–": "-"}
    | {"—": "-", "‐": "-", "‑": "-", "→": " ", "⇒": " ", "。": ".", "、": ","}
    | {"'": "", "’": "", "‘": "", "ʼ": ""}  # apostrophes may be left out
    | {"\r": "\n", "\v": "\n", "\f": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n"}
)
# All of it for plain text, which has a quicker way; None: nothing is left of the sign.
ASCII = [LOOKALIKES.get(code, chr(code).lower()) or None for code in range(128)]
# A word or number; a separator or plus; a minus in front of a number, so that "bid -4" is not a bid of 4;
# comparisons; any other sign that is no decoration. All begin differently, so there is no backtracking.
TOKEN = re.compile(r"[^\W_]+|[;\n+]|-[0-9]+|[<>=]+|[^\s\w,.:!?'\"()\[\]<>=*`„“”‚‘’«»‹›…·•-]")

NOTATION = re.compile("[a-z0-9 ;+]*")  # of which orders are, as links and records have them


def fold(text: str) -> str:
    """The text without case, accents and other differences that change no meaning."""
    if text.isascii():
        return text.translate(ASCII)
    return "".join(map(_fold_one, text))


@lru_cache(maxsize=4096)
def _fold_one(char: str) -> str:
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    if unicodedata.category(char) == "Cf":  # zero-width and direction marks
        return ""
    if char in SAYS_NO or char in ASKS:
        return "?" if char in ASKS else OVERLAID
    if unicodedata.category(char) == "So":  # another emoji changes no order
        return " "
    if unicodedata.combining(char):
        return OVERLAID if unicodedata.combining(char) == 1 else ""
    plain = unicodedata.normalize("NFKD", char.translate(LOOKALIKES)).casefold()
    if not char.isalpha() and any(map(unicodedata.combining, plain)):
        return OVERLAID  # ≠ is not =
    letters = "".join(part for part in plain if not unicodedata.combining(part))
    return letters.translate(LOOKALIKES)


def tokens(text: str) -> list[str]:
    folded = fold(text)
    if NOTATION.fullmatch(folded):
        return folded.replace(";", " ; ").replace("+", " + ").split()
    return TOKEN.findall(folded)


def places(text: str) -> list[tuple[int, int]]:
    """Where each token begins and ends in the text as it was typed; needed only for errors."""
    origin = [index for index, char in enumerate(text) for _ in fold(char)]
    return [(origin[m.start()], origin[m.end() - 1] + 1) for m in TOKEN.finditer(fold(text))]


def read_meanings(package: str, name: str, language: str) -> Iterator[tuple[str, list[str]]]:
    """The lines of a file of words: a meaning, a colon, and the words for it, parted by commas."""
    text = (files(package) / f"{name}.{language}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        meaning, colon, words = line.partition(":")
        if line.strip() and not line.startswith("#"):
            if not (colon and words.strip()):
                raise ValueError(f"{name}.{language}.txt: {line!r} is not “meaning: words”")
            yield meaning.strip(), [word.strip() for word in words.split(",")]


class Vocabulary:
    """Every word a game understands. A word has one meaning only, whatever language it is from."""

    def __init__(self, meanings: Mapping[str, Mapping[str, str]]) -> None:
        self.meanings = meanings
        self.index: dict[str, str] = {}
        # Whole mails are looked up word by word, to make sure that nothing in them was meant as an order.
        self._nearest = lru_cache(maxsize=4096)(self._look_for)
        for meaning, languages in meanings.items():
            for alias in {fold(meaning), *fold(" ".join(languages.values())).split()}:
                if self.index.setdefault(alias, meaning) != meaning:
                    raise ValueError(f"{alias!r} means both {self.index[alias]!r} and {meaning!r}")

    @classmethod
    def read(cls, package: str, name: str) -> "Vocabulary":
        """From a game's files `name.<language>.txt`."""
        meanings: dict[str, dict[str, str]] = {}
        for language in LANGUAGES:
            for meaning, words in read_meanings(package, name, language):
                meanings.setdefault(meaning, {})[language] = " ".join(words)
        return cls(meanings)

    def nearest(self, word: str, among: Iterable[str] | None = None) -> str | None:
        """The word that was probably meant, if one is near enough, among those with a meaning in `among`."""
        return self._nearest(fold(word), frozenset(self.meanings if among is None else among))

    def _look_for(self, word: str, among: frozenset[str]) -> str | None:
        known = [alias for alias, meaning in self.index.items() if meaning in among]
        return nearest(word, known, self.meanings)


def nearest(word: str, known: Iterable[str], preferred: Container[str] = ()) -> str | None:
    """The known word with the fewest differences; of equals, one of `preferred` or with the same start."""
    if not 2 < len(word) <= 24:
        return None
    far = 1 if len(word) < 5 else 2
    scored = [
        (distance(word, other), other not in preferred, other[:1] != word[0], other)
        for other in known
        if abs(len(other) - len(word)) <= far
    ]
    best = min(scored, default=(far + 1, True, True, ""))
    return best[-1] if best[0] <= far else None


def distance(a: str, b: str) -> int:
    """How many letters to add, leave out, replace or swap with a neighbour (optimal string alignment)."""
    older: list[int] = []
    old = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        new = [i]
        for j, y in enumerate(b, 1):
            cost = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            new.append(cost)
        older, old = old, new
    return old[-1]


A = TypeVar("A")


class ParsedOrders(NamedTuple, Generic[A]):
    """The actions of a text of orders, and where each of them stands in it."""

    text: str
    actions: tuple[A, ...]
    marks: tuple[tuple[int, int], ...]  # for each action, its first token and the token after its last

    def blame(self, error: OrderError, index: int) -> OrderError:
        """The same error, with the number and the place of action `index` (from 0)."""
        spans = places(self.text)
        first, after_last = self.marks[index]
        start, end = spans[first][0], spans[after_last - 1][1]
        return error.at(index + 1, start, end, self.text[start:end])


class Reader:
    """Reads a submission word by word; `at` is the index of the next token."""

    __slots__ = ("at", "names", "text", "tokens", "vocabulary")

    def __init__(self, text: str, vocabulary: Vocabulary, names: Sequence[str] = ()) -> None:
        if len(text) > LONGEST_TEXT:
            why = later("This is too long for orders: {length} characters, and {most} is the most.")
            raise Unreadable(why, length=len(text), most=LONGEST_TEXT)
        self.text = text
        self.tokens = tokens(text)
        self.tokens.append("")  # so that looking one token ahead never fails
        self.at = 0
        self.vocabulary = vocabulary
        self.names = names

    def actions(self, readers: Mapping[str, Callable[["Reader"], A]]) -> ParsedOrders[A]:
        """Reads all the actions; each begins with a word that `readers` has."""
        index, words = self.vocabulary.index, self.tokens
        actions: list[A] = []
        marks: list[tuple[int, int]] = []
        while word := words[self.at]:
            meaning, first = index.get(word, ""), self.at
            self.at += 1
            if read := readers.get(meaning):
                actions.append(read(self))
                after_last = self.at
                while index.get(words[after_last - 1]) == "small":  # does not belong to the action
                    after_last -= 1
                marks.append((first, after_last))
            elif meaning != "small" and word not in ";\n":
                self.at = first
                self.not_an_action(actions, readers)
        if not actions:
            raise Unreadable("There are no orders here.")
        return ParsedOrders(self.text, tuple(actions), tuple(marks))

    def not_an_action(self, before: Sequence[Any], readers: Mapping[str, Any]) -> NoReturn:
        word = self.tokens[self.at]
        near = self.vocabulary.nearest(word, readers)
        if near:
            self.fail("this is not an order; did you mean “{nearest}”?", nearest=near)
        known = ", ".join(readers)
        if before and self.at and self.tokens[self.at - 1] not in ";\n":
            self.fail(
                "the order before this is complete; after it comes “;” or one of: {known}.", known=known
            )
        self.fail("this is not an order; orders begin with: {known}.", known=known)

    def fail(self, why: str, **values: Any) -> NoReturn:
        """Raises Unreadable at the word that is read now."""
        spans = places(self.text)
        if self.at < len(spans):
            error = Unreadable(why, **values)
            start, end = spans[self.at]
        else:
            error = Incomplete(why, **values)
            start = end = len(self.text)
        error.start, error.end = start, end
        error.quoted = self.text[start:end]
        raise error

    def skip(self, *meanings: str) -> None:
        """Passes over words with these meanings."""
        index, words = self.vocabulary.index, self.tokens
        while index.get(words[self.at]) in meanings:
            self.at += 1

    def meaning(self) -> str:
        return self.vocabulary.index.get(self.tokens[self.at], "")

    def number(self, expected: str) -> int:
        """A whole number from 0 on; `expected` is the error's text if there is none."""
        word = self.tokens[self.at]
        if not (word.isascii() and word.isdigit()):
            self.fail(expected)
        if len(word) > LONGEST_NUMBER:
            self.fail("this number is too large.")
        self.at += 1
        return int(word)
