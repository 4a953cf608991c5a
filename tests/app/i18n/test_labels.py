"""What is shown can be typed: every label that names an order is read as that order, in every language."""

import re

import pytest

from app.i18n import catalogs
from app.i18n.catalogs import strings
from app.i18n.languages import LANGUAGES
from app.services.inbox.reply_words import is_none, word_alone, word_with_text
from engine.errors import OrderError
from engine.registry import game
from tests.app.i18n.labels import Label, every_label, labels_that_tell

QUOTED = re.compile("[“„«]\N{NO-BREAK SPACE}?([^“”„«»]+?)\N{NO-BREAK SPACE}?[”“»]")
REPLY_LETTERS = ("templates/mail/answer.jinja", "templates/mail/reply/body.jinja")


TOLD = [label for label in every_label() if label.kind in labels_that_tell()]
TYPED = [label for label in every_label() if label.kind not in labels_that_tell()]


@pytest.mark.parametrize("label", TYPED, ids=str)
def test_a_label_reads_as_the_order_that_it_stands_for(label: Label) -> None:
    assert game(label.game).write(label.text) == label.order


@pytest.mark.parametrize("label", TOLD, ids=str)
def test_a_label_that_only_tells_is_refused_and_never_read_as_another_order(label: Label) -> None:
    with pytest.raises(OrderError):
        game(label.game).write(label.text)


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_the_words_that_a_letter_names_for_a_reply_are_read_as_its_own(language: str) -> None:
    letters = [
        message
        for message in catalogs.read(language)
        if {file for file, _ in message.locations} & {*REPLY_LETTERS}
    ]
    wrong = [
        translated
        for message in letters
        for text, translated in zip(strings(message.id), strings(message.string), strict=False)
        if meanings_in(text) != meanings_in(translated)
    ]

    assert letters
    assert not wrong


def meanings_in(text: str) -> list[str]:
    return [meaning_of(quoted) for quoted in QUOTED.findall(text) if "%(" not in quoted]


def meaning_of(quoted: str) -> str:
    """help, say: ... and plan: none; empty for all that is no such word."""
    begun = word_with_text(quoted)
    if begun:
        return f"{begun.word} none" if is_none(begun.text) else begun.word
    return word_alone(quoted)
