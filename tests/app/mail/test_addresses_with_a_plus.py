"""Addresses of a service whose mail is all in one mailbox: user+...@host."""

from dataclasses import replace

import pytest

from app.mail.addresses import Addresses, Between
from app.settings import Settings

KEY = "abcdefghijklmnopqrstuvwx27"
LETTER = f"l.{17:032x}"
HOUSE = Settings(sender="Chasqui <game@play.example>", keys=("first",))
MAILBOX = replace(HOUSE, imap_url="imaps://Anna:secret@mail.example/INBOX")

plus, plain = Addresses(MAILBOX), Addresses(HOUSE)


def test_all_addresses_begin_with_the_name_of_the_mailbox() -> None:
    between = plus.between(Between("a" * 10, 1, 2), "holder")

    for made in (
        plus.reply(KEY),
        plus.unsubscribe(KEY),
        plus.bounce(LETTER),
        plus.invitation(LETTER),
        between,
    ):
        assert made.startswith("anna+")
        assert made.endswith("@mail.example")
        assert plus.read(made) == plus.read(made.upper()) is not None
        assert plus.read(made) == plus.read(made.removeprefix("anna+"))


def test_what_letters_had_before_the_mailbox_is_read_as_well() -> None:
    before = plus.read(plain.reply(KEY))

    assert before
    assert before.whole == plus.reply(KEY)


def test_a_domain_of_its_own_reads_what_letters_of_the_mailbox_had() -> None:
    domain = Addresses(replace(MAILBOX, mail_domain="play.example"))

    assert domain.reply(KEY) == plain.reply(KEY)
    assert domain.read(plus.reply(KEY)) == domain.read(plain.reply(KEY)) is not None


def test_the_database_has_them_without_the_mailbox() -> None:
    address = plus.read(plus.reply(KEY))

    assert address
    assert plus.kept(address) == f"r.{KEY}@mail.example"
    assert plus.read_kept(plus.kept(address)) is not None


@pytest.mark.parametrize(
    ("login", "sender", "mail_domain", "made"),
    [
        ("anna", "x@play.example", "", "anna+@imap.example"),
        ("anna%40post.example", "x@play.example", "", "anna+@post.example"),
        ("anna", "Chasqui <Anna@post.example>", "", "anna+@post.example"),
        ("m0123", "x@play.example", "Ann-@post.example", "ann-@post.example"),
        ("m0123", "x@play.example", "play.example", "@play.example"),
    ],
)
def test_whose_mailbox_it_is(login: str, sender: str, mail_domain: str, made: str) -> None:
    url = f"imaps://{login}:secret@imap.example/INBOX"
    ours = Addresses(Settings(imap_url=url, sender=sender, mail_domain=mail_domain, keys=("first",)))

    user, _, domain = made.partition("@")
    assert ours.bounce(LETTER).startswith(f"{user}b.")
    assert ours.bounce(LETTER).endswith(f"@{domain}")


def test_a_mailbox_with_a_long_name_makes_addresses_that_some_servers_refuse() -> None:
    long = replace(MAILBOX, imap_url="imaps://anna-maria.kowalska:secret@mail.example")

    assert plus.longest() <= 64 < Addresses(long).longest()
