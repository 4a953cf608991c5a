"""A mailbox at a provider: mails for us are taken in and moved, and all others stay as they are."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lengths import long
from tests.world.dovecot import Dovecot
from tests.world.provider import PRIVATE, Provided, mail, provided

# --- What is taken in ---


def test_an_answer_is_played_and_moved(ana: Provided) -> None:
    ana.account.deliver(ana.answer("torch", Subject="Re: Sunday"))

    ana.look()

    assert ana.read() == ["receipt 1"]
    assert ana.account.subjects() == [PRIVATE]
    assert ana.account.subjects("Chasqui") == ["Re: Sunday"]


def test_other_mail_stays_as_it_is(ana: Provided) -> None:
    ana.account.deliver(mail(Subject="A letter that was read"), flags="FS")
    before = ana.account.files()

    ana.look()

    assert ana.account.files() == before
    assert not ana.mails
    assert ana.account.subjects("Chasqui") == []


def test_other_mail_is_as_unread_as_before_when_ours_is_moved(ana: Provided) -> None:
    ana.account.deliver(ana.answer())

    ana.look()

    [left] = ana.account.files()
    assert left.split(":2,")[-1] in ("", left)


@pytest.mark.parametrize(
    "header", ["To", "Cc", "Delivered-To", "X-Original-To", "X-Delivered-To", "Envelope-To"]
)
def test_the_address_is_found_in_the_headers(ana: Provided, header: str) -> None:
    ana.account.deliver(mail(**{"Delivered-To": ana.account.user, "To": "friends:;", header: ana.reply_to()}))

    ana.look()

    assert ana.read() == ["receipt 1"]


def test_an_answer_without_the_plus_is_for_us_as_well(ana: Provided) -> None:
    """As letters had it while a whole domain was ours."""
    plain = ana.reply_to().partition("+")[2].replace("127.0.0.1", "play.example")
    ana.account.deliver(mail(To=plain))

    ana.look()

    assert ana.read() == ["receipt 1"]


def test_a_domain_whose_mail_is_all_in_one_mailbox(server: Dovecot, tmp_path: Path) -> None:
    made = provided(tmp_path, server.account(), mail_domain="play.example")
    made.account.deliver(mail(To=made.reply_to()))

    made.look()

    assert made.reply_to().startswith("r.")
    assert made.reply_to().endswith("@play.example")
    assert made.read() == ["receipt 1"]
    made.world.close()


def test_an_address_that_no_letter_had_is_not_ours(ana: Provided) -> None:
    ana.account.deliver(mail(To=ana.addresses.reply("a" * 26)))
    before = ana.account.files()

    ana.look()

    assert ana.account.files() == before


def test_one_mail_for_two_matches_is_taken_in_for_each(ana: Provided) -> None:
    ana.account.deliver(mail(To=ana.reply_to(1), Cc=ana.reply_to(2)))

    ana.look()

    assert len(ana.mails) == 2
    assert ana.account.subjects() == [PRIVATE]


# --- Mails to the address that letters are from ---


@pytest.fixture
def own(server: Dovecot, tmp_path: Path) -> Iterator[Provided]:
    """Letters are from Ana's own address."""
    account = server.account()
    made = provided(tmp_path, account, sender=f"Chasqui <{account.user}@127.0.0.1>")
    made.world.send()
    yield made
    made.world.close()


def test_a_mail_to_the_owner_of_the_mailbox_is_not_for_us(own: Provided) -> None:
    own.account.deliver(mail(To=own.addresses.service))
    before = own.account.files()

    own.look()

    assert own.account.files() == before


def test_an_answer_to_a_letter_is_for_us_whatever_it_is_sent_to(own: Provided) -> None:
    letter = own.world.message_id(own.world.newest("your_turn"))
    own.account.deliver(mail(To=own.addresses.service, In_Reply_To=letter))

    own.look()

    assert len(own.mails) == 1


@pytest.mark.parametrize("subject", ["Fwd: Sunday", "WG: Sonntag", "Fw: look at this", "PD: gra"])
def test_a_letter_that_is_passed_on_to_the_owner_is_not_for_us(own: Provided, subject: str) -> None:
    letter = own.world.message_id(own.world.newest("your_turn"))
    own.account.deliver(mail(To=own.addresses.service, In_Reply_To=letter, Subject=subject))

    own.look()

    assert not own.mails


def test_a_letter_to_the_owner_is_not_an_answer(own: Provided) -> None:
    letters = [own.world.message_id(letter) for letter in own.world.letters("your_turn")]
    to_owner = {"To": own.addresses.service, "From": own.addresses.service, "Reply_To": own.reply_to()}
    own.account.deliver(mail(**to_owner, Message_ID=letters[0], In_Reply_To=letters[1]))

    own.look()

    assert not own.mails


# --- Many mails ---


@pytest.mark.parametrize("others", [2000, long(50_000)])
def test_of_a_full_inbox_no_body_is_fetched_but_ours(ana: Provided, others: int) -> None:
    long_ago = mail("long ago\n" * 5, Subject="Of last year")
    for _ in range(others):
        ana.account.deliver(long_ago, flags="S")
    ana.account.deliver(ana.answer())

    ana.look()

    assert len(ana.mails) == 1
    assert ["body_count=1" in line for line in ana.log()] == [True]
    assert len(ana.account.files()) == others + 1
