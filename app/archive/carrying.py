"""Puts a backup, or another database, into an empty one. All is read and compared before anything counts."""

from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path
from typing import Any

from app import migrations
from app.archive import Damaged, Refused, tables
from app.archive.form import Manifest, Reader, Shape, Summing, line_of
from app.archive.kinds import OUT, changed, changes
from app.archive.places import Place, empty_place

Rows = Generator[list[Any]]
Tables = Iterable[tuple[Shape, Rows]]


def restore(path: Path, database: str, around: AbstractContextManager[None]) -> Manifest:
    """`around` is entered when everything is right, and left when it counts, or with what went wrong."""
    reader = Reader(path)
    refuse_unknown(reader.schema)
    expected = reader.check()
    with ExitStack() as stack, empty_place(database, reader.schema) as place:
        again = Reader(path)
        _load(place, again.tables())
        if again.manifest != expected:
            raise Damaged(f"{path} has changed while it was read")
        _finish(place, expected, reader.schema)
        stack.enter_context(around)
    return expected


def move(source: str, target: str) -> Manifest:
    with tables.snapshot(source) as connection:
        schema = tables.schema_of(connection)
        if not schema:
            raise Refused("the database has no tables yet, so there is nothing to move")
        refuse_unknown(schema)
        sums: Manifest = {}
        with empty_place(target, schema) as place:
            shapes = tables.shapes_of(connection)
            _load(place, ((shape, _counted(connection, shape, sums)) for shape in shapes))
            _finish(place, sums, schema)
    return sums


def _counted(connection: Any, shape: Shape, sums: Manifest) -> Rows:
    summing = Summing()
    how = changes(shape.kinds, OUT)
    with closing(tables.rows(connection, shape)) as rows:
        for row in rows:
            values = changed([*row], how)
            summing.add(line_of(values))
            yield values
    sums[shape.name] = summing.sum()


def refuse_unknown(schema: str) -> None:
    if schema not in migrations.versions():
        raise Refused(
            f"the tables have version {schema}, which this program does not know: bring a newer one first"
        )


def _load(place: Place, found: Tables) -> None:
    there = {shape.name: shape for shape in tables.shapes_of(place.connection)}
    for shape, rows in found:
        if there.pop(shape.name, None) != shape:
            raise Refused(f"the table {shape.name} has other columns than its version should have")
        with closing(rows):
            place.load(shape, rows)
    if there:
        raise Refused(f"the tables {', '.join(there)} are missing")


def _finish(place: Place, expected: Manifest, schema: str) -> None:
    """The rows are read again where they are now: what comes out must be what went in."""
    found = tables.sums(place.connection, tables.shapes_of(place.connection))
    if found != expected:
        wrong = [name for name in expected if found.get(name) != expected[name]]
        raise Refused(f"the rows of {', '.join(wrong)} did not arrive as they left")
    if schema != migrations.versions()[0]:
        place.bring_up_to_date()
