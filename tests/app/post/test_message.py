"""A letter as a message: the headers that mail programs and servers go by."""

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from app.letters.composed import Composed, Thread
from app.post.message import Posting, message

AT = datetime(2026, 11, 18, 12, 0, 0, tzinfo=UTC)
POSTING = Posting("l.0123", AT, "play.example", "Chasqui <game@play.example>")
STOP = f"https://play.example/stop/{'x' * 120}/go"
THREAD = Thread("abc", "Tikal at Ana's", "https://play.example/m/abc", STOP)


def letter(**more: object) -> Composed:
    facts = {
        "to": "bo@example.org",
        "name": "Bo",
        "subject": "Příšerně žluťoučký",
        "text": "Łódź\n",
        "html": "<p>Łódź</p>",
    }
    return Composed(**{**facts, "thread": THREAD, **more})  # type: ignore[arg-type]


def read(composed: Composed) -> EmailMessage:
    made = message_from_bytes(message(composed, POSTING).as_bytes(), policy=policy.default)
    assert isinstance(made, EmailMessage)
    return made


def test_it_parses_without_defects() -> None:
    made = read(letter())

    assert not made.defects
    assert not [part.defects for part in made.walk() if part.defects]
    assert not [name for name, value in made.items() if value.defects]
    assert made.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in made.iter_parts()] == ["text/plain", "text/html"]
    assert [part.get_content().split() for part in made.iter_parts()] == [["Łódź"], ["<p>Łódź</p>"]]


def test_it_is_the_same_at_every_try() -> None:
    tries = [read(letter()) for _ in range(2)]

    assert tries[0].items()[:-1] == tries[1].items()[:-1]  # the last is the boundary
    assert tries[0]["Message-ID"] == "<l.0123@play.example>"
    assert tries[0]["Date"].datetime == AT


def test_it_is_from_a_machine_and_to_a_person() -> None:
    made = read(letter())

    assert made["From"] == "Chasqui <game@play.example>"
    assert made["To"] == "Bo <bo@example.org>"
    assert made["Auto-Submitted"] == "auto-generated"
    assert made["X-Auto-Response-Suppress"] == "All"
    assert made["Precedence"] is None


def test_all_letters_about_a_match_are_one_thread_of_one_person() -> None:
    mine, again, others = (
        read(letter(to=to)) for to in ("bo@example.org", "bo@example.org", "cy@example.org")
    )

    assert mine["In-Reply-To"] == mine["References"] == again["References"]
    assert mine["References"] != others["References"]
    assert mine["List-Id"] == others["List-Id"] == "<abc.matches.play.example>"
    assert "bo" not in mine["References"]


def test_a_mail_program_can_offer_to_stop_the_letters() -> None:
    made = read(letter())

    assert made["List-Unsubscribe"] == f"<{STOP}>"
    assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_letter_about_no_match_is_no_list() -> None:
    made = read(letter(thread=None))

    assert not [name for name in made if name.startswith("List-") or name in ("References", "In-Reply-To")]


@pytest.mark.parametrize(
    "text", ["a\r\nBcc: x@evil.example", "a\nb", "a\x00b", "a\u2028b", "a\x85b", "\u202egnitteG"]
)
def test_no_subject_or_name_adds_a_header(text: str) -> None:
    made = read(letter(subject=text, name=text))

    assert made["Bcc"] is None
    assert len(made["To"].addresses) == 1
    assert not made.defects
    assert made["Subject"].isprintable()
