"""Sentences that a mail program or their writer has broken into lines: they mean what they did on one."""

import pytest

from engine.registry import GAMES
from engine.words import LANGUAGES
from tests.lengths import shortened
from tests.phrases import match, names, sentences
from tests.phrases.answers import REFUSED, ask_for, broken, played, played_of, told

WIDTHS = shortened([80, 76, 72, 68, 64, 60], [72, 60])

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_game = pytest.mark.parametrize("name", GAMES)
each_width = pytest.mark.parametrize("width", WIDTHS)


@each_width
@each_language
@each_game
def test_a_wrapped_sentence_is_played_as_it_is_meant_or_not_at_all(
    name: str, language: str, width: int
) -> None:
    got = [
        (phrase, played(name, phrase.text, names(language), language, ask_for(name, phrase.meant)))
        for phrase in broken(sentences(language, name), width)
    ]

    wrong = [told(phrase, orders) for phrase, orders in got if orders not in (phrase.meant, REFUSED)]
    assert not wrong, "".join(wrong)


@each_width
@each_language
@each_game
def test_a_wrapped_mail_is_played_as_it_is_meant_or_not_at_all(name: str, language: str, width: int) -> None:
    seats = match(language, name)
    mails = broken([mail for _, mail in seats.mails], width)

    got = [(mail, played_of(seats, mail)) for mail in mails]

    wrong = [told(mail, orders) for mail, orders in got if orders not in (mail.meant, REFUSED)]
    assert not wrong, "".join(wrong)
