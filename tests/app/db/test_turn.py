"""Writers of a SQLite file wait for one another, and for a process that is frozen not without an end."""

import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session

from app.db import write_through
from app.db.away import Busy, is_passing
from app.db.database import WORK, Database
from tests.servers import until
from tests.world.frozen import frozen_with

SOON = replace(WORK, statement=0.3)
IN_VAIN = 0.25  # seconds


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{file}", SOON)
    yield database
    database.close()


def count(session: Session) -> None:
    session.connection().execute(text("UPDATE counter SET n = n + 1"))


def counted(database: Database) -> int:
    with database.reading() as session:
        return int(session.connection().execute(text("SELECT n FROM counter")).scalar_one())


def threads_at_the_lock() -> int:
    return sum(thread.name == "turn" for thread in threading.enumerate())


def test_a_writer_that_is_frozen_holds_nobody_up_for_long(database: Database, file: Path) -> None:
    with frozen_with(file.with_name("chasqui.db-turn")):
        with pytest.raises(Busy) as told:
            database.write(count)
        since = time.monotonic()
        for _ in range(20):
            with pytest.raises(Busy):
                database.write(count)

        assert is_passing(told.value)
        waited = time.monotonic() - since
        assert waited < 10 * IN_VAIN, "where one has waited in vain, the others do not begin to"
        assert counted(database) == 0
        assert threads_at_the_lock() == 1

    assert until(lambda: threads_at_the_lock() == 0)
    database.write(count)
    assert counted(database) == 1


def test_one_that_goes_on_in_time_is_waited_for(database: Database, file: Path) -> None:
    patient = Database(f"sqlite:///{file}", WORK)
    with frozen_with(file.with_name("chasqui.db-turn")) as process:
        threading.Timer(IN_VAIN, process.send_signal, [signal.SIGCONT]).start()
        patient.write(count)

    assert counted(database) == 1
    patient.close()


def test_of_many_that_wait_each_is_told_in_time(database: Database, file: Path) -> None:
    refused: list[float] = []

    def write() -> None:
        since = time.monotonic()
        with pytest.raises(Busy):
            database.write(count)
        refused.append(time.monotonic() - since)

    with frozen_with(file.with_name("chasqui.db-turn")):
        writers = [threading.Thread(target=write) for _ in range(8)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(30)

    assert len(refused) == 8
    assert max(refused) < 2


def test_one_that_is_frozen_while_it_writes_through_leaves_it_to_the_others(
    database: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_through, "FROZEN_SECONDS", 0.2)
    database.write(count)
    with frozen_with(file.with_name("chasqui.db-through")):
        database.write(count)

        assert counted(database) == 2


def test_a_signal_that_ends_the_waiting_leaves_no_lock(database: Database, file: Path) -> None:
    """As the end of a task's time does."""

    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    patient = Database(f"sqlite:///{file}", WORK)
    with frozen_with(file.with_name("chasqui.db-turn")):
        signal.setitimer(signal.ITIMER_REAL, IN_VAIN)
        with pytest.raises(TimeoutError):
            patient.write(count)
    signal.signal(signal.SIGALRM, before)
    patient.close()

    assert until(lambda: threads_at_the_lock() == 0)
    database.write(count)
    assert counted(database) == 1
