"""Clocks that cannot be rung: only what is a match's own fault is put off, and holds up no other."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from threading import Thread
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from app.clock import now
from app.house import House
from app.models import Ask
from app.services.matches import find
from app.services.play import clocks, ringing
from tests.world import Friends, World
from tests.world.locking import locked

HOUR = 3600
SECOND = timedelta(seconds=1)


@pytest.fixture
def overdue(world: World) -> Friends:
    friends = world.match("tikal", 2, ask_seconds=HOUR, policy="automatic")
    friends.pass_time(hours=2)
    return friends


def broken(*_: Any, **__: Any) -> None:
    raise OperationalError("SELECT 1", {}, Exception("the server closed the connection unexpectedly"))


def test_an_error_of_the_database_puts_nothing_off(overdue: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    (before,) = overdue.asks()
    with monkeypatch.context() as patched:
        patched.setattr(clocks, "do_what_is_due", broken)
        assert clocks.ring_due_clocks(overdue.house) == 0

    (after,) = overdue.asks()
    assert (after.rings_at, after.failures) == (before.rings_at, 0)
    assert clocks.ring_due_clocks(overdue.house) == 1


def test_only_what_fails_three_times_by_itself_is_put_off_and_the_reason_is_kept(
    overdue: Friends, caplog: pytest.LogCaptureFixture
) -> None:
    def spoil(session: Session) -> None:
        find.by_code(session, overdue.code).state = {}

    overdue.house.write(spoil)
    start, tried = now(), list[int]()
    for second in range(0, 1200, 5):
        caplog.clear()
        clocks.ring_due_clocks(overdue.house, at=start + second * SECOND)
        tried += [second] if "could not be rung" in caplog.text else []

    (ask,) = overdue.asks()
    assert tried == [0, 15, 75, 75 + 900]
    assert (ask.failures, ask.trouble[:8]) == (4, "Attribut")
    assert put_off(overdue.house) == 1


def test_a_match_that_goes_on_again_is_no_trouble_any_more(overdue: Friends) -> None:
    (ask,) = overdue.asks()
    overdue.world.change(Ask, ask.id, failures=5, trouble="KeyError")
    assert put_off(overdue.house) == 1

    clocks.ring_due_clocks(overdue.house)

    assert put_off(overdue.house) == 0


def put_off(house: House) -> int:
    with house.reading() as session:
        return clocks.count_put_off(session)


# --- Several workers ---


# SQLite has one writer at a time.
at_the_same_time = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@at_the_same_time
def test_a_match_that_is_locked_holds_up_no_other(world: World) -> None:
    first, second = (world.match("tikal", 2, ask_seconds=HOUR, policy="automatic") for _ in range(2))
    for friends in (first, second):
        friends.pass_time(hours=2)

    with locked(first):
        assert clocks.ring_due_clocks(world.house) == 1
    assert [[ask.seat for ask in friends.asks()] for friends in (first, second)] == [[1], [2]]
    assert clocks.ring_due_clocks(world.house) == 1


@at_the_same_time
def test_workers_that_ring_at_once_share_the_clocks_and_waste_no_transaction(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [world.match("tikal", 2, ask_seconds=10 * HOUR) for _ in range(30)]
    for friends in matches:
        friends.pass_time(hours=6)
    begun: list[datetime] = []
    ring = ringing.ring_next

    def counted(session: Session, at: datetime, **more: Any) -> bool:
        begun.append(at)
        return ring(session, at=at, **more)

    monkeypatch.setattr(ringing, "ring_next", counted)

    rung = at_once([partial(clocks.ring_due_clocks, world.house)] * 3)

    assert sum(rung) == 30
    assert len(begun) <= 30 + 3 + 3, "each worker looks once more, and hardly ever comes too late"


def at_once(work: list[Callable[[], int]]) -> list[int]:
    done: list[int] = []
    threads = [Thread(target=partial(_append, done, each)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def _append(done: list[int], each: Callable[[], int]) -> None:
    done.append(each())
