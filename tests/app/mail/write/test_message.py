"""A letter as a message: the headers that mail programs and servers go by."""

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from app.mail.letter import ComposedLetter, Deadline, MailingList, Thread
from app.mail.write.message import Posting, message_of
from tests.app.mail.write.by_python import build_message

AT = datetime(2026, 11, 18, 12, 0, 0, tzinfo=UTC)
POSTING = Posting("l.0123", AT, "play.example", "Chasqui <game@play.example>")
STOP = f"https://play.example/stop/{'x' * 120}/go"
BY_MAIL = f"u.{'a' * 26}@in.example"
THREAD = Thread("abc", "Tikal at Ana's", "https://play.example/m/abc", STOP, BY_MAIL, "tikal")
DEADLINE = Deadline("abc.s1.deadline@play.example", 3, AT, AT, "Tikal", "https://play.example/m/abc")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def letter(**more: object) -> ComposedLetter:
    facts = {
        "to": "bo@example.org",
        "name": "Bo",
        "subject": "Příšerně žluťoučký",
        "text": "Łódź\n",
        "html": '<p>Łódź</p><img src="cid:board" alt="a5: base camp">',
    }
    return ComposedLetter(**{**facts, "thread": THREAD, **more})  # type: ignore[arg-type]


def read(composed: ComposedLetter) -> EmailMessage:
    made = message_from_bytes(message_of(composed, POSTING), policy=policy.default)
    assert isinstance(made, EmailMessage)
    return made


def kinds(made: EmailMessage) -> list[object]:
    """What a message is made of, with what each part is made of behind it."""
    if not made.is_multipart():
        return [made.get_content_type()]
    parts = [kinds(part) for part in made.iter_parts() if isinstance(part, EmailMessage)]
    return [made.get_content_type(), *parts]


FULL = {"picture": PNG, "deadline": DEADLINE, "reply_to": f"r.{'b' * 26}@in.example"}


@pytest.mark.parametrize("more", [{}, {"picture": PNG}, {"deadline": DEADLINE}, FULL])
def test_it_parses_without_defects(more: dict[str, object]) -> None:
    made = read(letter(**more))

    assert not [part.defects for part in made.walk() if part.defects]
    assert not [name for part in made.walk() for name, value in part.items() if value.defects]
    assert made.get_body(("plain",)).get_content().split() == ["Łódź"]  # type: ignore[union-attr]
    assert made.get_body(("html",)).get_content().startswith("<p>Łódź</p>")  # type: ignore[union-attr]


def test_it_is_made_of_text_page_picture_and_calendar() -> None:
    page = ["multipart/related", ["text/html"], ["image/png"]]

    assert kinds(read(letter())) == ["multipart/alternative", ["text/plain"], ["text/html"]]
    assert kinds(read(letter(**FULL))) == [
        "multipart/mixed",
        ["multipart/alternative", ["text/plain"], page],
        ["text/calendar"],
    ]


def test_the_page_shows_the_picture_that_came_with_it() -> None:
    made = read(letter(**FULL))

    [picture] = [part for part in made.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content() == PNG
    assert picture.get_content_disposition() == "inline"
    page = made.get_body(("related", "html")).get_body(("html",)).get_content()  # type: ignore[union-attr]
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in page


def test_it_is_the_same_to_the_byte_at_every_try() -> None:
    tries = [message_of(letter(**FULL), POSTING) for _ in range(2)]

    assert tries[0] == tries[1]
    assert read(letter())["Message-ID"] == "<l.0123@play.example>"
    assert read(letter())["Date"].datetime == AT


MORE: list[dict[str, object]] = [
    {},
    {"thread": None},
    {"picture": bytes(range(256)) * 9},
    {"deadline": DEADLINE._replace(cancelled=True, summary="Żółć " * 30)},
    {
        "picture": PNG,
        "more_pictures": (PNG * 3, PNG[:-1]),
        "html": '<img src="cid:board"><img src="cid:board-2">',
    },
    {**FULL, "book": b"%PDF-1.7" * 99, "film": b"GIF89a" * 19},
    {"film": b"GIF89a", "replied": True, "in_reply_to": "CAF=x+1@mail.example.org"},
    {"of_list": MailingList("digests", STOP), "name": "Žluťoučký, kůň " * 9, "subject": "Tikal " * 40},
]


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("text", ["One.\nŻółć", "\n\r\r\n.\n", "=" * 200, "ends with a blank \n", ""])
def test_its_bytes_are_those_of_the_standard_library(text: str, more: dict[str, object]) -> None:
    made = letter(**{"text": text, "html": f'<p>{text}</p><img src="cid:board">', **more})

    assert message_of(made, POSTING) == build_message(made, POSTING).as_bytes()


def test_an_address_that_mail_servers_do_not_take_is_an_error() -> None:
    with pytest.raises(UnicodeEncodeError):
        message_of(letter(to="žluť@example.org"), POSTING)


def test_no_header_has_several_lines() -> None:
    with pytest.raises(ValueError, match="List-Unsubscribe"):
        message_of(letter(of_list=MailingList("digests", "https://play.example/\r\nBcc: x")), POSTING)


def test_it_is_from_a_machine_and_to_a_person() -> None:
    made = read(letter())

    assert made["From"] == "Chasqui <game@play.example>"
    assert made["To"] == "Bo <bo@example.org>"
    assert made["Auto-Submitted"] == "auto-generated"
    assert made["X-Auto-Response-Suppress"] == "All"
    assert made["x-ms-reactions"] == "disallow"
    assert made["Feedback-ID"] == "letter:tikal:letters:chasqui"
    assert made["Precedence"] is None


def test_a_reply_comes_back_to_the_address_that_says_what_it_answers() -> None:
    assert read(letter(**FULL))["Reply-To"] == FULL["reply_to"]
    assert read(letter())["Reply-To"] is None


def test_what_answers_a_mail_says_so() -> None:
    made = read(letter(replied=True, in_reply_to="CAF=x+1@mail.example.org"))

    assert made["Auto-Submitted"] == "auto-replied"
    assert made["In-Reply-To"] == "<CAF=x+1@mail.example.org>"
    assert made["References"] == f"{read(letter())['References']} <CAF=x+1@mail.example.org>"


@pytest.mark.parametrize("strange", ["", "a b@c", "x>\r\nBcc: x@evil.example", "ą@c", "<a@b>", "x" * 300])
def test_a_strange_message_id_is_not_answered_to(strange: str) -> None:
    made = read(letter(in_reply_to=strange))

    assert made["References"] == made["In-Reply-To"] == read(letter())["In-Reply-To"]
    assert made["Bcc"] is None


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

    assert made["List-Unsubscribe"] == f"<mailto:{BY_MAIL}?subject=stop>, <{STOP}>"
    assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_one_click_is_offered_only_over_https_and_by_mail_only_where_mail_is_taken_in() -> None:
    made = read(letter(thread=THREAD._replace(stop="http://127.0.0.1/stop/x/go", unsubscribe="")))

    assert made["List-Unsubscribe"] == "<http://127.0.0.1/stop/x/go>"
    assert made["List-Unsubscribe-Post"] is None


def test_a_letter_can_be_in_the_thread_of_a_match_and_of_another_list() -> None:
    made = read(letter(of_list=MailingList("digests", STOP)))

    assert made["References"] == read(letter())["References"]
    assert made["List-Id"] == "<digests.play.example>"
    assert made["List-Unsubscribe"] == f"<{STOP}>"
    assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert made["List-Archive"] is None


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
