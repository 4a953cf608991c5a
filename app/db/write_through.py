"""Group commit for SQLite: nobody is told of a commit before it is on the disk, and writers share the fsync.

A connection in WAL mode with synchronous=NORMAL appends a commit to the WAL and does not wait for the disk.
An fsync of the WAL that begins after that makes the commit durable, together with all commits before it: that
is all that synchronous=FULL does, once for each commit. What a checkpoint has moved into the database file is
durable too: SQLite syncs the WAL before and the database file behind it, and only then begins the WAL again.
So one fsync serves all who wait for it, in all threads and processes.

Four numbers are shared in a small file, and each commit has one, which grows:

    BEGUN     the last commit that somebody may be able to see
    DONE      the last commit that is in the WAL, or further
    THROUGH   the last commit that is on the disk
    DOUBT     not 0: an fsync has failed, and the next one would not tell whether it was made good

Power cut or kill -9 can leave them old, but never THROUGH behind a commit that is given out later, for a new
number is greater than all of them.
"""

import fcntl
import mmap
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from sqlalchemy.exc import OperationalError

BEGUN, DONE, THROUGH, DOUBT = range(4)
SIZE = 4 * 8
FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)  # macOS: its fsync leaves the data in the drive


class NothingToWriteThrough:
    """PostgreSQL writes through by itself, and a database in memory is not kept."""

    @contextmanager
    def commit(self) -> Iterator[int]:
        yield 0

    def wait(self, number: int | None = None) -> None:
        pass

    def heal(self, connection: Any) -> None:
        pass


class WriteThrough(NothingToWriteThrough):
    def __init__(self, database: str) -> None:
        self._wal = f"{database}-wal"
        self._path = f"{database}-through"

    @contextmanager
    def commit(self) -> Iterator[int]:
        """Around a commit, by the one who has the writers' turn. Yields its number."""
        number: int = max(self._numbers[:DOUBT]) + 1
        self._numbers[BEGUN] = number
        yield number
        self._numbers[DONE] = number

    def wait(self, number: int | None = None) -> None:
        """Returns when the commit of that number is on the disk; without one, everything that could be seen."""
        numbers = self._numbers_or_none()
        if numbers is None:
            return self._sync()
        number = numbers[BEGUN] if number is None else number
        if numbers[THROUGH] >= number:
            return None
        with self._locked():
            if numbers[DOUBT]:
                raise self._failed("an earlier fsync has failed")
            if numbers[THROUGH] < number:
                done = numbers[DONE]  # before the fsync: it covers these for sure
                self._sync()
                numbers[THROUGH] = done
        return None

    def heal(self, connection: Any) -> None:
        """After an fsync that failed: has SQLite copy all of the WAL into the database file, and sync that.

        The kernel takes what it could not write for written, so another fsync of the WAL would prove nothing.
        """
        if not self._numbers[DOUBT]:
            return
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            raise self._failed("an earlier fsync has failed, and the file is in use")
        self._numbers[DOUBT] = 0

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

    @contextmanager
    def _locked(self) -> Iterator[None]:
        file = os.open(self._path, os.O_RDWR)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)

    @cached_property
    def _numbers(self) -> memoryview:
        """Mapped, so that each is read and written as a whole."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            # Written and not only made longer: a hole could not be filled once the disk is full.
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file).st_size < SIZE:
                os.pwrite(file, bytes(SIZE), 0)
            fcntl.flock(file, fcntl.LOCK_UN)  # said, because the map keeps the file open
            return memoryview(mmap.mmap(file, SIZE)).cast("Q")
        finally:
            os.close(file)

    def _numbers_or_none(self) -> memoryview | None:
        """None in a folder in which nothing can be written."""
        try:
            return self._numbers
        except OSError:
            return None


def _to_the_disk(file: int) -> None:
    if FULL_SYNC is not None:
        fcntl.fcntl(file, FULL_SYNC)
    else:
        os.fdatasync(file)
