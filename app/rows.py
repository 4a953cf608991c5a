"""Rows of the hot tables, without the bookkeeping of the ORM, which costs five times what the database does.

They are read and changed like their models, and written back together: each new row once, and of each row
that was read the columns that have changed.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Select, Table, Update, bindparam, insert, update
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import SQLModel

M = TypeVar("M", bound=SQLModel)


class Row:
    """Stands for its model, and has all its columns as attributes."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)


class Rows:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._read: list[tuple[Table, Row, dict[str, Any]]] = []
        self._new: list[tuple[Table, Row]] = []

    def read(self, model: type[M], query: Select[Any], **values: Any) -> list[M]:
        """All rows that a query for a model's whole table finds."""
        table, found = table_of(model), []
        for columns in self.connection.execute(query, values).mappings():
            was = dict(columns)
            row = Row(was)
            self._read.append((table, row, was))
            found.append(cast(M, row))
        return found

    def new(self, model: type[M], **values: Any) -> M:
        row = Row({**defaults_of(model), **values})
        self._new.append((table_of(model), row))
        return cast(M, row)

    def write(self) -> list[tuple[Table, int]]:
        """Which rows have changed. StaleDataError when another transaction was first."""
        changed = [(table, row, was, changes(row, was)) for table, row, was in self._read]
        changed = [(table, row, was, columns) for table, row, was, columns in changed if columns]
        for table, row, was, columns in changed:
            self._update(table, row, was, columns)
        for table, rows in by_table(self._new):
            self.connection.execute(insert_into(table), [vars(row) for row in rows])
        return [(table, was["id"]) for table, _, was, _ in changed]

    def _update(self, table: Table, row: Row, was: dict[str, Any], columns: tuple[str, ...]) -> None:
        values = {column: vars(row)[column] for column in columns}
        seen = {"seen_id": was["id"]}
        if "version" in was:
            values["version"] = was["version"] + 1
            seen["seen_version"] = was["version"]
        statement = updating(table, (*values,))
        if self.connection.execute(statement, {**values, **seen}).rowcount != 1:
            raise StaleDataError(f"{table.name} {was['id']} has been changed meanwhile")


def changes(row: Row, was: dict[str, Any]) -> tuple[str, ...]:
    mine = vars(row)
    return tuple(name for name, value in was.items() if mine[name] is not value and mine[name] != value)


def by_table(rows: Sequence[tuple[Table, Row]]) -> Iterator[tuple[Table, list[Row]]]:
    for table, group in groupby(sorted(rows, key=lambda row: row[0].name), key=lambda row: row[0]):
        yield table, [row for _, row in group]


def table_of(model: type[SQLModel]) -> Table:
    return cast(Table, model.__table__)  # type: ignore[attr-defined]  # SQLModel does not declare it


def defaults_of(model: type[SQLModel]) -> dict[str, Any]:
    fields = _fields(model)
    return {name: field.get_default(call_default_factory=True) for name, field in fields}


@lru_cache
def _fields(model: type[SQLModel]) -> tuple[tuple[str, Any], ...]:
    """The database numbers the rows."""
    return tuple((name, field) for name, field in model.model_fields.items() if name != "id")


@lru_cache
def insert_into(table: Table) -> Any:
    return insert(table)


@lru_cache(maxsize=256)
def updating(table: Table, columns: tuple[str, ...]) -> Update:
    """The version, where a table has one, must still be the one that was seen."""
    statement = update(table).where(table.c.id == bindparam("seen_id"))
    if "version" in columns:
        statement = statement.where(table.c.version == bindparam("seen_version"))
    return statement.values({column: bindparam(column) for column in columns})
