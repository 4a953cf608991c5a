"""Rows of the tables that play uses most, without the ORM, which costs five times as much as the database.

They are read and changed like their models, and written back together: new rows as a whole, and of the rows
that were read the columns that have changed.

A row has the same attributes as its model, but none of its methods, though mypy takes it for one. That is why
models have no methods and no properties: functions take their place. A test watches over this.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Table, Update, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, SQLModel

from app.db import statements

M = TypeVar("M", bound=SQLModel)


def connection_of(session: Session) -> Connection:
    """A writing session is bound to its connection. session.connection() costs as much as a statement."""
    bind = session.get_bind()
    return bind if isinstance(bind, Connection) else session.connection()


@contextmanager
def savepoint(session: Session) -> Iterator[None]:
    """An error takes back all that is done within, also what goes past the ORM."""
    with session.begin_nested():
        session.connection()  # only a session that asks for its connection tells the database
        yield


class Row:
    """Takes the place of a model, and has all its columns as attributes.

    `was`: the old value of each attribute that has been assigned since the row was read.
    """

    __slots__ = ("__dict__", "was")

    was: dict[str, Any]

    def __init__(self, values: dict[str, Any]) -> None:
        object.__setattr__(self, "__dict__", values)
        object.__setattr__(self, "was", {})

    def __setattr__(self, name: str, value: Any) -> None:
        self.was.setdefault(name, self.__dict__.get(name))
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        """As models: by their values."""
        return isinstance(other, Row) and vars(self) == vars(other)


class LookedUp(Row):
    """One that is only looked at: what is assigned to it would never be written."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        raise TypeError(f"{name} cannot be changed in a row that is only looked at")


class Rows:
    def __init__(self, connection: Connection, kind: type[Row] = Row) -> None:
        self.connection = connection
        self._kind = kind
        self._read: list[tuple[Table, Row]] = []
        self._new: list[tuple[Table, Row]] = []

    def read(self, model: type[M], query: Any, **values: Any) -> list[M]:
        """All rows that a query for all columns of a model finds, or that a statement changes and returns."""
        return [row for (row,) in self.read_joined((model,), query, **values)]

    def read_joined(
        self, models: tuple[type[SQLModel], ...], query: Any, **values: Any
    ) -> list[tuple[Any, ...]]:
        """Rows of several models side by side, with None where a join found none; then the other columns."""
        shapes = [(table_of(model), _names_of(model)) for model in models]
        return [self._split(found, shapes) for found in statements.read(self.connection, query, values)]

    def _split(self, found: list[Any], shapes: list[tuple[Table, tuple[str, ...]]]) -> tuple[Any, ...]:
        rows, first = [], 0
        for table, names in shapes:
            values = dict(zip(names, found[first:], strict=False))
            first += len(names)
            rows.append(self._keep(table, values) if values["id"] is not None else None)
        return (*rows, *found[first:])

    def _keep(self, table: Table, values: dict[str, Any]) -> Row:
        row = self._kind(values)
        self._read.append((table, row))
        return row

    def new(self, model: type[M], **values: Any) -> M:
        row = Row({**_defaults_of(model), **values})
        self._new.append((table_of(model), row))
        return cast(M, row)

    def write(self) -> list[tuple[Table, int]]:
        """Writes all rows, and returns which ones have changed.

        Raises StaleDataError when another transaction has changed one of them first.
        """
        updates: dict[tuple[Table, tuple[str, ...]], list[dict[str, Any]]] = {}
        for table, row in self._read:
            if values := _changes(row):
                updates.setdefault((table, (*values,)), []).append({**values, **_conditions(row)})
        for (table, columns), rows in updates.items():
            if statements.write(self.connection, _update_of(table, columns), rows) != len(rows):
                raise StaleDataError(f"{table.name} has been changed meanwhile")
        for table, new in _by_table(self._new):
            statements.write(self.connection, insert_into(table), [vars(row) for row in new])
        return [(table, row["seen_id"]) for (table, _), rows in updates.items() for row in rows]


def look_up(session: Session, model: type[M], query: Any, **values: Any) -> list[M]:
    """Rows that are only looked at: to change one is an error.

    `query`: built once, for all columns of the model; `in_` does not work in it.
    """
    session.flush()
    return Rows(connection_of(session), LookedUp).read(model, query, **values)


def look_up_columns(session: Session, query: Any, **values: Any) -> list[list[Any]]:
    """The same, for a query that names its columns."""
    session.flush()
    return statements.read(connection_of(session), query, values)


def _changes(row: Row) -> dict[str, Any]:
    values = vars(row)
    new = {name: values[name] for name, was in row.was.items() if values[name] != was}
    return {**new, "version": values["version"] + 1} if new and "version" in values else new


def _conditions(row: Row) -> dict[str, Any]:
    """The parameters of an update's WHERE: the row's number, and the version that it had when it was read."""
    values = vars(row)
    version = {"seen_version": values["version"]} if "version" in values else {}
    return {"seen_id": values["id"], **version}


def _by_table(rows: Sequence[tuple[Table, Row]]) -> Iterator[tuple[Table, list[Row]]]:
    for table, group in groupby(sorted(rows, key=lambda row: row[0].name), key=lambda row: row[0]):
        yield table, [row for _, row in group]


def table_of(model: type[SQLModel]) -> Table:
    return cast(Table, model.__table__)  # type: ignore[attr-defined]  # SQLModel does not declare it


@lru_cache
def _names_of(model: type[SQLModel]) -> tuple[str, ...]:
    return tuple(table_of(model).columns.keys())


def _defaults_of(model: type[SQLModel]) -> dict[str, Any]:
    shared, factories = _kinds_of_defaults(model)
    return {**shared, **{name: make() for name, make in factories}}


@lru_cache
def _kinds_of_defaults(model: type[SQLModel]) -> tuple[dict[str, Any], list[tuple[str, Callable[[], Any]]]]:
    """The defaults that all rows share, and the functions that make a new one for each row. `id` has none."""
    fields = {name: field for name, field in model.model_fields.items() if name != "id"}
    factories = {name: field.default_factory for name, field in fields.items() if field.default_factory}
    shared = {name: field.get_default() for name, field in fields.items() if name not in factories}
    return shared, [(name, cast(Callable[[], Any], make)) for name, make in factories.items()]


def insert_new(
    connection: Connection, model: type[SQLModel], unique: tuple[str, ...], rows: Sequence[dict[str, Any]]
) -> None:
    """Leaves out rows whose `unique` columns are in the table already. So a race inserts each row once."""
    if rows:
        insertion = _insert_unless_there(table_of(model), unique, connection.dialect.name)
        statements.write(connection, insertion, rows)


@lru_cache
def _insert_unless_there(table: Table, unique: tuple[str, ...], dialect: str) -> Any:
    insertion = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return insertion.on_conflict_do_nothing(index_elements=unique).inline()


@lru_cache
def insert_into(table: Table) -> Any:
    return insert(table).inline()


@lru_cache(maxsize=256)
def _update_of(table: Table, columns: tuple[str, ...]) -> Update:
    """Changes a row only if its version, where the table has one, is still the one that was read."""
    statement = update(table).where(table.c.id == bindparam("seen_id"))
    if "version" in columns:
        statement = statement.where(table.c.version == bindparam("seen_version"))
    return statement.values({column: bindparam(column) for column in columns})
