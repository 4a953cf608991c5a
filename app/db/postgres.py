"""Connections to PostgreSQL that nobody waits for without an end.

The server ends what takes too long there (locks, statements, idle transactions). It cannot do so where it is
itself frozen or unreachable, so our side hangs up a little later.
"""

from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Engine, create_engine, event

from app import clock
from app.db import hanging
from app.db.waits import WORK, Waits

CONNECT = 3


class Hangs(psycopg.OperationalError):
    """Other threads wait for the database already, and this one does not wait with them."""

    def __init__(self) -> None:
        super().__init__("the database does not answer others either")


class BoundedConnection(psycopg.Connection[Any]):
    seconds = WORK.answer
    awaits_lock = False  # then the row makes it wait, and not the database

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        if self.awaits_lock:
            return self._wait(gen, interval, timeout)
        if self.pgconn.transaction_status == TransactionStatus.IDLE and hanging.hangs():
            raise Hangs
        with hanging.counted():
            return self._wait(hanging.watched(gen), interval, timeout)

    def _wait(self, gen: Any, interval: float, timeout: float | None) -> Any:
        try:
            answer = super().wait(gen, interval, timeout or self.seconds)
        except psycopg.errors._WaitTimeout:
            hanging.was_in_vain()
            self.pgconn.finish()
            raise psycopg.OperationalError(f"no answer from the database for {self.seconds:g} s") from None
        except hanging.GivenUp:
            self.pgconn.finish()
            raise Hangs from None
        hanging.was_answered()
        return answer


def connect_bounded(url: str, waits: Waits | None, **more: Any) -> Engine:
    """`waits`: None for no bounds, as for new tables, which may take their time."""
    engine = create_engine(url, pool_pre_ping=True, hide_parameters=True, **more)

    event.listen(engine, "begin", _read_clock)

    @event.listens_for(engine, "do_connect")
    def open_connection(dialect: Any, record: Any, args: Any, options: dict[str, Any]) -> Any:
        given = {**_network_bounds(waits), **options}
        if waits is None:
            return psycopg.connect(*args, **given)
        connection = _connect(args, given)
        connection.seconds = waits.answer
        return _with_bounds(connection, waits)

    return engine


def _read_clock(connection: Connection) -> None:
    if clock.is_to_be_read():
        clock.read(connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one())


def _connect(args: Any, options: dict[str, Any]) -> BoundedConnection:
    if hanging.hangs():
        raise Hangs
    with hanging.counted():
        try:
            return BoundedConnection.connect(*args, **options)
        except psycopg.errors.ConnectionTimeout:
            hanging.was_in_vain()
            raise


def _network_bounds(waits: Waits | None) -> dict[str, Any]:
    """A machine that has vanished says nothing: the kernel asks, which it usually does after hours."""
    asking = {"keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    unanswered = {"tcp_user_timeout": int(waits.answer * 1000)} if waits else {}
    return {"connect_timeout": CONNECT, **asking, **unanswered}


def _with_bounds(connection: BoundedConnection, waits: Waits) -> BoundedConnection:
    """As statements and not as options of the connection, which some proxies refuse."""
    bounds = {
        "lock_timeout": waits.lock,
        "statement_timeout": waits.statement,
        "idle_in_transaction_session_timeout": waits.idle,
    }
    before, connection.autocommit = connection.autocommit, True
    try:
        connection.execute("; ".join(f"SET {name} = {int(value * 1000)}" for name, value in bounds.items()))
    except BaseException:
        connection.close()
        raise
    connection.autocommit = before
    return connection
