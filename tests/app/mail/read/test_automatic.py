"""Whether a person wrote a mail: what proves that none did, and what only makes it likely."""

import pytest

from app.mail.addresses import Addresses
from app.mail.read.incoming import read
from app.settings import Settings
from tests.app.mail.read.notices import ABOUT, CHALLENGES, PROGRAMS, SAYING_SO, SUBJECTS, TEXTS, mail

FIVE = list(TEXTS)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("language", FIVE)
def test_the_headers_of_a_vacation_program_are_proof(program: str, language: str) -> None:
    incoming = read(mail(ABOUT, TEXTS[language], PROGRAMS[program]), "ana@example.org")

    assert incoming.automatic
    assert not incoming.perhaps_automatic


@pytest.mark.parametrize(
    ("language", "subject"), [(name, one) for name in FIVE for one in SUBJECTS[name]], ids=str
)
def test_a_subject_alone_is_a_sign_and_no_proof(language: str, subject: str) -> None:
    incoming = read(mail(subject, TEXTS[language]), "ana@example.org")

    assert (incoming.automatic, incoming.perhaps_automatic) == ("", "vacation notice")
    assert incoming.lines == (TEXTS[language],)


def test_a_letter_of_ours_that_comes_back_is_known_by_its_name() -> None:
    ours = Addresses(Settings(url="https://play.example", keys=("a key of the tests that is long enough",)))
    name = ours.message_id(f"l.{'0f' * 16}")

    incoming = read(f"Message-ID: <{name}@play.example>\r\n\r\ncamp\r\n".encode(), "ana@example.org")

    assert incoming.automatic == "a letter of ours"


@pytest.mark.parametrize("language", FIVE)
def test_a_mail_may_say_itself_that_it_is_automatic(language: str) -> None:
    incoming = read(mail(ABOUT, f"{TEXTS[language]}\n\n{SAYING_SO[language]}"), "ana@example.org")

    assert (incoming.automatic, incoming.perhaps_automatic) == ("", "says so itself")


@pytest.mark.parametrize(("subject", "text"), CHALLENGES)
def test_a_service_that_wants_a_person_to_answer_is_perhaps_none(subject: str, text: str) -> None:
    incoming = read(mail(subject, text), "ana@example.org")

    assert (incoming.automatic, incoming.perhaps_automatic) == ("", "challenge")


@pytest.mark.parametrize("header", ["List-Id: <friends.example.org>", "Precedence: list", "Precedence: bulk"])
def test_the_headers_of_a_mailing_list_are_a_sign_and_no_proof(header: str) -> None:
    incoming = read(mail(ABOUT, "torch", f"{header}\n"), "ana@example.org")

    assert incoming.automatic == ""
    assert incoming.perhaps_automatic in ("list", "bulk")


@pytest.mark.parametrize(
    "text",
    [
        "torch",
        "I was away yesterday, sorry!\n\ntorch",
        "tile c2 r3\n\nSee you after the holidays",
        "Je suis d'accord, torch",
        "Bin wieder da.\n\nfackel",
        "To confirm: torch",
        "Can you confirm that you got my move?",
    ],
)
def test_a_person_who_writes_about_such_things_is_none(text: str) -> None:
    incoming = read(mail(ABOUT, text), "ana@example.org")

    assert (incoming.automatic, incoming.perhaps_automatic) == ("", "")


def test_proof_needs_no_sign() -> None:
    incoming = read(mail("Out of office", "x", "Auto-Submitted: auto-replied\n"), "ana@example.org")

    assert (incoming.automatic, incoming.perhaps_automatic) == ("auto-submitted", "")
