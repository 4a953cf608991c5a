"""Only one program changes the tables at a time; a second one waits, and then finds nothing to do."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

# By what is done alone: any numbers that all versions of this program share.
LOCKS = {"tables": 0x436861, "update": 0x436862}


@contextmanager
def alone(connection: Connection, what: str = "tables") -> Iterator[None]:
    """The lock ends with the program, however that ends."""
    if connection.dialect.name == "sqlite":
        with Path(f"{connection.engine.url.database}-{what}").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        return
    connection.execute(text(f"SELECT pg_advisory_lock({LOCKS[what]})"))
    connection.commit()
    try:
        yield
    finally:
        connection.rollback()
        connection.execute(text(f"SELECT pg_advisory_unlock({LOCKS[what]})"))
        connection.commit()
