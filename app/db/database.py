"""Sessions that read and sessions that write, by the same code on SQLite and PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, DateTime, Dialect, Engine, TypeDecorator, create_engine, event, make_url
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session

from app.db.away import Busy, commit
from app.db.turn import Turn
from app.db.waits import PAGES, WORK, Waits
from app.db.write_through import NothingToWriteThrough, WriteThrough, open_beside

__all__ = ["PAGES", "WORK", "Database", "Instant", "connect"]

R = TypeVar("R")

DEADLOCKS = ("40P01", "40001")  # PostgreSQL's codes: deadlock_detected, serialization_failure
LONGEST_LOCK = 60  # seconds, of a database that is not bounded
POOL_SECONDS = 3  # until a connection is free
TRIES = 5  # of a transaction that loses races; at the next try it sees what the winner has written


class Instant(TypeDecorator[datetime]):
    """A moment: in UTC, and without a time zone in the database."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)


class ReadingDialect(SQLiteDialect_pysqlite):
    """Begins a transaction with the first read, so that a reader sees one state of the database.

    Python's driver by itself would begin it with the first write.
    """

    supports_statement_cache = True
    begin_statement = "BEGIN"

    def do_begin(self, dbapi_connection: Any) -> None:
        dbapi_connection.execute(self.begin_statement)


class WritingDialect(ReadingDialect):
    """Takes SQLite's write lock at once.

    A transaction that has read cannot write any more once another one has written (SQLITE_BUSY_SNAPSHOT).
    """

    supports_statement_cache = True
    begin_statement = "BEGIN IMMEDIATE"


registry.register("sqlite.reading", __name__, "ReadingDialect")
registry.register("sqlite.writing", __name__, "WritingDialect")


def connect(url: str, way: str = "reading", synchronous: str = "FULL", waits: Waits | None = WORK) -> Engine:
    """`way`: reading, or writing. `synchronous`: NORMAL for a writer that sees to the disk itself.

    `waits`: how long the database may take.
    """
    # Errors hide the values of a statement: an address or a key must not get into a log.
    if not url.startswith("sqlite"):
        from app.db.postgres import connect_bounded  # its driver is 6 MB

        return connect_bounded(url, waits, pool_size=8, max_overflow=24, pool_timeout=POOL_SECONDS)
    arguments = {"timeout": waits.statement if waits else LONGEST_LOCK, "isolation_level": None}
    sqlite_url = make_url(url).set(drivername=f"sqlite+{way}")
    engine = create_engine(sqlite_url, connect_args=arguments, hide_parameters=True)
    event.listen(engine, "connect", partial(_set_pragmas, synchronous))
    return engine


def _set_pragmas(synchronous: str, connection: Any, record: Any) -> None:
    """`fullfsync` is for macOS, whose fsync leaves the data in the drive."""
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    # Some file systems cannot do WAL; without it a commit is on the disk with EXTRA alone.
    synchronous = synchronous if mode == "wal" else "EXTRA"
    for pragma in (
        f"synchronous={synchronous}",
        "fullfsync=ON",
        "foreign_keys=ON",
        "wal_autocheckpoint=4000",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _writers_queue(engine: Engine, seconds: float) -> Callable[[], AbstractContextManager[None]]:
    """A file lock, at which the writers of a SQLite database wait for one another; nothing for PostgreSQL.

    The next writer goes on at once, where SQLite itself sleeps for up to 0.1 seconds before it looks again.
    Raises Busy where it has waited in vain.
    """
    path = engine.url.database
    if engine.dialect.name != "sqlite" or not path:
        return nullcontext
    turn = Turn(partial(open_beside, path, "-turn"))

    @contextmanager
    def in_turn() -> Iterator[None]:
        with turn.within(seconds) as is_ours:
            if not is_ours:
                raise Busy("the turn to write")
            yield

    return in_turn


def _lost_a_race(error: Exception) -> bool:
    """An OperationalError only if PostgreSQL has ended one of two transactions that wait for each other."""
    if isinstance(error, OperationalError):
        return getattr(error.orig, "sqlstate", "") in DEADLOCKS
    return True


def _session_on(where: Engine | Connection) -> Session:
    return Session(where, expire_on_commit=False)


class Database:
    """What `reading` and `write` have told, a power cut cannot take back: see app/db/write_through.py.

    That holds for readers as well, as a letter may leave because of what its sender has read.
    """

    def __init__(self, url: str, waits: Waits = WORK) -> None:
        self.engine = self.writing = connect(url, waits=waits)
        self._in_turn = _writers_queue(self.engine, waits.statement)
        self.disk = NothingToWriteThrough()
        if self.engine.dialect.name == "sqlite":
            self.writing = connect(url, "writing", synchronous="NORMAL", waits=waits)
            if path := self.engine.url.database:
                self.disk = WriteThrough(path)

    @contextmanager
    def reading(self, wait: bool = True) -> Iterator[Session]:
        """`wait`: false where nobody is told of it before a `write` that waits."""
        try:
            with _session_on(self.engine) as session:
                yield session
        finally:
            if wait:
                self.disk.wait()

    @contextmanager
    def snapshot(self) -> Iterator[Session]:
        """One state of the database, whatever others write meanwhile. Nothing can be written."""
        engine = self.engine
        if engine.dialect.name == "postgresql":
            engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with _session_on(engine) as session:
            yield session

    def write(
        self,
        work: Callable[[Session], R],
        after_commit: Callable[[Session], None] | None = None,
        wait: bool = True,
    ) -> R:
        """Does `work` in one transaction, and then, outside of it, calls `after_commit`.

        `wait`: until it is on the disk; false where the same thread comes back with a `write` that waits
        before anybody is told of it. A power cut before that takes it back.

        If the transaction loses a race against another writer, `work` is done again in a new one. Raises
        NobodyKnows when the connection breaks at COMMIT.
        """
        number: int | None = None
        is_done = False
        try:
            for last in (*[False] * (TRIES - 1), True):
                with (
                    self._in_turn(),
                    self.writing.connect() as connection,
                    _session_on(connection) as session,
                ):
                    try:
                        result, number = self._work_and_commit(work, connection, session)
                        is_done = True
                        break
                    except (IntegrityError, StaleDataError, OperationalError) as error:
                        if last or not _lost_a_race(error):
                            raise
        finally:
            # Behind the turn: the next one writes meanwhile, and waits for the disk together with others. An
            # error is waited for, too, because it may tell what others have written.
            if wait or not is_done:
                self.disk.wait(number)
        if after_commit:
            after_commit(session)
        return result

    def _work_and_commit(
        self, work: Callable[[Session], R], connection: Connection, session: Session
    ) -> tuple[R, int | None]:
        """The result, and the number of the commit; without one, where nothing was changed."""
        driver: Any = connection.connection.driver_connection
        self.disk.heal(driver)
        before = getattr(driver, "total_changes", 0)
        result = work(session)
        session.flush()
        if getattr(driver, "total_changes", 0) == before:
            commit(connection)
            return result, None
        with self.disk.commit(driver) as number:
            commit(connection)
        return result, number

    def close(self) -> None:
        self.engine.dispose()
        self.writing.dispose()
