"""Trouble of the database that passes: it restarts, hangs, is full, or a row is locked."""

from contextvars import ContextVar
from sqlite3 import OperationalError as SqliteError

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

# Codes of PostgreSQL, by how they begin: connection, resources (disk, memory, connections), and so on.
PASSING = ("08", "53", "57P0", "57014", "55P03", "25P03", "40001", "40P01", "25006")
SQLITE_PASSING = ("locked", "busy", "full", "disk I/O", "readonly", "unable to open")

Away = (OperationalError, InterfaceError, DBAPIError, NoFreeConnection)


class NobodyKnows(OperationalError):
    """The connection broke at COMMIT: what was to be written may stand, or not."""

    def __init__(self, broken: DBAPIError) -> None:
        super().__init__("COMMIT", None, broken.orig or broken, connection_invalidated=True)


class Busy(OperationalError):
    """Others wait for the same row already."""

    def __init__(self, row: str) -> None:
        super().__init__(None, None, TimeoutError(f"others wait for {row} already"))


_commits: ContextVar[int] = ContextVar("commits", default=0)


def commits() -> int:
    """How many transactions of this thread stand, or may stand: what was done since cannot be done again."""
    return _commits.get()


def commit(connection: Connection) -> None:
    try:
        connection.commit()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
        _count()
        raise NobodyKnows(error) from error
    _count()


def _count() -> None:
    _commits.set(_commits.get() + 1)


def is_passing(error: BaseException) -> bool:
    """Whether the same may succeed in a moment, or in some minutes."""
    if isinstance(error, NoFreeConnection | NobodyKnows):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if isinstance(error.orig, SqliteError):
        return any(word in str(error.orig) for word in SQLITE_PASSING)
    code = getattr(error.orig, "sqlstate", None)
    if code:
        return str(code).startswith(PASSING)
    return error.connection_invalidated or isinstance(error, OperationalError)


def is_restart(error: BaseException) -> bool:
    """Whether the connection is the trouble, so that a new one may do; a locked row was waited for."""
    if not isinstance(error, DBAPIError) or isinstance(error.orig, SqliteError | TimeoutError):
        return False
    code = str(getattr(error.orig, "sqlstate", None) or "")
    return error.connection_invalidated or not code or code.startswith(("08", "57P0", "53300"))


def in_one_line(error: BaseException) -> str:
    """For a log. A message of the database may have several lines, and the statement in it is long."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return " ".join(str(cause).split())[:300] or type(cause).__name__
