"""What Alembic runs to compare or change a database; alone, it takes the database of the settings."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection, TypeDecorator
from sqlmodel import SQLModel

import app.models  # noqa: F401 - the tables
from app.db.database import connect
from app.settings import read


def render_item(kind: str, item: Any, where: AutogenContext) -> str | Literal[False]:
    """Types of our own are written down as what they are in the database: a version outlives our names."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl_instance!r}"
    return False


def let_go_of_references(connection: Connection) -> None:
    """SQLite changes a table by making it anew, and other rows point to the old one meanwhile."""
    if connection.dialect.name == "sqlite":
        connection.connection.execute("PRAGMA foreign_keys=OFF")  # before a transaction, or it does nothing


def run() -> None:
    engine = connect(context.config.attributes.get("database") or read().database)
    with engine.connect() as connection:
        let_go_of_references(connection)
        context.configure(
            connection=connection,
            target_metadata=SQLModel.metadata,
            render_item=render_item,
            render_as_batch=True,
        )
        with context.begin_transaction():
            context.run_migrations()
        connection.commit()
    engine.dispose()


run()
