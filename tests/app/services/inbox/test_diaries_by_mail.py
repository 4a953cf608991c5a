"""`diary: ...` in a reply."""

import pytest
from sqlmodel import select

from app.models import DiaryEntry, Talk
from tests.app.services.inbox.test_replies_talk import read
from tests.world.mailer import Mailer


def entries(incan: Mailer) -> list[tuple[int, int, str]]:
    with incan.friends.house.reading() as session:
        return [(row.seat, row.base, row.text) for row in session.exec(select(DiaryEntry))]


@pytest.mark.parametrize("word", ["diary", "Dziennik", "deník", "Tagebuch", "journal"])
def test_the_word_is_known_in_every_language(word: str) -> None:
    content = read("incan-gold", f"{word}: they do not see it\nnor will they\n\ncamp")

    assert content.diary == "they do not see it\nnor will they"
    assert (content.orders, content.talk) == ("camp", "")


def test_what_a_reply_says_to_the_diary_is_told_to_nobody_else(incan: Mailer) -> None:
    incan.mail(1, "diary: I go at the next snake\n\ntorch")

    assert entries(incan) == [(1, 1, "I go at the next snake")]
    assert incan.friends.receipts()[-1].orders == "torch"
    assert "I go at the next snake" in incan.friends.world.compose(incan.friends.letters("reply")[-1]).text
    with incan.friends.house.reading() as session:
        assert not session.exec(select(Talk)).all()


def test_a_mail_that_is_refused_writes_nothing(incan: Mailer) -> None:
    incan.mail(1, "diary: I go at the next snake\n\ncamp\n\nor torch?")

    assert entries(incan) == []


def test_an_empty_entry_is_no_entry(incan: Mailer) -> None:
    incan.mail(1, "diary:")

    assert entries(incan) == []
