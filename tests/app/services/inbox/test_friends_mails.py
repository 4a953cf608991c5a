"""A friend's mail plays what it means, or it is asked about; it never plays anything else."""

import pytest
from hypothesis import given

from app.mail.read.incoming import read
from tests.app.services.inbox.friends_mails import FriendsMail, a_correction, a_doubt, a_sentence
from tests.phrases import names
from tests.phrases.answers import REFUSED, played


def plays(mail: FriendsMail) -> str:
    lines = read(mail.raw).lines
    return played(mail.game, "\n".join(lines), names(mail.language), mail.language, mail.ask)


@given(mail=a_sentence())
def test_a_sentence_in_a_mail_plays_as_meant_or_not_at_all(mail: FriendsMail) -> None:
    assert plays(mail) in (mail.meant, REFUSED)


@given(mail=a_correction())
def test_what_is_taken_back_in_the_same_mail_is_not_played(mail: FriendsMail) -> None:
    assert plays(mail) != mail.meant


@given(mail=a_doubt())
def test_a_doubt_in_a_mail_plays_nothing(mail: FriendsMail) -> None:
    assert plays(mail) == REFUSED


@pytest.mark.parametrize(
    ("language", "below"),
    [
        ("en", "No, wait, I will think about it"),
        ("en", "Oh no, rather what we said on the phone"),
        ("pl", "Poprawka: bierzemy się stąd"),
        ("cs", "Promiň, myslel jsem, že je to jinak"),
        ("de", "Entschuldigung, ich meinte: das andere da"),
        ("fr", "Non, attends, on verra bien"),
    ],
)
def test_what_takes_back_the_line_above_need_not_be_an_order_itself(language: str, below: str) -> None:
    assert played("incan-gold", f"torch\n\n{below}", [], language, "choice") == REFUSED


@pytest.mark.parametrize(
    ("language", "below"),
    [
        ("en", "Sorry for the delay, I was at my mother's."),
        ("en", "Don't forget Dad's birthday on the 12th."),
        ("pl", "Przepraszam, że tak późno, pociąg stał w polu."),
        ("de", "Entschuldigung für die Verspätung!"),
        ("fr", "N'oubliez pas l'anniversaire de Papa le 12."),
    ],
)
def test_an_apology_takes_nothing_back(language: str, below: str) -> None:
    assert played("incan-gold", f"torch\n\n{below}", [], language, "choice") == "torch"


@pytest.mark.parametrize("break_at", ["week I", "I will", "will then"])
def test_a_sentence_about_another_day_may_be_broken_anywhere(break_at: str) -> None:
    said = "Next week I will then dig c4".replace(f"{break_at} ", f"{break_at}\n")

    assert played("tikal", said, [], "en", "ap") == REFUSED
