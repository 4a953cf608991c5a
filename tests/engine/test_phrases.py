"""Sentences of players who had not seen the vocabulary: most are understood, and none is misread."""

from functools import cache

import pytest

from engine.registry import GAMES
from engine.words import LANGUAGES
from tests.phrases import Phrase, doubts, names, sentences
from tests.phrases.answers import REFUSED, read, told

OF_A_FILE, OF_ALL = 0.90, 0.93  # of the sentences are understood, at least

each_file = pytest.mark.parametrize(
    ("language", "name"), [(language, name) for language in LANGUAGES for name in GAMES]
)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def readings(language: str, name: str) -> list[tuple[Phrase, str]]:
    return [(phrase, read(name, phrase.text, names(language))) for phrase in sentences(language, name)]


def share_understood(read: list[tuple[Phrase, str]]) -> float:
    return sum(got == phrase.meant for phrase, got in read) / len(read)


@each_file
def test_a_sentence_is_read_as_it_is_meant_or_refused(language: str, name: str) -> None:
    misread = [
        told(phrase, got) for phrase, got in readings(language, name) if got not in (phrase.meant, REFUSED)
    ]

    assert not misread, "".join(misread)


@each_file
def test_nine_sentences_in_ten_are_understood(language: str, name: str) -> None:
    refused = [told(phrase, got) for phrase, got in readings(language, name) if got != phrase.meant]

    assert share_understood(readings(language, name)) >= OF_A_FILE, "".join(refused)


def test_of_all_sentences_more_are_understood() -> None:
    every = [one for language in LANGUAGES for name in GAMES for one in readings(language, name)]

    assert len(every) > 1000
    assert share_understood(every) >= OF_ALL


@each_language
def test_an_order_in_doubt_is_not_read_as_one(language: str) -> None:
    read_all = [(doubt, read(doubt.game, doubt.text, names(language))) for doubt in doubts(language)]

    assert len(read_all) >= 60
    assert not [told(doubt, got) for doubt, got in read_all if got != REFUSED]
