"""Mail is read once, in its order, and never lost: on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy.exc import OperationalError

from app.clock import now
from app.house import House
from app.mail.read.incoming import read
from app.services.inbox import intake, lost_mails
from tests.app.services.inbox.mails import (
    MINUTE,
    SOON,
    Reader,
    bring,
    mails,
    outcomes,
    raw,
    read_at,
    reply_to,
)
from tests.world import Friends, World
from tests.world.mailer import Mailer


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match()


# --- Reading ---


def test_a_mail_is_read_once_and_emptied(friends: Friends, reader: Reader) -> None:
    bring(friends.house, reply_to(friends), "torch", "1@example.org")

    assert read_at(friends.house, reader, now()) == 1
    assert read_at(friends.house, reader, now()) == 0

    [mail] = mails(friends.house)
    assert reader.seen == ["torch"]
    assert (mail.outcome, mail.message_id) == ("did torch", "1@example.org")
    assert (mail.due_at, mail.raw) == (None, b"")


def test_a_second_copy_on_another_way_does_nothing(friends: Friends, reader: Reader) -> None:
    to = reply_to(friends)
    bring(friends.house, to, "torch", "1@example.org")
    bring(friends.house, to, "torch \r\nlists add a line", "1@example.org")
    bring(friends.house, reply_to(friends, 2), "torch", "1@example.org")

    read_at(friends.house, reader, now())

    assert outcomes(friends.house) == ["did torch", "duplicate", "did torch"]


def test_mails_without_a_name_are_no_copies(friends: Friends, reader: Reader) -> None:
    for text in ("torch", "camp"):
        bring(friends.house, reply_to(friends), text)

    read_at(friends.house, reader, now())

    assert outcomes(friends.house) == ["did torch", "did camp"]


def test_many_readers_read_every_mail_once_and_each_address_in_its_order(
    house: House, friends: Friends, reader: Reader
) -> None:
    for number in range(8):
        for seat_number in (1, 2, 3):
            bring(house, reply_to(friends, seat_number), f"{seat_number} {number:02}", f"{number}")

    with ThreadPoolExecutor(4) as readers:
        while any(mail.due_at for mail in mails(house)):
            list(readers.map(lambda _: read_at(house, reader, now()), range(4)))

    assert len(reader.seen) == 24
    for first in "123":
        mine = [said for said in reader.seen if said.startswith(first)]
        assert mine == sorted(mine)


# --- Trouble ---


def test_a_reader_that_was_killed_keeps_a_mail_for_the_lease_only(
    house: House, friends: Friends, reader: Reader
) -> None:
    bring(house, reply_to(friends), "torch")
    start = now()
    assert house.db.write(partial(intake.claim_mail, at=start))

    assert read_at(house, reader, start + intake.LEASE - SOON) == 0
    assert read_at(house, reader, start + intake.LEASE) == 1
    assert outcomes(house) == ["did torch"]


def test_a_reader_that_comes_back_after_the_lease_changes_nothing_more(
    friends: Friends, reader: Reader
) -> None:
    """The first reader was stopped between claiming and doing, and goes on when another has done it."""
    bring(friends.house, reply_to(friends), "torch")
    start = now()
    late = friends.house.db.write(partial(intake.claim_mail, at=start))
    assert late
    read_at(friends.house, reader, start + intake.LEASE)

    intake.read_one(friends.house, late, start, reader)

    assert reader.seen == ["torch"]
    assert outcomes(friends.house) == ["did torch"]


def test_a_reader_that_has_lost_the_lease_leaves_the_mail_to_the_next(
    house: House, friends: Friends, reader: Reader
) -> None:
    bring(house, reply_to(friends), "torch")
    start = now()
    late = house.db.write(partial(intake.claim_mail, at=start))
    assert late
    assert house.db.write(partial(intake.claim_mail, at=start + intake.LEASE))

    intake.read_one(house, late, start, reader)

    assert reader.seen == []
    assert mails(house)[0].due_at == start + 2 * intake.LEASE


def test_what_fails_has_done_nothing_is_tried_again_and_given_up(
    world: World, friends: Friends, reader: Reader, caplog: pytest.LogCaptureFixture
) -> None:
    bring(world.house, reply_to(friends), "torch")
    before, start = len(world.letters()), now()
    reader.fails["torch"] = RuntimeError("secret")

    minutes = (*range(90), *range(90, 1800, 20))
    tried = [minute for minute in minutes if read_at(world.house, reader, start + minute * MINUTE)]

    [mail] = mails(world.house)
    assert tried[:5] == [0, 1, 6, 21, 81]
    assert tried[-1] > 24 * 60
    assert (mail.outcome, mail.due_at) == ("given up: RuntimeError", None)
    assert intake.raw_of(world.house, mail) == raw("torch")
    assert len(world.letters()) == before + 1, "the one that tells its writer"
    assert f"mail {mail.id} could not be read" in caplog.text


def test_a_mail_that_kills_every_reader_is_given_up(friends: Friends, reader: Reader) -> None:
    bring(friends.house, reply_to(friends), "torch")
    at = now()
    for _ in range(3):
        assert friends.house.db.write(partial(intake.claim_mail, at=at))
        at += intake.LEASE

    assert read_at(friends.house, reader, at) == 1

    assert reader.seen == []
    assert outcomes(friends.house) == ["given up: every try to read it broke off"]
    [told] = friends.letters("reply")
    assert (told.player_id, "went wrong here" in told.facts["unreadable"]) == (
        friends.seat(1).player_id,
        True,
    )
    assert read_at(friends.house, reader, at + timedelta(days=1)) == 0


def test_what_the_database_broke_off_is_no_failure_of_the_mail(friends: Friends, reader: Reader) -> None:
    bring(friends.house, reply_to(friends), "torch")
    reader.fails["torch"] = OperationalError("SELECT 1", {}, Exception("the server closed the connection"))
    start = now()
    for minute in range(20):
        read_at(friends.house, reader, start + minute * MINUTE)
    assert [(mail.tries, mail.claims) for mail in mails(friends.house)] == [(0, 0)]

    reader.fails.clear()
    read_at(friends.house, reader, start + 20 * MINUTE)

    assert outcomes(friends.house) == ["did torch"]


def test_a_mail_that_no_person_may_have_sent_is_given_up_in_silence(friends: Friends) -> None:
    automatic = b"Auto-Submitted: auto-replied\r\n\r\nI am away\r\n"
    for sender, message in (("", raw("torch")), ("bo@example.org", automatic)):
        taken = partial(intake.take_in, house=friends.house, to=reply_to(friends), sender=sender, raw=message)
        mail = friends.house.write(taken)
        assert mail
        tell = partial(lost_mails.tell_writer, house=friends.house, mail=mail, incoming=read(message, sender))
        friends.house.write(tell)

    assert not friends.letters("reply")


def test_the_outcome_of_a_mail_is_a_whole_sentence(tikal: Mailer) -> None:
    tikal.mail(1, tikal.tile())
    tikal.mail(
        1, "enter 1 a5; enter 2 a5; enter 3 a5; enter 4 a5; enter 5 a5; enter 6 a5; temple a5; camp a5"
    )

    assert tikal.outcomes[-1].startswith("wrong: ")
    assert "{" not in tikal.outcomes[-1]


def test_a_bad_mail_holds_up_no_other(friends: Friends, reader: Reader) -> None:
    reader.fails["bad"] = MemoryError()
    bring(friends.house, reply_to(friends), "bad")
    bring(friends.house, reply_to(friends), "torch")
    bring(friends.house, reply_to(friends, 2), "camp")

    read_at(friends.house, reader, now())
    assert outcomes(friends.house) == ["MemoryError", "", "did camp"]

    read_at(friends.house, reader, now() + MINUTE)
    read_at(friends.house, reader, now() + MINUTE)
    assert outcomes(friends.house) == ["MemoryError", "did torch", "did camp"]


def test_the_answer_to_a_mail_that_is_tried_again_counts_once(
    house: House, friends: Friends, reader: Reader
) -> None:
    bring(house, reply_to(friends), "torch", "1@example.org")
    reader.fails["torch"] = TimeoutError()
    read_at(house, reader, now())
    reader.fails.clear()

    bring(house, reply_to(friends), "torch\r\n\r\nsent again", "1@example.org")
    read_at(house, reader, now() + MINUTE)

    assert sorted(outcomes(house)) == ["did torch", "duplicate"]
