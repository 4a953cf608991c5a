"""Makes a backup, while the service runs: of one moment, read again from the disk before it has its name."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from app.archive import Damaged, Refused, tables
from app.archive.files import whole_file
from app.archive.form import Manifest, Reader, Writer


def make(database: str, path: Path, sealed_keys: Any = None) -> Manifest:
    if path.is_dir():
        raise Refused(f"{path} is a folder: name a file in it")
    with tables.snapshot(database) as connection, whole_file(path) as (file, part):
        schema = tables.schema_of(connection)
        if not schema:
            raise Refused("the database has no tables yet, so there is nothing to back up")
        made = _write(connection, Writer(file), schema, sealed_keys)
        file.flush()
        if Reader(part).check() != made:
            raise Damaged(f"{part} is not what was written: the disk fails")
    return made


def _write(connection: Connection, writer: Writer, schema: str, sealed_keys: Any) -> Manifest:
    writer.begin(schema, sealed_keys)
    for shape in tables.shapes_of(connection):
        writer.table(shape, tables.lines(connection, shape))
    writer.end()
    return writer.manifest
