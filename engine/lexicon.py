"""The words of one language, by what they mean: read from `words.<language>.txt`, with no Python in it.

A line is a meaning, a colon, and the words for it, parted by commas. An entry may have several words. A star
stands for any ending: `kop*` is kopać, kopię and kopałem; before a word, for any beginning. A word may stand
under several meanings. An entry of several words goes before one of fewer, a word before one with a star, and
a longer start before a shorter.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from engine.words import distance, fold, read_meanings

APOSTROPHE = "\x01"  # stands for all kinds of apostrophes, which `fold` would drop
# All kinds of apostrophes; and French où, which without its accent would be or.
SIGNS = str.maketrans(dict.fromkeys("'’‘ʼ`´", APOSTROPHE) | {"ù": "uh", "Ù": "uh"})
ASIDE = "\x02"  # where a bracket opens
IN_BRACKETS = re.compile(r"\(([^()\n]*)\)")
# Words and numbers; signs that part or change orders; a minus before a number. What else there is, decorates.
SPOKEN = re.compile(
    rf"(?<!\S)[0-9]{{1,2}}\)|[^\W_]+(?:{APOSTROPHE}[^\W_]+)*{APOSTROPHE}?"
    rf"|[{ASIDE};\n,.:!?/+&]|-[0-9]+|[^\s\w\"()\[\]>=*„“”‚«»‹›…·•-]"
)
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue"})
NOTHING: frozenset[str] = frozenset()
MOST_WORDS, LARGEST_HASH = 2**16, 2**47 - 1
SHORTEST_START = 3  # letters before a star
SHORTEST_MENDED, SHORTEST_MENDED_START, LONGEST_MENDED = 3, 5, 24  # letters of a word with a typing mistake


class Spoken(NamedTuple):
    """A piece of a text as it was typed, folded, and where it stands in the folded text."""

    word: str
    start: int
    end: int


class Entry(NamedTuple):
    """Several words that mean something together."""

    words: tuple[str, ...]
    meanings: frozenset[str]


class Known(NamedTuple):
    """A word, or the start of words."""

    word: str
    meanings: frozenset[str]
    star: bool


class Meant(NamedTuple):
    """What words at one place mean. Without a meaning they are not known."""

    word: str
    meanings: frozenset[str]
    start: int
    end: int


def fold_spoken(text: str) -> str:
    return fold(IN_BRACKETS.sub(rf"{ASIDE}\1,", text).translate(SIGNS))


def spoken(text: str) -> list[Spoken]:
    return [Spoken(found[0], found.start(), found.end()) for found in SPOKEN.finditer(fold_spoken(text))]


def origins(text: str) -> list[int]:
    """For each place in the folded text, its place in the text as it was typed; needed only for errors."""
    return [index for index, char in enumerate(text) for _ in fold(char.translate(SIGNS))]


class Lexicon:
    """The words of a game in one language."""

    def __init__(self, language: str, rows: Sequence[tuple[str, str]]) -> None:
        self.language = language
        self.listed: dict[str, list[str]] = {}  # for each meaning its entries as they are written
        self.written: dict[str, str] = {}  # for each folded word how it is written
        self.whole: dict[str, frozenset[str]] = {}
        self.starts: dict[str, frozenset[str]] = {}
        self.ends: dict[str, frozenset[str]] = {}
        self.entries: dict[str, list[Entry]] = {}
        folded = (fold_spoken(entry) for _, entry in rows)
        self.elisions = {word for word in folded if word.endswith(APOSTROPHE)}  # l', d'
        for meaning, entry in rows:
            self._add(meaning, entry)
        self.look_up = lru_cache(maxsize=4096)(self._look_up)
        self.near = lru_cache(maxsize=1024)(self._near)

    def _add(self, meaning: str, entry: str) -> None:
        if not entry:
            raise ValueError(f"words.{self.language}.txt: an empty entry at {meaning!r}")
        if "*" not in entry:
            self.listed.setdefault(meaning, []).append(entry)
        for form in {entry, entry.translate(UMLAUTS), entry.replace("'", "") or entry}:
            words = tuple(part for word in fold_spoken(form).split() for part in self._parted(word))
            if len(words) > 1:
                self._add_several(meaning, words)
            else:
                self._add_one(meaning, words[0], form)

    def _add_one(self, meaning: str, word: str, written: str) -> None:
        known = self.starts if word.endswith("*") else self.ends if word.startswith("*") else self.whole
        word = word.strip("*")
        if known is not self.whole and len(word) < SHORTEST_START:
            raise ValueError(f"words.{self.language}.txt: {written!r} is too short for a star")
        known[word] = one_of(known.get(word, NOTHING) | {meaning})
        self.written.setdefault(word, written.strip("*"))

    def _add_several(self, meaning: str, words: tuple[str, ...]) -> None:
        same_start = self.entries.setdefault(words[0].rstrip("*")[:SHORTEST_START], [])
        for place, other in enumerate(same_start):
            if other.words == words:
                same_start[place] = Entry(words, one_of(other.meanings | {meaning}))
                return
        same_start.append(Entry(words, one_of(frozenset({meaning}))))
        same_start.sort(key=lambda one: -len(one.words))

    def _look_up(self, word: str) -> frozenset[str]:
        known = self.whole.get(word)
        if known is not None:
            return known
        for start in range(1, len(word) - SHORTEST_START + 1):
            if word[start:] in self.ends:
                return self.ends[word[start:]]
        for end in range(len(word), SHORTEST_START - 1, -1):
            if word[:end] in self.starts:
                return self.starts[word[:end]]
        return NOTHING

    def meant(self, pieces: Sequence[Spoken]) -> Iterator[Meant]:
        """What the pieces mean, the longest entries first. Linear: an entry has a few words at most."""
        at = 0
        while at < len(pieces):
            word, start, end = pieces[at]
            found = self._several(pieces, at) if word[0].isalnum() else None
            if found:
                last = pieces[at + len(found.words) - 1]
                yield Meant(" ".join(found.words), found.meanings, start, last.end)
                at += len(found.words)
                continue
            yield Meant(word, self.look_up(word), start, end)
            at += 1

    def _several(self, pieces: Sequence[Spoken], at: int) -> Entry | None:
        for entry in self.entries.get(pieces[at].word[:SHORTEST_START], ()):
            if all(
                at + n < len(pieces) and _is_same(pieces[at + n].word, word)
                for n, word in enumerate(entry.words)
            ):
                return entry
        return None

    def split(self, pieces: Sequence[Spoken]) -> list[Spoken]:
        """Parts l'explorateur, Bob's and I'll at the apostrophe."""
        parts: list[Spoken] = []
        for piece in pieces:
            if APOSTROPHE not in piece.word:
                parts.append(piece)
                continue
            start = piece.start
            for part in self._parted(piece.word):
                parts.append(Spoken(part, start, start + len(part)))
                start += len(part)
        return parts

    def _parted(self, word: str) -> Iterator[str]:
        """l'eau is l' and eau, Bob's is Bob and 's; none of the parts is empty."""
        while APOSTROPHE in word[1:]:
            head, _, rest = word.partition(APOSTROPHE) if word[0] != APOSTROPHE else (word, "", "")
            if not rest:
                break
            if head + APOSTROPHE in self.elisions:
                yield head + APOSTROPHE
                word = rest
            else:
                yield head
                word = APOSTROPHE + rest.replace(APOSTROPHE, "")
        yield word

    @cached_property
    def _known(self) -> list[Known]:
        """All words and starts of words that are long enough to be found by a typing mistake."""
        return [
            Known(word, meanings, star)
            for known, star in ((self.whole, False), (self.starts, True))
            for word, meanings in known.items()
            if len(word) >= (SHORTEST_MENDED_START if star else SHORTEST_MENDED) and word.isalpha()
        ]

    @cached_property
    def _shorter(self) -> "array[int]":
        """What is left of them without one of their letters: each a hash, and behind it the word's number.

        As words in a dictionary they take twenty times the memory.
        """
        pairs = ((short, n) for n, one in enumerate(self._known) for short in without_a_letter(one.word))
        return array("Q", sorted(hashed(short) | n for short, n in pairs))

    def _near(self, word: str) -> tuple[Known, ...]:
        """Known words with one letter more, less, other or swapped."""
        if not SHORTEST_MENDED <= len(word) <= LONGEST_MENDED or not word.isalpha():
            return ()
        found = {one for one in self._candidates(word, False) if distance(word, one.word) == 1}
        for end in range(SHORTEST_MENDED_START - 1, len(word) + 1):
            start = word[:end]
            found |= {one for one in self._candidates(start, True) if distance(start, one.word) == 1}
        if len(word) == SHORTEST_MENDED:  # in a short word, only two letters that changed places
            found = {one for one in found if sorted(one.word) == sorted(word)}
        return tuple(sorted(found))

    def shown(self, known: Known) -> str:
        """A known word as it is written; for the start of words, one of them."""
        if not known.star:
            return self.written[known.word]
        listed = [entry for meaning in sorted(known.meanings) for entry in self.listed.get(meaning, ())]
        same = (entry for entry in listed if fold_spoken(entry).startswith(known.word))
        return next(same, listed[0] if listed else self.written[known.word])

    def _candidates(self, word: str, star: bool) -> Iterator[Known]:
        """Perhaps with some that only have the same hash."""
        for shorter in without_a_letter(word):
            first = hashed(shorter)
            at = bisect_left(self._shorter, first)
            while at < len(self._shorter) and self._shorter[at] < first + MOST_WORDS:
                one = self._known[self._shorter[at] - first]
                if one.star == star:
                    yield one
                at += 1


