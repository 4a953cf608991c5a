"""Mail that comes in is taken in once, and what it leads to: on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from app.clock import now
from app.mail.addresses import Addresses
from app.services.inbox import intake
from tests.app.services.inbox.mails import MINUTE, Reader, age, bring, mails, outcomes, read_at, reply_to
from tests.world import Friends, World


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match()


# --- Known ---


def test_every_address_of_a_letter_is_known(friends: Friends) -> None:
    ours = Addresses(friends.house.settings)
    written = [
        ours.reply(friends.asks()[0].key),
        ours.reply(friends.key_between(2, 0)),
        ours.unsubscribe(friends.seat(2).post_key),
        ours.bounce(friends.world.letters()[0].message_id),
    ]

    with friends.house.db.reading() as session:
        known = [intake.known_address(session, friends.house, address) for address in written]

    assert [address and address.whole for address in known] == written


def test_what_no_letter_had_is_not_known(friends: Friends) -> None:
    ours, ask = Addresses(friends.house.settings), friends.asks()[0].key
    strange = [
        ours.unsubscribe(ask),
        ours.reply("a" * 26),
        ours.bounce(f"l.{7:032x}"),
        "ana@play.example",
        "",
    ]

    with friends.house.db.reading() as session:
        assert not [address for address in strange if intake.known_address(session, friends.house, address)]


# --- Taking in ---


def test_the_same_mail_twice_is_one(friends: Friends) -> None:
    to = reply_to(friends)

    first, second = bring(friends.house, to, "torch"), bring(friends.house, to.upper(), "torch")

    assert first
    assert second
    assert (first.id, len(mails(friends.house))) == (second.id, 1)


def test_the_same_mail_from_many_at_once_is_one(friends: Friends) -> None:
    to = reply_to(friends)

    with ThreadPoolExecutor(8) as brought:
        taken = list(brought.map(lambda _: bring(friends.house, to, "torch"), range(8)))

    assert {mail and mail.id for mail in taken} == {mails(friends.house)[0].id}
    assert len(mails(friends.house)) == 1


def test_an_address_has_its_bound_and_others_theirs(friends: Friends) -> None:
    for number in range(intake.MOST_AN_HOUR):
        assert bring(friends.house, reply_to(friends), f"{number}")

    assert bring(friends.house, reply_to(friends), "one more") is None
    assert bring(friends.house, reply_to(friends), "0")  # it has been taken in before
    assert bring(friends.house, reply_to(friends, 2), "one more")

    age(friends.house, timedelta(hours=1))
    assert bring(friends.house, reply_to(friends), "one more")


def test_an_envelope_may_hold_anything(friends: Friends) -> None:
    taking = partial(intake.take_in, house=friends.house, to=reply_to(friends), raw=b"")
    friends.house.db.write(partial(taking, sender="b\x00o\udcff@" + "x" * 1000))

    assert mails(friends.house)[0].sender.startswith("bo@xxx")


# --- What it leads to ---


def test_orders_in_a_mail_are_played(friends: Friends) -> None:
    ask = friends.asks()[0]
    bring(friends.house, Addresses(friends.house.settings).reply(ask.key), "torch", "1@example.org")

    intake.read_due(friends.house)

    assert outcomes(friends.house)[0].startswith("receipt")
    assert [own.answered_at is not None for own in friends.asks()] == [True, False, False]


def test_a_mail_to_the_other_address_ends_the_letters_of_this_match(friends: Friends) -> None:
    key = friends.seat(2).post_key

    bring(friends.house, Addresses(friends.house.settings).unsubscribe(key), "")
    intake.read_due(friends.house)

    assert [friends.seat(number).mute for number in (1, 2, 3)] == [False, True, False]


def test_what_does_not_reach_anybody_changes_no_match(friends: Friends) -> None:
    before = (friends.match.head, friends.seen())
    for to in (
        reply_to(friends),
        Addresses(friends.house.settings).bounce(friends.world.letters()[0].message_id),
    ):
        bring(friends.house, to, "\x00\xff (((( = <<<>>> \ufffd")

    intake.read_due(friends.house)

    assert (friends.match.head, friends.seen()) == before


# --- Afterwards ---


def test_old_mails_are_forgotten_and_unread_ones_are_not(friends: Friends, reader: Reader) -> None:
    bring(friends.house, reply_to(friends), "torch")
    read_at(friends.house, reader, now())
    bring(friends.house, reply_to(friends), "camp")

    assert friends.house.db.write(partial(intake.forget_old, at=now() + intake.KEEP_READ_FOR - MINUTE)) == 0
    assert friends.house.db.write(partial(intake.forget_old, at=now() + intake.KEEP_READ_FOR)) == 1

    assert outcomes(friends.house) == [""]


def test_the_oldest_unread_mail_is_told(friends: Friends, reader: Reader) -> None:
    def oldest() -> Any:
        with friends.house.db.reading() as session:
            return intake.oldest_unread(session)

    assert oldest() is None
    taken = bring(friends.house, reply_to(friends), "torch")
    assert taken
    assert oldest() == taken.received_at
    read_at(friends.house, reader, now())
    assert oldest() is None
