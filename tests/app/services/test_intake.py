"""Mail that comes in is taken in once, and what it leads to: on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from app.house import House
from app.mail.addresses import Addresses
from app.models import now
from app.services.inbox import intake
from tests.app.services.houses import asks, letters, opened, read, seat, seen
from tests.app.services.mails import MINUTE, Reader, age, bring, mails, outcomes, read_at, reply_to


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def code(house: House) -> str:
    return opened(house)


# --- Known ---


def test_every_address_of_a_letter_is_known(house: House, code: str) -> None:
    ours, key = Addresses(house.settings), seat(house, code, 2).post_key
    written = [
        ours.reply(asks(house, code)[0].key),
        ours.reply(key),
        ours.unsubscribe(key),
        ours.bounce(letters(house)[0].id or 0),
    ]

    with house.db.reading() as session:
        known = [intake.known_address(session, house, address) for address in written]

    assert [address and address.whole for address in known] == written


def test_what_no_letter_had_is_not_known(house: House, code: str) -> None:
    ours, ask = Addresses(house.settings), asks(house, code)[0].key
    strange = [ours.unsubscribe(ask), ours.reply("a" * 26), ours.bounce(10**9), "game@localhost", ""]

    with house.db.reading() as session:
        assert not [address for address in strange if intake.known_address(session, house, address)]


# --- Taking in ---


def test_the_same_mail_twice_is_one(house: House, code: str) -> None:
    to = reply_to(house, code)

    first, second = bring(house, to, "torch"), bring(house, to.upper(), "torch")

    assert first
    assert second
    assert (first.id, len(mails(house))) == (second.id, 1)


def test_the_same_mail_from_many_at_once_is_one(house: House, code: str) -> None:
    to = reply_to(house, code)

    with ThreadPoolExecutor(8) as brought:
        taken = list(brought.map(lambda _: bring(house, to, "torch"), range(8)))

    assert {mail and mail.id for mail in taken} == {mails(house)[0].id}
    assert len(mails(house)) == 1


def test_an_address_has_its_bound_and_others_theirs(house: House, code: str) -> None:
    for number in range(intake.MOST_AN_HOUR):
        assert bring(house, reply_to(house, code), f"{number}")

    assert bring(house, reply_to(house, code), "one more") is None
    assert bring(house, reply_to(house, code), "0")  # it has been taken in before
    assert bring(house, reply_to(house, code, 2), "one more")

    age(house, timedelta(hours=1))
    assert bring(house, reply_to(house, code), "one more")


def test_an_envelope_may_hold_anything(house: House, code: str) -> None:
    taking = partial(intake.take_in, house=house, to=reply_to(house, code), raw=b"")
    house.db.write(partial(taking, sender="b\x00o\udcff@" + "x" * 1000))

    assert mails(house)[0].sender.startswith("bo@xxx")


# --- What it leads to ---


def test_orders_in_a_mail_are_played(house: House, code: str) -> None:
    ask = asks(house, code)[0]
    bring(house, Addresses(house.settings).reply(ask.key), "torch", "1@example.org")

    intake.read_due(house)

    assert outcomes(house)[0].startswith("receipt")
    assert [own.answered_at is not None for own in asks(house, code)] == [True, False, False]


def test_a_mail_to_the_other_address_ends_the_letters_of_this_match(house: House, code: str) -> None:
    key = seat(house, code, 2).post_key

    bring(house, Addresses(house.settings).unsubscribe(key), "")
    intake.read_due(house)

    assert [seat(house, code, number).mute for number in (1, 2, 3)] == [False, True, False]


def test_what_does_not_reach_anybody_changes_no_match(house: House, code: str) -> None:
    before = (read(house, code).head, seen(house, code))
    for to in (reply_to(house, code), Addresses(house.settings).bounce(letters(house)[0].id or 0)):
        bring(house, to, "\x00\xff (((( = <<<>>> \ufffd")

    intake.read_due(house)

    assert (read(house, code).head, seen(house, code)) == before


# --- Afterwards ---


def test_old_mails_are_forgotten_and_unread_ones_are_not(house: House, code: str, reader: Reader) -> None:
    bring(house, reply_to(house, code), "torch")
    read_at(house, reader, now())
    bring(house, reply_to(house, code), "camp")

    assert house.db.write(partial(intake.forget_old, at=now() + intake.KEEP_READ_FOR - MINUTE)) == 0
    assert house.db.write(partial(intake.forget_old, at=now() + intake.KEEP_READ_FOR)) == 1

    assert outcomes(house) == [""]


def test_the_oldest_unread_mail_is_told(house: House, code: str, reader: Reader) -> None:
    def oldest() -> Any:
        with house.db.reading() as session:
            return intake.oldest_unread(session)

    assert oldest() is None
    taken = bring(house, reply_to(house, code), "torch")
    assert taken
    assert oldest() == taken.received_at
    read_at(house, reader, now())
    assert oldest() is None
