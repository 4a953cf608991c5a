"""Who a mail is for and from, by its headers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.mail.addresses import Addresses
from app.mail.read import envelope
from app.settings import Settings

OURS = Addresses(Settings(sender="game@play.example", keys=("a key",)))
BO, CY = (OURS.reply(letter * 26) for letter in "bc")


def mail(*headers: str) -> bytes:
    return "\r\n".join([*headers, "", f"To: {CY}", ""]).encode()


def to(*headers: str) -> list[str]:
    return [address.whole for address in envelope.recipients(mail(*headers), OURS)]


@pytest.mark.parametrize("header", envelope.RECIPIENT_HEADERS)
def test_the_address_is_found_wherever_a_mail_server_leaves_it(header: str) -> None:
    assert to(f"{header}: {BO}") == [BO]


def test_what_a_mail_server_says_comes_before_what_its_writer_wrote() -> None:
    assert to(f"To: {CY}", f"Delivered-To: {BO}") == [BO]


def test_an_address_of_others_does_not_hide_ours() -> None:
    assert to("Delivered-To: everything@play.example", f"To: {BO}") == [BO]


def test_names_comments_and_folded_lines_do_not_matter() -> None:
    assert to(f'To: "Ana, of Chasqui" <ana@example.org>,\r\n "x" <{BO.upper()}>, {CY} (Cy)') == [BO, CY]


def test_each_address_counts_once() -> None:
    assert to(f"Cc: {BO}, <{BO}>", f"Cc: {BO}") == [BO]


def test_what_stands_in_the_body_is_no_address() -> None:
    assert to("Subject: hello") == []


@pytest.mark.parametrize(
    ("headers", "sender"),
    [
        (["Return-Path: <bo@example.org>", "From: cy@example.org"], "bo@example.org"),
        (["Return-Path: <>", "From: MAILER-DAEMON@example.org"], ""),
        (["From: Bo <bo@example.org>"], "bo@example.org"),
        (["Subject: hello"], "unknown"),
    ],
)
def test_the_sender_of_the_envelope_or_else_its_writer(headers: list[str], sender: str) -> None:
    assert envelope.sender(mail(*headers)) == sender


@given(raw=st.one_of(st.binary(max_size=300), st.binary(max_size=300).map(lambda raw: b"To: " + raw)))
def test_no_bytes_break_it(raw: bytes) -> None:
    assert envelope.recipients(raw, OURS) == []
    assert isinstance(envelope.sender(raw), str)
    assert envelope.every_recipient(raw, OURS) == []
    assert envelope.letters_answered(raw, OURS) == []
    assert not envelope.is_from_us(raw, OURS)


def everybody(*headers: str) -> list[str]:
    return [address.whole for address in envelope.every_recipient(mail(*headers), OURS)]


def test_in_a_mailbox_no_header_hides_another() -> None:
    assert everybody("Delivered-To: game@play.example", f"To: {BO}", f"Cc: x@y.example, {CY}") == [
        "game@play.example",
        BO,
        CY,
    ]


LETTER = OURS.message_id(f"l.{17:032x}")


def test_a_letter_of_ours_is_known_by_its_message_id() -> None:
    assert envelope.is_from_us(mail(f"Message-ID: <{LETTER}@play.example>"), OURS)
    assert not envelope.is_from_us(mail(f"In-Reply-To: <{LETTER}@play.example>"), OURS)


@pytest.mark.parametrize(
    ("headers", "answered"),
    [
        ((f"In-Reply-To: <{LETTER}@play.example>", "Subject: Re: Your turn"), [f"l.{17:032x}"]),
        ((f"In-Reply-To: <{LETTER}@play.example>", "Subject: Tr : votre tour"), []),
        ((f"In-Reply-To: <{LETTER[:-1]}a@play.example>", "Subject: Re: Your turn"), []),
        ((f"References: <{LETTER}@play.example>", "Subject: Re: Your turn"), []),
    ],
    ids=["an answer", "passed on", "forged", "in the same thread"],
)
def test_which_letter_a_mail_answers(headers: tuple[str, ...], answered: list[str]) -> None:
    assert envelope.letters_answered(mail(*headers), OURS) == answered
