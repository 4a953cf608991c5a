"""What an operator is told in one line when the database cannot be used."""

from app.db.database import Database
from app.settings import Settings

# What SQLite's errors begin with, and what to say of the file.
TOLD = {
    "database disk image is malformed": "is damaged",
    "file is not a database": "is damaged, or no database of SQLite",
    "malformed database schema": "is damaged",
    "disk I/O error": "cannot be read or written: the disk fails",
    "database or disk is full": "cannot be written: the disk is full",
    "attempt to write a readonly database": "cannot be written: it, or its folder, is read-only",
    "unable to open database file": "cannot be opened: its folder is missing, read-only or closed to you",
}
BACKUP = "stop everything, keep a copy of the whole folder, and put back the last backup"


def told(settings: Settings, error: BaseException) -> str:
    """`error`: as SQLAlchemy raises it."""
    said = str(getattr(error, "orig", error)).strip()
    if settings.database_url:
        return f"the database cannot be read: {said}"
    what = next((words for start, words in TOLD.items() if start in said), "cannot be read")
    todo = f"; {BACKUP}" if "damaged" in what else ""
    return f"{settings.folder / 'chasqui.db'} {what} ({said}){todo}"


def lost(settings: Settings) -> str:
    """SQLite itself says nothing when it drops the rest of a damaged WAL."""
    database = Database(settings.database)
    try:
        with database.snapshot() as session:
            lost = database.disk.lost(session.connection().connection.driver_connection)
    finally:
        database.close()
    if not lost:
        return ""
    return (
        f"{settings.folder / 'chasqui.db'} has lost its end, by a damaged -wal or an older copy: the changes"
        f" {lost.first} to {lost.last} are gone. If a backup was put back, delete {lost.witness}"
    )