def hashed(word: str) -> int:
    """With room for a word's number."""
    return (hash(word) & LARGEST_HASH) * MOST_WORDS


def without_a_letter(word: str) -> set[str]:
    return {word, *(word[:n] + word[n + 1 :] for n in range(len(word)))}


@cache
def one_of(meanings: frozenset[str]) -> frozenset[str]:
    """The same one for equal ones: there are thousands of words, and a hundred of these."""
    return meanings


def _is_same(word: str, pattern: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@cache
def lexicon(package: str, language: str) -> Lexicon:
    """The words of all games and of one."""
    return Lexicon(language, [*_rows("engine", language), *_rows(package, language)])


def _rows(package: str, language: str) -> Iterator[tuple[str, str]]:
    for meaning, entries in read_meanings(package, "words", language):
        yield from ((meaning, entry) for entry in entries)


@cache
def meanings_of(package: str) -> frozenset[str]:
    """What the words of one game can mean; English has all meanings."""
    return frozenset(meaning for meaning, _ in _rows(package, "en"))


def in_words(package: str, orders: str, language: str) -> str:
    """Orders in notation with the words of a language: dig c4 x2 is kop c4 x2. It reads back as the same."""
    listed = lexicon(package, language).listed
    notation = meanings_of(package) | {"for", "with"}
    words = re.split(r"([ ;]+)", orders)
    return "".join(listed[word][0] if word in notation and language != "en" else word for word in words)


def own_words(package: str, meaning: str, language: str) -> tuple[str, ...]:
    """The words for one meaning, the one that letters show first."""
    return tuple(dict.fromkeys(lexicon(package, language).listed.get(meaning, ())))
