"""Deleting and changing many rows in small pieces, so that nobody waits long for a lock."""

from typing import Any

from sqlalchemy import ColumnElement, delete, select, update
from sqlmodel import Session, SQLModel

from app.db.rows import table_of

PIECE = 500  # rows in one transaction


def delete_some(session: Session, model: type[SQLModel], *which: ColumnElement[bool]) -> int:
    """How many went; fewer than PIECE: there are no more. Rows that another transaction has locked stay."""
    return session.connection().execute(delete(model).where(_some(model, which))).rowcount


def change_some(
    session: Session, model: type[SQLModel], values: dict[str, Any], *which: ColumnElement[bool]
) -> int:
    return session.connection().execute(update(model).where(_some(model, which)).values(values)).rowcount


def _some(model: type[SQLModel], which: tuple[ColumnElement[bool], ...]) -> ColumnElement[bool]:
    ids = table_of(model).c.id
    found = select(ids).where(*which).limit(PIECE).with_for_update(skip_locked=True, of=table_of(model))
    return ids.in_(found.scalar_subquery())
