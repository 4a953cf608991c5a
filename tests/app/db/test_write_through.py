"""What was written is on the disk before anybody is told, and those who wait share one fsync."""

import os
import sqlite3
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from app.db import write_through
from app.db.database import Database


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{file}")
    yield database
    database.close()


class Disk:
    """Counts what is written through, and can be slow or fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.synced = 0
        self.fails = False
        self.free = Event()
        self.free.set()
        self._really = write_through._to_the_disk
        monkeypatch.setattr(write_through, "_to_the_disk", self._sync)

    def _sync(self, file: int) -> None:
        assert self.free.wait(30)
        if self.fails:
            raise OSError(5, "Input/output error")
        self.synced += 1
        self._really(file)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def count(session: Session) -> None:
    session.connection().execute(text("UPDATE counter SET n = n + 1"))


def refuse(session: Session) -> None:
    raise ValueError("the turn has passed")


def counted(file: Path) -> int:
    with sqlite3.connect(file) as connection:
        return int(connection.execute("SELECT n FROM counter").fetchone()[0])


def test_a_writer_hears_that_it_is_done_when_it_is_on_the_disk(database: Database, disk: Disk) -> None:
    database.write(count)
    database.write(count)

    assert disk.synced == 2


def test_a_reader_waits_for_what_it_has_seen(database: Database, disk: Disk, file: Path) -> None:
    disk.free.clear()
    writer = Thread(target=database.write, args=(count,))
    writer.start()
    told: list[int] = []
    reader = Thread(target=lambda: told.append(read(database)))
    while counted(file) == 0:
        pass
    reader.start()

    reader.join(0.2)
    assert told == []

    disk.free.set()
    reader.join(30)
    writer.join(30)
    assert told == [1]


def read(database: Database) -> int:
    with database.reading() as session:
        return int(session.connection().execute(text("SELECT n FROM counter")).scalar_one())


def test_who_only_reads_waits_for_nothing(database: Database, disk: Disk) -> None:
    database.write(count)

    read(database)
    database.write(lambda session: session.connection().execute(text("SELECT n FROM counter")).scalar())

    assert disk.synced == 1


def test_a_claim_is_on_the_disk_with_what_comes_of_it(database: Database, disk: Disk) -> None:
    database.write(count, wait=False)
    with database.reading(wait=False):
        pass
    assert disk.synced == 0

    database.write(count)

    assert disk.synced == 1


def test_who_sees_the_claim_of_another_waits_for_it(database: Database, disk: Disk) -> None:
    database.write(count, wait=False)

    assert read(database) == 1

    assert disk.synced == 1


def test_a_claim_that_goes_wrong_is_told_when_what_it_has_seen_is_on_the_disk(
    database: Database, disk: Disk
) -> None:
    database.write(count, wait=False)

    with pytest.raises(ValueError, match="passed"):
        database.write(refuse, wait=False)

    assert disk.synced == 1


def test_writers_who_wait_share_one_write_through(database: Database, disk: Disk, file: Path) -> None:
    disk.free.clear()
    writers = [Thread(target=database.write, args=(count,)) for _ in range(12)]
    for writer in writers:
        writer.start()
    while counted(file) < len(writers):
        pass

    disk.free.set()
    for writer in writers:
        writer.join(30)

    # One was at it while the others came, and one of them did it for all.
    assert disk.synced == 2


def write_often(url: str, times: int) -> None:
    database = Database(url)
    for _ in range(times):
        database.write(count)
    database.close()


def test_processes_count_together(file: Path) -> None:
    url = f"sqlite:///{file}"
    spawned = [get_context("spawn").Process(target=write_often, args=(url, 20)) for _ in range(2)]
    for process in spawned:
        process.start()
    for process in spawned:
        process.join(60)

    assert counted(file) == 40
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == 40


def test_nobody_is_told_of_a_commit_that_the_disk_has_not_taken(database: Database, disk: Disk) -> None:
    disk.fails = True
    with pytest.raises(OperationalError, match=r"chasqui\.db-wal"):
        database.write(count)
    disk.fails = False

    # The kernel would say now that all is well. So nobody is told of it who only reads ...
    database.disk._sync()  # type: ignore[attr-defined]
    with pytest.raises(OperationalError, match="an earlier fsync"):
        read(database)

    # ... and the next writer first has everything copied to where it belongs.
    database.write(count)
    assert read(database) == 2


def test_an_error_is_told_when_what_it_has_seen_is_on_the_disk(database: Database, disk: Disk) -> None:
    with pytest.raises(ValueError, match="passed"):
        database.write(refuse)

    assert database.disk.wait() is None  # type: ignore[func-returns-value]


def test_what_is_written_in_a_crowd_is_all_there(database: Database, file: Path) -> None:
    met = Barrier(8, timeout=30)

    def work() -> None:
        met.wait()
        for _ in range(10):
            database.write(count)

    writers = [Thread(target=work) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)

    assert counted(file) == 80


def test_without_the_file_of_numbers_each_one_syncs_alone(database: Database, disk: Disk, file: Path) -> None:
    file.with_name("chasqui.db-through").mkdir()  # as bad as a full disk

    database.write(count)
    database.write(count)

    assert read(database) == 2
    assert disk.synced == 5  # each write in its turn, and whoever has read


# --- What is gone ---


def cut_the_wal(file: Path, after: int) -> None:
    """Damages it in the middle, as a bad sector does: SQLite drops all that follows, and says nothing."""
    wal = Path(f"{file}-wal")
    data = bytearray(wal.read_bytes())
    data[after : after + 200] = os.urandom(200)
    wal.write_bytes(data)


def crashed_copy(file: Path, folder: Path) -> Path:
    folder.mkdir()
    for name in ("", "-wal", "-through"):
        (folder / f"chasqui.db{name}").write_bytes(Path(f"{file}{name}").read_bytes())
    return folder / "chasqui.db"


def lost(database: Database) -> write_through.Lost | None:
    with database.snapshot() as session:
        return database.disk.lost(session.connection().connection.driver_connection)


def test_a_damaged_wal_is_noticed_also_when_the_game_has_gone_on(
    database: Database, file: Path, tmp_path: Path
) -> None:
    for _ in range(9):
        database.write(count)
    copy = crashed_copy(file, tmp_path / "after")
    cut_the_wal(copy, Path(f"{copy}-wal").stat().st_size // 2)
    damaged = Database(f"sqlite:///{copy}")

    before = lost(damaged)
    damaged.write(count)
    after = lost(damaged)
    damaged.close()

    assert before
    assert 1 < before.first < before.last == 9
    assert after == before


def test_a_crash_alone_has_lost_nothing(database: Database, file: Path, tmp_path: Path) -> None:
    for _ in range(9):
        database.write(count)
    crashed = Database(f"sqlite:///{crashed_copy(file, tmp_path / 'after')}")

    assert read(crashed) == 9
    assert lost(crashed) is None
    crashed.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone gives files away")
def test_what_root_makes_belongs_to_the_owner_of_the_database(database: Database, file: Path) -> None:
    os.chown(file, 1234, 1234)

    database.write(count)

    made = [file.with_name(f"chasqui.db{ending}").stat().st_uid for ending in ("-turn", "-through")]
    assert made == [1234, 1234]
