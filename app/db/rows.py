"""Rows of the hot tables, without the bookkeeping of the ORM, which costs five times what the database does.

They are read and changed like their models, and written back together: each new row once, and of each row
that was read the columns that have changed.

A row has the columns of its model and nothing else, though the types say that it is one. So models have no
methods and no properties, which would be missing here, and here only: what is to be said about a row is a
function. A test keeps it so.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Select, Table, Update, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, SQLModel

from app.db import statements

M = TypeVar("M", bound=SQLModel)


def connection_of(session: Session) -> Connection:
    """A writer's own; by way of the session it costs as much again as a statement."""
    where = session.get_bind()
    return where if isinstance(where, Connection) else session.connection()


class Row:
    """Stands for its model, and has all its columns as attributes.

    `was`: what has been set since, as it was before.
    """

    __slots__ = ("__dict__", "was")

    was: dict[str, Any]

    def __init__(self, values: dict[str, Any]) -> None:
        object.__setattr__(self, "__dict__", values)
        object.__setattr__(self, "was", {})

    def __setattr__(self, name: str, value: Any) -> None:
        self.was.setdefault(name, self.__dict__.get(name))
        self.__dict__[name] = value


class Rows:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._read: list[tuple[Table, Row]] = []
        self._new: list[tuple[Table, Row]] = []

    def read(self, model: type[M], query: Select[Any], **values: Any) -> list[M]:
        """All rows that a query for a model's whole table finds."""
        return [row for (row,) in self.read_joined((model,), query, **values)]

    def read_joined(
        self, models: tuple[type[SQLModel], ...], query: Select[Any], **values: Any
    ) -> list[tuple[Any, ...]]:
        """Rows of several models side by side; None where a join found none. Then what else was selected."""
        shapes = [(table_of(model), names_of(model)) for model in models]
        return [self._split(found, shapes) for found in statements.read(self.connection, query, values)]

    def _split(self, found: list[Any], shapes: list[tuple[Table, tuple[str, ...]]]) -> tuple[Any, ...]:
        rows, first = [], 0
        for table, names in shapes:
            values = dict(zip(names, found[first:], strict=False))
            first += len(names)
            rows.append(self._keep(table, values) if values["id"] is not None else None)
        return (*rows, *found[first:])

    def _keep(self, table: Table, values: dict[str, Any]) -> Row:
        row = Row(values)
        self._read.append((table, row))
        return row

    def new(self, model: type[M], **values: Any) -> M:
        row = Row({**defaults_of(model), **values})
        self._new.append((table_of(model), row))
        return cast(M, row)

    def write(self) -> list[tuple[Table, int]]:
        """Which rows have changed. StaleDataError when another transaction was first."""
        updates: dict[tuple[Table, tuple[str, ...]], list[dict[str, Any]]] = {}
        for table, row in self._read:
            if values := changes(row):
                updates.setdefault((table, (*values,)), []).append({**values, **seen(row)})
        for (table, columns), rows in updates.items():
            if statements.write(self.connection, updating(table, columns), rows) != len(rows):
                raise StaleDataError(f"{table.name} has been changed meanwhile")
        for table, new in by_table(self._new):
            statements.write(self.connection, insert_into(table), [vars(row) for row in new])
        return [(table, row["seen_id"]) for (table, _), rows in updates.items() for row in rows]


def changes(row: Row) -> dict[str, Any]:
    mine = vars(row)
    new = {name: mine[name] for name, was in row.was.items() if mine[name] != was}
    return {**new, "version": mine["version"] + 1} if new and "version" in mine else new


def seen(row: Row) -> dict[str, Any]:
    """What must still be so when the row is written."""
    mine = vars(row)
    return {"seen_id": mine["id"], **({"seen_version": mine["version"]} if "version" in mine else {})}


def by_table(rows: Sequence[tuple[Table, Row]]) -> Iterator[tuple[Table, list[Row]]]:
    for table, group in groupby(sorted(rows, key=lambda row: row[0].name), key=lambda row: row[0]):
        yield table, [row for _, row in group]


def table_of(model: type[SQLModel]) -> Table:
    return cast(Table, model.__table__)  # type: ignore[attr-defined]  # SQLModel does not declare it


@lru_cache
def names_of(model: type[SQLModel]) -> tuple[str, ...]:
    return tuple(table_of(model).columns.keys())


def defaults_of(model: type[SQLModel]) -> dict[str, Any]:
    same, made = _defaults(model)
    return {**same, **{name: make() for name, make in made}}


@lru_cache
def _defaults(model: type[SQLModel]) -> tuple[dict[str, Any], list[tuple[str, Callable[[], Any]]]]:
    """Those that every row has, and those that are made for each. The database numbers the rows."""
    fields = {name: field for name, field in model.model_fields.items() if name != "id"}
    made = {name: field.default_factory for name, field in fields.items() if field.default_factory}
    same = {name: field.get_default() for name, field in fields.items() if name not in made}
    return same, [(name, cast(Callable[[], Any], make)) for name, make in made.items()]


def insert_new(
    connection: Connection, model: type[SQLModel], unique: tuple[str, ...], rows: Sequence[dict[str, Any]]
) -> None:
    """Rows whose `unique` columns are there already are left out; so a race leaves one of each."""
    if rows:
        made = _inserting_new(table_of(model), unique, connection.dialect.name)
        statements.write(connection, made, rows)


@lru_cache
def _inserting_new(table: Table, unique: tuple[str, ...], dialect: str) -> Any:
    """Both databases have words of their own for it."""
    made = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return made.on_conflict_do_nothing(index_elements=unique).inline()


@lru_cache
def insert_into(table: Table) -> Any:
    return insert(table).inline()


@lru_cache(maxsize=256)
def updating(table: Table, columns: tuple[str, ...]) -> Update:
    """The version, where a table has one, must still be the one that was seen."""
    statement = update(table).where(table.c.id == bindparam("seen_id"))
    if "version" in columns:
        statement = statement.where(table.c.version == bindparam("seen_version"))
    return statement.values({column: bindparam(column) for column in columns})
