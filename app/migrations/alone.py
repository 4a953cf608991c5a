"""Only one program changes the tables at a time; a second one waits, and then finds nothing to do."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

LOCK = 0x436861  # any number that all versions of this program share


@contextmanager
def alone(connection: Connection) -> Iterator[None]:
    """The lock ends with the program, however that ends."""
    if connection.dialect.name == "sqlite":
        with Path(f"{connection.engine.url.database}-tables").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        return
    connection.execute(text(f"SELECT pg_advisory_lock({LOCK})"))
    connection.commit()
    try:
        yield
    finally:
        connection.rollback()
        connection.execute(text(f"SELECT pg_advisory_unlock({LOCK})"))
        connection.commit()
