"""What a database has: its tables as they are there, and their rows as lines, in an order that never differs.

The tables are asked for in the database itself, not in the models: it may be one version behind them.
"""

import os
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, inspect, make_url, text

from app.archive import Refused, kinds
from app.archive.form import Manifest, Shape, Summing, line_of

VERSION_TABLE = "alembic_version"
# Signs of life say nothing where another process lives.
OF_THE_MOMENT = {VERSION_TABLE, "heartbeat"}
AT_ONCE, FEW = 500, 8  # rows that PostgreSQL hands out together; few where one may be a whole book


def engine_of(url: str) -> Engine:
    """Without the bounds that pages have: a table may take its time."""
    options: dict[str, Any] = {}
    if url.startswith("sqlite"):
        # By Python's driver a transaction would begin with the first write only.
        options = {"connect_args": {"isolation_level": None, "timeout": 30}}
    return create_engine(url, hide_parameters=True, **options)


@contextmanager
def snapshot(url: str) -> Iterator[Connection]:
    """One state of the database, whatever others write meanwhile."""
    file = make_url(url).database
    if url.startswith("sqlite") and not (file and _has_content(file)):
        raise Refused(f"{file}: there is no database; for another data folder, say --data DIR")
    engine = engine_of(url)
    try:
        if not url.startswith("sqlite"):
            # Waits for a moment at which no other transaction can disturb what is read here.
            options: dict[str, Any] = {"postgresql_readonly": True, "postgresql_deferrable": True}
            engine = engine.execution_options(isolation_level="SERIALIZABLE", **options)
        with engine.connect() as connection:
            if url.startswith("sqlite"):
                connection.exec_driver_sql("BEGIN")
            yield connection
    finally:
        engine.dispose()


def _has_content(file: str) -> bool:
    """Without opening it: to close a file again ends all locks that this process has on it, SQLite's too.

    Another program that closes the database would then take itself for the last one, and remove the
    write-ahead log that this process goes on writing.
    """
    try:
        return bool(os.stat(file).st_size)
    except FileNotFoundError:
        return False


def schema_of(connection: Connection) -> str:
    """Empty where there are no tables."""
    names = inspect(connection).get_table_names()
    if VERSION_TABLE not in names:
        if names:
            raise Refused("the database has tables, but does not say which version they have")
        return ""
    return str(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() or "")


def shapes_of(connection: Connection) -> list[Shape]:
    """All tables, those that others point to first."""
    seen = inspect(connection)
    names = sorted(set(seen.get_table_names()) - OF_THE_MOMENT)
    points_to = {name: {key["referred_table"] for key in seen.get_foreign_keys(name)} for name in names}
    return [_shape(seen, name) for name in _in_order(names, points_to)]


def _shape(seen: Any, name: str) -> Shape:
    columns = ((column["name"], kinds.kind_of(column["type"])) for column in seen.get_columns(name))
    return Shape(name, tuple(sorted(columns)))


def _in_order(names: list[str], points_to: dict[str, set[str]]) -> list[str]:
    done: list[str] = []
    while rest := [name for name in names if name not in done]:
        free = [name for name in rest if points_to[name] <= {*done, name}]
        if not free:
            raise RuntimeError(f"the tables {rest} point to each other in a ring")
        done += free
    return done


def lines(connection: Connection, shape: Shape) -> Iterator[bytes]:
    how = kinds.changes(shape.kinds, kinds.OUT)
    with closing(rows(connection, shape)) as found:
        for row in found:
            yield line_of(kinds.changed([*row], how))


def rows(connection: Connection, shape: Shape) -> Generator[Any]:
    """Straight from the driver, a few at a time."""
    dialect = connection.dialect.name
    asked = ", ".join(kinds.asked_for(name, kind, dialect) for name, kind in shape.columns)
    statement = f'SELECT {asked} FROM "{shape.name}" ORDER BY id'
    driver: Any = connection.connection.driver_connection
    if dialect == "sqlite":
        yield from driver.execute(statement)
        return
    with driver.cursor(name="rows") as cursor:
        cursor.itersize = FEW if "bytes" in shape.kinds else AT_ONCE
        cursor.execute(statement)
        yield from cursor


def sums(connection: Connection, shapes: list[Shape]) -> Manifest:
    """What a backup of these tables would say of them."""
    found: Manifest = {}
    for shape in shapes:
        summing = Summing()
        for line in lines(connection, shape):
            summing.add(line)
        found[shape.name] = summing.sum()
    return found
