"""Mails of players who had not seen the vocabulary: nothing is played that they did not mean."""

from functools import cache

import pytest

from engine.registry import GAMES
from engine.words import LANGUAGES
from tests.phrases import Phrase, corrections, doubts, match, names, prose
from tests.phrases.answers import ASKS, REFUSED, ask_for, played, played_of, told

UNDERSTOOD = 0.8  # of the mails of each match, at least
ORDERS = {"tikal": "dig c4", "incan-gold": "torch"}

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_game = pytest.mark.parametrize("name", GAMES)


def not_right(outcomes: list[tuple[Phrase, bool, str]]) -> str:
    """What went wrong, and what is marked as known to go wrong and does not."""
    wrong = [told(phrase, got) for phrase, right, got in outcomes if not right and not phrase.known]
    mended = [f"\nno longer wrong: {phrase.text}" for phrase, right, _ in outcomes if right and phrase.known]
    return "".join(wrong + mended)


# --- What is not to be played ---


@each_language
def test_an_order_in_doubt_is_not_played(language: str) -> None:
    got = [
        (doubt, played(doubt.game, doubt.text, names(language), language, ask))
        for doubt in doubts(language)
        for ask in ASKS[doubt.game]
    ]

    assert not [told(doubt, orders) for doubt, orders in got if orders != REFUSED]


@each_language
@each_game
def test_prose_alone_is_not_played(language: str, name: str) -> None:
    got = [
        (line, played(name, line.text, names(language), language, ask))
        for line in prose(language)
        for ask in ASKS[name]
    ]

    assert not [told(line, orders) for line, orders in got if orders not in (line.meant, REFUSED)]


@each_language
def test_prose_below_an_order_neither_plays_nor_spoils_it(language: str) -> None:
    outcomes = [(line, with_order_above(line, language)) for line in prose(language)]

    wrong = not_right([(line, got in ORDERS.values(), got) for line, got in outcomes])
    assert not wrong, wrong


def with_order_above(line: Phrase, language: str) -> str:
    """What is played: the order alone, unless one of the games does something else."""
    got = ""
    for name, order in ORDERS.items():
        mail = f"{order}\n\n{line.text}"
        got = played(name, mail, names(language), language, ask_for(name, order))
        if got != order:
            break
    return got


# --- What is to be played ---


@cache
def mails(language: str, name: str) -> list[tuple[Phrase, str]]:
    played_by = match(language, name)
    return [(mail, played_of(played_by, mail)) for _, mail in played_by.mails]


@each_language
@each_game
def test_a_mail_of_a_match_is_played_as_it_is_meant_or_not_at_all(language: str, name: str) -> None:
    assert len(mails(language, name)) >= 40
    assert not [told(mail, got) for mail, got in mails(language, name) if got not in (mail.meant, REFUSED)]


@each_language
@each_game
def test_four_mails_in_five_are_understood(language: str, name: str) -> None:
    sent = len(mails(language, name))

    refused = [told(mail, got) for mail, got in mails(language, name) if got != mail.meant]

    assert sent - len(refused) >= UNDERSTOOD * sent, "".join(refused)


@each_language
def test_a_correction_is_played_as_it_is_meant_or_not_at_all(language: str) -> None:
    outcomes = [(mail, corrected(mail, language)) for mail in corrections(language)]

    assert len(outcomes) >= 25
    wrong = not_right([(mail, got in (mail.meant, REFUSED), got) for mail, got in outcomes])
    assert not wrong, wrong


def corrected(mail: Phrase, language: str) -> str:
    """Where nothing is meant, neither game may find anything."""
    tried = [mail.game] if mail.game else list(GAMES)
    got = (played(name, mail.text, names(language), language, ask_for(name, mail.meant)) for name in tried)
    return next((orders for orders in got if orders != REFUSED), REFUSED)
