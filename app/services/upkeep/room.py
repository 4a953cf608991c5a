"""Whether the database has room to write, and why it does not: its disk may be on another machine."""

from sqlite3 import OperationalError as SqliteError

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from app.db.away import Busy
from engine.speech import later

LEAST = 20  # megabytes
DISK_FULL, READ_ONLY, LOCKED = "53100", "25006", "55P03"  # PostgreSQL's codes

# More than the memory that it may use, so that the rest goes into a file, which PostgreSQL then takes away.
# No table changes, and the tables themselves, which still have room inside, would notice a full disk late.
LITTLE_MEMORY = "SET LOCAL work_mem = '64kB'"
FILL = (
    "WITH few AS MATERIALIZED (SELECT repeat('x', 8000) FROM generate_series(1, :rows)) "
    "SELECT count(*) FROM few"
)

NO_WRITE = later("Nothing can be saved: see whether the disk is full or read-only, and the log of `web`.")
FULL = later("Nothing can be saved: the disk of the database is full. Make room on its machine.")
ONLY_READS = later(
    "Nothing can be saved: the database can only be read, so its disk or its settings forbid more."
)
HELD = later(
    "Nothing can be saved: a process holds on to the database and does not go on. See which one hangs."
)


def database_has_room(session: Session) -> bool:
    """On the machine of PostgreSQL. A file is looked at by its folder."""
    if session.get_bind().dialect.name != "postgresql":
        return True
    connection = session.connection()
    connection.execute(text(LITTLE_MEMORY))
    try:
        connection.execute(text(FILL), {"rows": LEAST * 1_000_000 // 8000})
    except DBAPIError as error:
        if _code(error) == DISK_FULL:
            return False
        raise
    return True


def why_nothing_is_saved(error: Exception) -> str:
    if isinstance(error, Busy):
        return HELD
    if not isinstance(error, DBAPIError):
        return NO_WRITE
    said = str(error.orig) if isinstance(error.orig, SqliteError) else ""
    if _code(error) == DISK_FULL or "full" in said:
        return FULL
    if _code(error) == READ_ONLY or "readonly" in said:
        return ONLY_READS
    return HELD if _code(error) == LOCKED or "locked" in said else NO_WRITE


def _code(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlstate", None) or "")
