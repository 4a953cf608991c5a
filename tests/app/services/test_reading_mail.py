"""Mail is read once, in its order, and never lost: on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest

from app.house import House
from app.models import now
from app.services.inbox import intake
from tests.app.services.houses import letters, opened
from tests.app.services.mails import MINUTE, SOON, Reader, bring, mails, outcomes, raw, read_at, reply_to


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def code(house: House) -> str:
    return opened(house)


# --- Reading ---


def test_a_mail_is_read_once_and_emptied(house: House, code: str, reader: Reader) -> None:
    bring(house, reply_to(house, code), "torch", "1@example.org")

    assert read_at(house, reader, now()) == 1
    assert read_at(house, reader, now()) == 0

    [mail] = mails(house)
    assert reader.seen == ["torch"]
    assert (mail.outcome, mail.message_id) == ("did torch", "1@example.org")
    assert (mail.due_at, mail.raw) == (None, b"")


def test_a_second_copy_on_another_way_does_nothing(house: House, code: str, reader: Reader) -> None:
    to = reply_to(house, code)
    bring(house, to, "torch", "1@example.org")
    bring(house, to, "torch \r\nlists add a line", "1@example.org")
    bring(house, reply_to(house, code, 2), "torch", "1@example.org")

    read_at(house, reader, now())

    assert outcomes(house) == ["did torch", "duplicate", "did torch"]


def test_mails_without_a_name_are_no_copies(house: House, code: str, reader: Reader) -> None:
    for text in ("torch", "camp"):
        bring(house, reply_to(house, code), text)

    read_at(house, reader, now())

    assert outcomes(house) == ["did torch", "did camp"]


def test_many_readers_read_every_mail_once_and_each_address_in_its_order(
    house: House, code: str, reader: Reader
) -> None:
    for number in range(8):
        for seat_number in (1, 2, 3):
            bring(house, reply_to(house, code, seat_number), f"{seat_number} {number:02}", f"{number}")

    with ThreadPoolExecutor(4) as readers:
        while any(mail.due_at for mail in mails(house)):
            list(readers.map(lambda _: read_at(house, reader, now()), range(4)))

    assert len(reader.seen) == 24
    for first in "123":
        mine = [said for said in reader.seen if said.startswith(first)]
        assert mine == sorted(mine)


# --- Trouble ---


def test_a_reader_that_was_killed_keeps_a_mail_for_the_lease_only(
    house: House, code: str, reader: Reader
) -> None:
    bring(house, reply_to(house, code), "torch")
    start = now()
    assert house.db.write(partial(intake.claim_mail, at=start))

    assert read_at(house, reader, start + intake.LEASE - SOON) == 0
    assert read_at(house, reader, start + intake.LEASE) == 1
    assert outcomes(house) == ["did torch"]


def test_who_comes_back_after_the_lease_changes_nothing_more(house: House, code: str, reader: Reader) -> None:
    """The first reader was stopped between claiming and doing, and goes on when another has done it."""
    bring(house, reply_to(house, code), "torch")
    start = now()
    late = house.db.write(partial(intake.claim_mail, at=start))
    assert late
    read_at(house, reader, start + intake.LEASE)

    intake.read_one(house, late, start, reader)

    assert reader.seen == ["torch"]
    assert outcomes(house) == ["did torch"]


def test_who_has_lost_the_lease_leaves_the_mail_to_who_has_it_now(
    house: House, code: str, reader: Reader
) -> None:
    bring(house, reply_to(house, code), "torch")
    start = now()
    late = house.db.write(partial(intake.claim_mail, at=start))
    assert late
    assert house.db.write(partial(intake.claim_mail, at=start + intake.LEASE))

    intake.read_one(house, late, start, reader)

    assert reader.seen == []
    assert mails(house)[0].due_at == start + 2 * intake.LEASE


def test_what_fails_has_done_nothing_is_tried_again_and_given_up(
    house: House, code: str, reader: Reader, caplog: pytest.LogCaptureFixture
) -> None:
    bring(house, reply_to(house, code), "torch")
    before, start = len(letters(house)), now()
    reader.fails["torch"] = RuntimeError("secret")

    tried = [minute for minute in range(60) if read_at(house, reader, start + minute * MINUTE)]

    [mail] = mails(house)
    assert tried == [0, 1, 6]
    assert (mail.outcome, mail.due_at) == ("given up: RuntimeError", None)
    assert intake.raw_of(mail) == raw("torch")
    assert len(letters(house)) == before
    assert f"mail {mail.id} could not be read" in caplog.text


def test_a_mail_that_kills_every_reader_is_given_up(house: House, code: str, reader: Reader) -> None:
    bring(house, reply_to(house, code), "torch")
    at = now()
    for _ in range(3):
        assert house.db.write(partial(intake.claim_mail, at=at))
        at += intake.LEASE

    assert read_at(house, reader, at) == 1

    assert reader.seen == []
    assert outcomes(house) == ["given up: every try to read it broke off"]
    assert read_at(house, reader, at + timedelta(days=1)) == 0


def test_a_bad_mail_holds_up_no_other(house: House, code: str, reader: Reader) -> None:
    reader.fails["bad"] = MemoryError()
    bring(house, reply_to(house, code), "bad")
    bring(house, reply_to(house, code), "torch")
    bring(house, reply_to(house, code, 2), "camp")

    read_at(house, reader, now())
    assert outcomes(house) == ["MemoryError", "", "did camp"]

    read_at(house, reader, now() + MINUTE)
    read_at(house, reader, now() + MINUTE)
    assert outcomes(house) == ["MemoryError", "did torch", "did camp"]


def test_the_answer_to_a_mail_that_is_tried_again_counts_once(
    house: House, code: str, reader: Reader
) -> None:
    bring(house, reply_to(house, code), "torch", "1@example.org")
    reader.fails["torch"] = TimeoutError()
    read_at(house, reader, now())
    reader.fails.clear()

    bring(house, reply_to(house, code), "torch\r\n\r\nsent again", "1@example.org")
    read_at(house, reader, now() + MINUTE)

    assert sorted(outcomes(house)) == ["did torch", "duplicate"]
