"""The database: sessions that read and sessions that write; the same code on SQLite and PostgreSQL."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import DateTime, Dialect, Engine, TypeDecorator, create_engine, event
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session

R = TypeVar("R")

DEADLOCKS = ("40P01", "40001")  # as PostgreSQL numbers them
TRIES = 5  # of a transaction that lost a race; every loser finds the winner's work at the next try


class Instant(TypeDecorator[datetime]):
    """A moment: UTC in the database, aware of it in Python."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)


def connect(url: str) -> Engine:
    # What is written to a table may be an address or a key: it must not come into a log with an error.
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=24, hide_parameters=True)
    # The driver's own transactions begin too late (a read first, then no way to write): begin them ourselves.
    connecting = {"timeout": 10, "isolation_level": None}
    engine = create_engine(url, connect_args=connecting, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Any) -> None:
    kind = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
    connection.connection.driver_connection.execute(f"BEGIN {kind}")


def queue(engine: Engine) -> Callable[[], AbstractContextManager[None]]:
    """Where writers wait for one another: whoever is next goes on at once, and a lock ends with its process.

    SQLite itself sleeps and looks again, for up to 0.1 seconds.
    """
    path = engine.url.database
    if engine.dialect.name != "sqlite" or not path:
        return nullcontext

    @contextmanager
    def in_turn() -> Iterator[None]:
        file = os.open(f"{path}-turn", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)

    return in_turn


def lost_a_race(error: Exception) -> bool:
    """PostgreSQL ends one of two transactions that wait for one another."""
    if isinstance(error, OperationalError):
        return getattr(error.orig, "sqlstate", "") in DEADLOCKS
    return True


class Database:
    """Where everything is kept."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self._in_turn = queue(self.engine)
        self._writing = self.engine.execution_options(sqlite_begin="IMMEDIATE")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    def write(self, work: Callable[[Session], R]) -> R:
        """`work` in one transaction. Who loses a race against another writer starts again."""
        for last in (*[False] * (TRIES - 1), True):
            with self._in_turn(), Session(self._writing, expire_on_commit=False) as session:
                try:
                    result = work(session)
                    session.commit()
                except (IntegrityError, StaleDataError, OperationalError) as error:
                    if last or not lost_a_race(error):
                        raise
                else:
                    return result
        raise AssertionError("the last try returns or raises")

    def close(self) -> None:
        self.engine.dispose()
