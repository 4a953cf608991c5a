"""The glossaries: one term for one thing, in every text that a language has."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from app.i18n import catalogs
from app.i18n.catalogs import strings
from app.i18n.languages import LANGUAGES

TRANSLATED = sorted(LANGUAGES.keys() - {"en"})
# Names of pictures and examples, holes, orders in notation, and the words of a reply, which are quoted.
NO_WORDS = re.compile(r"^[=>] [\w -]+:|%\(\w+\)s|\{\w+\}|`[^`]*`|„[^“”]*[“”]|“[^”]*”|«[^»]*»")
LONGEST_ENDING, SHORTEST_START = 2, 3  # letters; an ending changes in a sentence


class Term(NamedTuple):
    english: str
    terms: list[str]
    forbidden: list[str]


def read_glossary(text: str) -> list[Term]:
    """A line is `worker = uczestnik | robotni*, pracowni*`."""
    found = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            english, equals, rest = line.partition(" = ")
            terms, _, forbidden = rest.partition("|")
            assert equals, line
            found.append(Term(english, listed(terms), listed(forbidden)))
    return found


def listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


@cache
def glossary(language: str) -> list[Term]:
    return read_glossary((catalogs.FOLDER / f"glossary.{language}.txt").read_text())


@cache
def texts(language: str) -> dict[str, str]:
    """Each by where it is, without what is no word."""
    return {where: NO_WORDS.sub(" ", text).lower() for where, text in every_text(language)}


def every_text(language: str) -> Iterator[tuple[str, str]]:
    for message in catalogs.read(language):
        if message.id:
            yield str(message.id), "\n".join(strings(message.string))
    for guide in sorted(Path(catalogs.ROOT, "engine").glob(f"*/guide.{language}.txt")):
        for number, line in enumerate(guide.read_text().splitlines(), 1):
            yield f"{guide.parent.name}:{number}", line


def pattern_of(word: str) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, word.lower().replace("*", "").split()))
    return re.compile(rf"(?<!\w){words}" + ("" if word.endswith("*") else r"(?!\w)"))


def holds(text: str, word: str) -> bool:
    return bool(pattern_of(word).search(NO_WORDS.sub(" ", text).lower()))


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_has_another_word_for_what_has_a_term(language: str) -> None:
    forbidden = [(term, word, pattern_of(word)) for term in glossary(language) for word in term.forbidden]

    assert not [
        (where, f"{word}: the term for {term.english} is {term.terms[0]}", text)
        for where, text in texts(language).items()
        for term, word, pattern in forbidden
        if pattern.search(text)
    ]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_term_is_in_use(language: str) -> None:
    words = set(re.findall(r"\w+", "\n".join(texts(language).values())))
    starts = {word[:end] for word in words for end in range(1, len(word) + 1)}

    terms = [term for one in glossary(language) for term in one.terms]

    assert not [term for term in terms if not all(start_of(word) in starts for word in words_of(term))]


def words_of(term: str) -> list[str]:
    return re.findall(r"\w+", term.lower())


def start_of(word: str) -> str:
    """Without what may change in a sentence."""
    return word[: max(SHORTEST_START, len(word) - LONGEST_ENDING)]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("kafel*", "Kafelek na d3"),
        ("aP", "10 AP"),
        ("obóz główny", "to twój obóz  główny."),
        ("daily", "“hourly” and daily"),
    ],
)
def test_a_forbidden_word_is_found(word: str, text: str) -> None:
    assert holds(text, word)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("AP", "Mapa"),
        ("ap", "{ap} i %(ap)s"),
        ("end", "Napisz `end`"),
        ("undo", "odpisz „undo”"),
        ("undo", "antworte „undo“"),
        ("undo", "réponds « undo »"),
    ],
)
def test_what_is_no_word_of_the_text_is_not_looked_at(word: str, text: str) -> None:
    assert not holds(text, word)
