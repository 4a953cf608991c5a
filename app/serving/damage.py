"""What is damaged in the embedded database, and what an operator is told of it in one line."""

import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

from app.db.away import in_one_line
from app.db.database import Database
from app.settings import Settings

LARGEST_TO_CHECK = 1_000_000_000  # bytes; to read more would keep people waiting
HEADER, FRAME = 32, 24
USUAL_PAGE = 4096
MAGIC = 0x377F0682


DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
LEAST_ROOM = 1_000_000  # bytes; with less, SQLite cannot even open a database for reading


def damage_of(database: Path) -> str:
    """Empty, or SQLite's words about the file. A file that cannot be read now may be whole."""
    if not database.exists() or database.stat().st_size > LARGEST_TO_CHECK:
        return ""
    try:
        with closing(sqlite3.connect(database, timeout=5)) as connection:
            said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error) if error.sqlite_errorcode & 0xFF in DAMAGED else ""
    return "" if said == "ok" else said.replace("\n", " ")


def lost_commits(log: Path) -> int:
    """How many commits of a write-ahead log stand behind a damaged place.

    SQLite forgets them without a word: for it, the log ends there. A last transaction that was only half
    written when the machine stopped is no damage, as nobody was told that it stands.
    """
    content = log.read_bytes() if log.exists() else b""
    if len(content) < HEADER:
        return 0
    magic, _, page, _, *salts = struct.unpack(">6I", content[:24])
    if magic & ~1 != MAGIC or not page:
        return max(1, len(content) // (FRAME + USUAL_PAGE))  # as many as there can be
    order = ">" if magic & 1 else "<"
    sums, is_damaged, lost = struct.unpack(">2I", content[24:HEADER]), False, 0
    for start in range(HEADER, len(content) - FRAME - page + 1, FRAME + page):
        _, commit, *rest = struct.unpack(">6I", content[start : start + FRAME])
        if rest[:2] != salts:
            continue
        if not is_damaged:
            sums = _checksum(content[start : start + 8] + content[start + FRAME :][:page], sums, order)
            is_damaged = tuple(rest[2:]) != sums
        lost += is_damaged and commit > 0
    return lost


def _checksum(data: bytes, sums: tuple[int, ...], order: str) -> tuple[int, int]:
    """As SQLite makes it: https://www.sqlite.org/fileformat2.html#checksum_algorithm"""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second


def keep_damaged_log(log: Path) -> Path:
    """A copy, for SQLite soon writes over it."""
    return Path(shutil.copyfile(log, log.with_name(f"{log.name}.damaged")))


# --- In words ---

IO_ERROR, FULL = "disk I/O error", "database or disk is full"
# What SQLite's errors begin with, and what to say of the file.
TOLD = {
    "database disk image is malformed": "is damaged",
    "file is not a database": "is damaged, or no database of SQLite",
    "malformed database schema": "is damaged",
    IO_ERROR: "cannot be read or written: the disk fails",
    FULL: "cannot be written: the disk is full",
    "attempt to write a readonly database": "cannot be written: it, or its folder, is read-only",
    "unable to open database file": "cannot be opened: its folder is missing, read-only or closed to you",
}
BACKUP = "stop everything, keep a copy of the whole folder, and put back the last backup"


def told(settings: Settings, error: BaseException) -> str:
    """`error`: as SQLAlchemy raises it."""
    said = str(getattr(error, "orig", error)).strip()
    if settings.database_url:
        return f"the database cannot be used: {in_one_line(error)}"
    what = next((words for start, words in TOLD.items() if start in said), "cannot be read")
    if IO_ERROR in said and shutil.disk_usage(settings.folder).free < LEAST_ROOM:
        what = TOLD[FULL]  # SQLite's words for the room that its shared memory has not got
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
