"""Databases that a backup can be put into: empty before, and afterwards all of it is there or nothing.

PostgreSQL: one transaction. SQLite: a new file in a folder of its own, which gets its name at the end.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import psycopg
from sqlalchemy import Connection, inspect, make_url, text
from sqlmodel import SQLModel

import app.models  # noqa: F401 - it adds the tables to SQLModel.metadata
from app import migrations
from app.archive import Refused, kinds
from app.archive.files import to_the_folders_owner, write_through
from app.archive.form import Shape
from app.archive.tables import OF_THE_MOMENT, VERSION_TABLE, engine_of

AT_ONCE, FEW = 500, 8
LOCK = 0x436861  # of whoever changes the tables
BESIDE = ("-wal", "-shm", "-journal", "-through")  # of the database that makes room


class Place(Protocol):
    """Has the tables of the version that the rows come from."""

    connection: Connection

    def load(self, shape: Shape, rows: Iterable[list[Any]]) -> None: ...

    def bring_up_to_date(self) -> None: ...


@contextmanager
def empty_place(url: str, schema: str) -> Iterator[Place]:
    """What was loaded stays if nothing was raised. Raises Refused if the database has something in it."""
    if url.startswith("sqlite"):
        with _new_file(Path(str(make_url(url).database)), schema) as file:
            yield file
    else:
        with _transaction(url, schema) as place:
            yield place


# --- PostgreSQL ---


class InTransaction:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def load(self, shape: Shape, rows: Iterable[list[Any]]) -> None:
        how = kinds.changes(shape.kinds, kinds.INTO)
        names = ", ".join(f'"{name}"' for name in shape.names)
        driver: Any = self.connection.connection.driver_connection
        try:
            with driver.cursor() as cursor, cursor.copy(f'COPY "{shape.name}" ({names}) FROM STDIN') as copy:
                for row in rows:
                    copy.write_row(kinds.changed(row, how))
        except psycopg.DataError as error:
            why = str(error).splitlines()[0]
            raise Refused(f"a row of {shape.name} does not fit into PostgreSQL: {why}") from None
        self._count_on(shape)

    def _count_on(self, shape: Shape) -> None:
        """The next row's number is the one after the last."""
        next_number = f"""
            SELECT setval(sequence, coalesce(max(id), 0) + 1, false)
            FROM (SELECT pg_get_serial_sequence('"{shape.name}"', 'id') AS sequence) AS its
            LEFT JOIN "{shape.name}" ON true WHERE sequence IS NOT NULL GROUP BY sequence
        """
        self.connection.execute(text(next_number))

    def bring_up_to_date(self) -> None:
        migrations.upgrade_within(self.connection)


@contextmanager
def _transaction(url: str, schema: str) -> Iterator[Place]:
    engine = engine_of(url)
    try:
        with engine.begin() as connection:
            connection.execute(text("SET LOCAL lock_timeout = '5s'"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            _make_room(connection)
            migrations.upgrade_within(connection, schema)
            yield InTransaction(connection)
    finally:
        engine.dispose()


def _make_room(connection: Connection) -> None:
    """Takes the empty tables away, for those of the backup may be of an older version."""
    there = inspect(connection).get_table_names()
    ours = [name for name in there if name in {*SQLModel.metadata.tables, VERSION_TABLE}]
    if ours:
        connection.execute(text(f"LOCK TABLE {_list(ours)} IN ACCESS EXCLUSIVE MODE"))
    refuse_rows(connection)
    if ours:
        connection.execute(text(f"DROP TABLE {_list(ours)}"))


def _list(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def refuse_rows(connection: Connection) -> None:
    names = sorted(set(inspect(connection).get_table_names()) - OF_THE_MOMENT)
    full = [
        name for name in names if connection.execute(text(f'SELECT EXISTS (SELECT 1 FROM "{name}")')).scalar()
    ]
    if full:
        raise Refused(
            f"the database is not empty: it has rows in {', '.join(full)}. Only an empty one can be filled"
        )


# --- SQLite ---


class NewFile:
    """Without a journal: before it has its name, nobody misses the file."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._open()

    def _open(self) -> None:
        self._engine = engine_of(self._url)
        self.connection = self._engine.connect()
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=OFF"):
            self.connection.exec_driver_sql(f"PRAGMA {pragma}")

    def load(self, shape: Shape, rows: Iterable[list[Any]]) -> None:
        how = kinds.changes(shape.kinds, kinds.INTO)
        names, holes = ", ".join(f'"{name}"' for name in shape.names), ", ".join("?" * len(shape.columns))
        driver: Any = self.connection.connection.driver_connection
        driver.execute("BEGIN")
        insert = f'INSERT INTO "{shape.name}" ({names}) VALUES ({holes})'
        driver.executemany(insert, (kinds.changed(row, how) for row in rows))
        driver.execute("COMMIT")

    def bring_up_to_date(self) -> None:
        self.close()
        migrations.upgrade(self._url)
        self._open()

    def check(self) -> None:
        """SQLite's own look at all pages and indexes, and at what points to nothing."""
        run = self.connection.exec_driver_sql
        [(found,)] = run("PRAGMA integrity_check(1)").fetchall()
        if found != "ok" or run("PRAGMA foreign_key_check").fetchall():
            raise Refused(f"the new database is not whole ({found})")

    def close(self) -> None:
        self.connection.close()
        self._engine.dispose()


@contextmanager
def _new_file(database: Path, schema: str) -> Iterator[Place]:
    """The caller sees to it that nobody else works with this database."""
    _refuse_content(database)
    folder = database.with_name(f"{database.name}-restoring")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    to_the_folders_owner(folder)
    try:
        made = folder / database.name
        migrations.upgrade(f"sqlite:///{made}", schema)
        place = NewFile(f"sqlite:///{made}")
        try:
            yield place
            place.check()
        finally:
            place.close()
        _make_room_for_file(database)
        to_the_folders_owner(made)
        write_through(made)
        made.rename(database)
        write_through(database.parent)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _refuse_content(database: Path) -> None:
    if not database.exists():
        return
    engine = engine_of(f"sqlite:///{database}")
    try:
        with engine.connect() as connection:
            refuse_rows(connection)
    finally:
        engine.dispose()


def _make_room_for_file(database: Path) -> None:
    """Beside the new file, nothing may lie that belongs to the old one.

    That has no rows, and is the same without its files: they go first, so that it is whole at every moment.
    `-through` would count what the new one has never had.
    """
    if database.exists():
        _refuse_content(database)
        connection = sqlite3.connect(database, timeout=5)
        try:
            connection.execute("PRAGMA journal_mode=DELETE")  # an error if somebody else has it open
        except sqlite3.OperationalError as error:
            raise Refused(f"{database} is in use by another program ({error}): stop it first") from None
        finally:
            connection.close()
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            os.unlink(f"{database}{ending}")
