"""Alembic runs this to compare or change a database: the given one, or else that of the settings."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection, TypeDecorator
from sqlmodel import SQLModel

import app.models  # noqa: F401 - it adds the tables to SQLModel.metadata
from app.db.database import connect
from app.migrations.alone import alone
from app.settings import read_settings


def render_item(kind: str, item: Any, where: AutogenContext) -> str | Literal[False]:
    """Writes our own column types as the database's types, because a migration outlives our names."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl_instance!r}"
    return False


def ignore_foreign_keys(connection: Connection) -> None:
    """SQLite changes a table by making a new one, and until that is done other rows point to the old one."""
    if connection.dialect.name == "sqlite":
        connection.connection.execute("PRAGMA foreign_keys=OFF")  # works only outside of a transaction


def migrate(connection: Connection) -> None:
    """All that is to come in one transaction. Alembic doubts that of SQLite, for Python's driver by itself
    would commit before each change of a table; ours leaves that to us."""
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_item=render_item,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def run() -> None:
    if given := context.config.attributes.get("connection"):
        migrate(given)
        return
    engine = connect(context.config.attributes.get("database") or read_settings().database, waits=None)
    with engine.connect() as connection, alone(connection):
        ignore_foreign_keys(connection)
        migrate(connection)
        connection.commit()
    engine.dispose()


run()
