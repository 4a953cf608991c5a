"""Group commit for SQLite: nobody is told of a commit before it is on the disk, and writers share the fsync.

A connection in WAL mode with synchronous=NORMAL appends a commit to the WAL and does not wait for the disk.
An fsync of the WAL that begins after that makes the commit durable, together with all commits before it: that
is all that synchronous=FULL does, once for each commit. What a checkpoint has moved into the database file is
durable too: SQLite syncs the WAL before and the database file behind it, and only then begins the WAL again.
So one fsync serves all who wait for it, in all threads and processes.

Each commit has a number, which grows. It is in the database (`user_version`), and these are in a small file:

    BEGUN     the last commit that somebody may be able to see
    DONE      the last commit that is in the WAL, or further
    THROUGH   the last commit that is on the disk
    LOST      the first commit that was on the disk once, and is not in the database any more; 0: none
    LOST_TO   the last such commit
    DOUBT     not 0: an fsync has failed, and the next one would not tell whether it was made good

Power cut or kill -9 can leave them old, but never with a THROUGH that counts a later commit, for a new number
is greater than all of them. So THROUGH says what the database must have: SQLite itself drops the rest of a
WAL that is damaged, without a word.
"""

import fcntl
import mmap
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy.exc import OperationalError

from app.db.turn import Turn

BEGUN, DONE, THROUGH, LOST, LOST_TO, DOUBT = range(6)
SIZE = 6 * 8
ENDING = "-through"
MOST = 2**31 - 1  # what user_version holds
FROZEN_SECONDS = (
    2.0  # longer than an fsync takes: the process that has begun one is frozen, and all sync alone
)
FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)  # macOS: its fsync leaves the data in the drive


class Lost(NamedTuple):
    """Commits that were on the disk and are gone, and the file that says so."""

    first: int
    last: int
    witness: str


class NothingToWriteThrough:
    """PostgreSQL writes through by itself, and a database in memory is not kept."""

    @contextmanager
    def commit(self, connection: Any) -> Iterator[int | None]:
        yield 0

    def lost(self, connection: Any) -> Lost | None:
        return None

    def wait(self, number: int | None = None) -> None:
        pass

    def heal(self, connection: Any) -> None:
        pass


class WriteThrough(NothingToWriteThrough):
    def __init__(self, database: str) -> None:
        self._database = database
        self._wal = f"{database}-wal"
        self._path = f"{database}{ENDING}"
        self._turn = Turn(lambda: os.open(self._path, os.O_RDWR))

    @contextmanager
    def commit(self, connection: Any) -> Iterator[int | None]:
        """Around a commit, by the one who has the writers' turn. Yields its number, to wait for."""
        numbers = self._numbers_or_none()
        if numbers is None:
            yield None
            return self._sync()
        inside = _number_of(connection)
        if inside < numbers[THROUGH]:
            numbers[LOST] = numbers[LOST] or inside + 1
            numbers[LOST_TO] = numbers[THROUGH]
        number = max(inside, *numbers[:LOST]) + 1
        connection.execute(f"PRAGMA user_version={number}")
        numbers[BEGUN] = number
        yield number
        numbers[DONE] = number

    def lost(self, connection: Any) -> Lost | None:
        numbers = self._numbers_or_none()
        if numbers is None:
            return None
        through = numbers[THROUGH]  # before the database is asked, for others may go on writing
        inside = _number_of(connection)
        if inside < through:
            return Lost(inside + 1, through, self._path)
        return Lost(numbers[LOST], numbers[LOST_TO], self._path) if numbers[LOST] else None

    def wait(self, number: int | None = None) -> None:
        """Returns when that commit is on the disk; without a number, when all is that could be seen."""
        numbers = self._numbers_or_none()
        if numbers is None:
            return self._sync()
        number = numbers[BEGUN] if number is None else number
        if numbers[THROUGH] >= number:
            return None
        with self._turn.within(FROZEN_SECONDS) as is_ours:
            if numbers[DOUBT]:
                raise self._failed("an earlier fsync has failed")
            if numbers[THROUGH] < number:
                done = numbers[DONE]  # before the fsync: it covers these for sure
                self._sync()
                if is_ours:
                    numbers[THROUGH] = done
        return None

    def heal(self, connection: Any) -> None:
        """After an fsync that failed: has SQLite copy all of the WAL into the database file, and sync that.

        The kernel takes what it could not write for written, so another fsync of the WAL would prove nothing.
        """
        numbers = self._numbers_or_none()
        if numbers is None or not numbers[DOUBT]:
            return
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            raise self._failed("an earlier fsync has failed, and the file is in use")
        numbers[DOUBT] = 0

    def _sync(self) -> None:
        try:
            file = os.open(self._wal, os.O_RDONLY)
        except FileNotFoundError:
            return  # the last connection has been closed: all is in the database file, and synced
        try:
            _to_the_disk(file)
        except OSError as error:
            if numbers := self._numbers_or_none():
                numbers[DOUBT] = 1
            raise self._failed(error.strerror or str(error)) from error
        finally:
            os.close(file)

    def _failed(self, why: str) -> OperationalError:
        return OperationalError("fsync", {}, sqlite3.OperationalError(f"{self._wal}: {why}"))

    @cached_property
    def _numbers(self) -> memoryview:
        """Mapped, so that each is read and written as a whole."""
        file = open_beside(self._database, ENDING)
        try:
            # Written and not only made longer: a hole could not be filled once the disk is full.
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file).st_size < SIZE:
                os.pwrite(file, bytes(SIZE), 0)
            numbers = memoryview(mmap.mmap(file, SIZE)).cast("Q")
            if max(numbers) > MOST:  # not written by us
                numbers[:] = memoryview(bytes(SIZE)).cast("Q")
            fcntl.flock(file, fcntl.LOCK_UN)  # said, because the map keeps the file open
            return numbers
        finally:
            os.close(file)

    def _numbers_or_none(self) -> memoryview | None:
        """None where nothing can be written, or the disk is full: then each one syncs alone."""
        try:
            return self._numbers
        except OSError:
            return None


def open_beside(database: str, ending: str) -> int:
    """A file of ours. It belongs to the database's owner, also where a command of root makes it."""
    file = os.open(f"{database}{ending}", os.O_RDWR | os.O_CREAT, 0o600)
    if os.geteuid() == 0:
        with suppress(FileNotFoundError):
            owner = os.stat(database)
            os.fchown(file, owner.st_uid, owner.st_gid)
    return file


def _number_of(connection: Any) -> int:
    number: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return number


def _to_the_disk(file: int) -> None:
    if FULL_SYNC is not None:
        fcntl.fcntl(file, FULL_SYNC)
    else:
        os.fdatasync(file)
