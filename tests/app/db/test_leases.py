"""Rows that wait for somebody: one worker claims a row, has it for a time, and it is tried again later."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import pytest
from sqlmodel import Session

from app.clock import now
from app.db.rows import table_of
from app.db.work import WorkQueue
from app.house import House
from app.models import Letter
from app.services import outbox

MINUTE = timedelta(minutes=1)
LETTERS = WorkQueue(Letter, lease=5 * MINUTE, pauses=(MINUTE, 2 * MINUTE))


@pytest.fixture
def start(house: House) -> datetime:
    """Three letters are due."""
    for key in ("one", "two", "three"):
        house.write(partial(outbox.put, kind="rsvp", key=key, to="ana@example.org"))
    return now()


def claim(house: House, at: datetime, limit: int = 1) -> list[Letter]:
    return list(house.write(partial(LETTERS.claim, at=at, limit=limit)))


def first_of(session: Session, at: datetime) -> Sequence[Letter]:
    return LETTERS.claim(session, at, 1, table_of(Letter).c.key == "one")


def kept(house: House, letter: Letter) -> Letter:
    with house.reading() as session:
        return session.get_one(Letter, letter.id)


def test_what_one_has_claimed_no_other_gets_before_the_lease_ends(house: House, start: datetime) -> None:
    assert len(claim(house, start, 2)) == 2
    assert len(claim(house, start, 5)) == 1
    assert not claim(house, start + 4 * MINUTE)

    assert len(claim(house, start + 5 * MINUTE, 5)) == 3


def test_the_longest_waiting_come_first(house: House, start: datetime) -> None:
    first, second, third = (claim(house, start)[0] for _ in range(3))

    assert [first.key, second.key, third.key] == ["one", "two", "three"]


def test_only_rows_of_a_kind_are_claimed_where_a_kind_is_asked_for(house: House, start: datetime) -> None:
    third = table_of(Letter).c.key == "three"

    [letter] = house.write(lambda session: LETTERS.claim(session, start, 5, third))

    assert letter.key == "three"


def test_a_worker_that_comes_back_late_changes_nothing(house: House, start: datetime) -> None:
    [late] = claim(house, start)
    [again] = [letter for letter in claim(house, start + 5 * MINUTE, 5) if letter.id == late.id]

    house.write(partial(LETTERS.change, claimed=late, error="late"))
    assert not kept(house, late).error

    house.write(partial(LETTERS.change, claimed=again, error="in time"))
    assert kept(house, late).error == "in time"


def test_pauses_grow_and_then_there_is_no_next_try(start: datetime) -> None:
    letters = [Letter(key=str(tries), kind="rsvp", tries=tries) for tries in (0, 1, 2, 3)]

    assert [LETTERS.next_try(letter, start) for letter in letters] == [
        start + MINUTE,
        start + 2 * MINUTE,
        None,
        None,
    ]


def test_a_claim_that_came_to_nothing_is_no_try_but_a_few_of_them_are_enough(
    house: House, start: datetime
) -> None:
    broke_off = []
    for number in range(4):
        at = start + 5 * number * MINUTE
        [letter] = house.write(partial(first_of, at=at))
        broke_off.append((letter.tries, letter.claims, LETTERS.always_broke_off(letter)))

    assert broke_off == [(0, 1, False), (0, 2, False), (0, 3, False), (0, 4, True)]
    house.write(partial(LETTERS.settle, claimed=letter, error="in vain"))
    assert kept(house, letter).claims == 0
