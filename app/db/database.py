"""The database: sessions that read and sessions that write; the same code on SQLite and PostgreSQL."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, DateTime, Dialect, Engine, TypeDecorator, create_engine, event, make_url
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
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


class Reading(SQLiteDialect_pysqlite):
    """The driver's own transactions begin with the first write: a reader would see two states at once."""

    supports_statement_cache = True
    beginning = "BEGIN"

    def do_begin(self, dbapi_connection: Any) -> None:
        dbapi_connection.execute(self.beginning)


class Writing(Reading):
    """Who reads first, and then finds that another has written meanwhile, could not write any more."""

    supports_statement_cache = True
    beginning = "BEGIN IMMEDIATE"


registry.register("sqlite.reading", __name__, "Reading")
registry.register("sqlite.writing", __name__, "Writing")


def connect(url: str, way: str = "reading") -> Engine:
    """`way`: reading, or writing."""
    # What is written to a table may be an address or a key: it must not come into a log with an error.
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=24, hide_parameters=True)
    connecting = {"timeout": 10, "isolation_level": None}
    ours = make_url(url).set(drivername=f"sqlite+{way}")
    engine = create_engine(ours, connect_args=connecting, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "wal_autocheckpoint=4000"):
        connection.execute(f"PRAGMA {pragma}")


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


def session_of(where: Engine | Connection) -> Session:
    return Session(where, expire_on_commit=False)


class Database:
    """Where everything is kept."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self._in_turn = queue(self.engine)
        self.writing = self.engine if self.engine.dialect.name != "sqlite" else connect(url, "writing")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with session_of(self.engine) as session:
            yield session

    def write(self, work: Callable[[Session], R]) -> R:
        """`work` in one transaction. Who loses a race against another writer starts again."""
        for last in (*[False] * (TRIES - 1), True):
            with self._in_turn(), self.writing.connect() as connection, session_of(connection) as session:
                try:
                    result = work(session)
                    session.flush()
                    connection.commit()
                except (IntegrityError, StaleDataError, OperationalError) as error:
                    if last or not lost_a_race(error):
                        raise
                else:
                    return result
        raise AssertionError("the last try returns or raises")

    def close(self) -> None:
        self.engine.dispose()
        self.writing.dispose()
