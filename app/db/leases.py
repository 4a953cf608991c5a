"""Rows that wait for somebody to do something about them, and how one worker of several gets hold of a row.

Such a row has a column `due_at`, when the next try is, or None where there is nothing more to do, and a
column `tries`. Whoever claims a row puts its due time off by the length of a lease. The row is theirs until
then; if they are killed in between, it is simply due again. By the due time that they have seen they find
out, when they come back late, that somebody else has claimed the row meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import ColumnElement, Table, select, update
from sqlmodel import Session, SQLModel

from app.db.rows import table_of

M = TypeVar("M", bound=SQLModel)


class Waits(Protocol):
    @property
    def id(self) -> int | None: ...
    @property
    def due_at(self) -> datetime | None: ...
    @property
    def tries(self) -> int: ...


def still_ours(row: Waits, claimed: Waits) -> bool:
    """Whether a row, as it is now, has been claimed by nobody else since."""
    return row.id == claimed.id and row.due_at == claimed.due_at


@dataclass(frozen=True)
class Leased(Generic[M]):
    """A table of such rows."""

    model: type[M]
    lease: timedelta  # longer than a try may take
    pauses: tuple[timedelta, ...]  # between the tries; after the last of them a row is given up

    @property
    def _table(self) -> Table:
        return table_of(self.model)

    def claim(
        self, session: Session, at: datetime, limit: int = 1, *which: ColumnElement[bool], **also: Any
    ) -> Sequence[M]:
        """Rows that are due, the longest waiting first, and the caller's alone for as long as the lease."""
        own = self._table.c
        due = select(own.id).where(own.due_at <= at, *which).order_by(own.due_at, own.id).limit(limit)
        # PostgreSQL: two that look at once share the work. SQLite has one writer at a time anyway.
        found = session.scalars(due.with_for_update(skip_locked=True)).all()
        if not found:
            return []
        # Where another was first, the row is not due any more.
        mine = update(self.model).where(own.id.in_(found), own.due_at <= at)
        leased = mine.values({"due_at": at + self.lease, "tries": own.tries + 1, **also})
        return session.scalars(leased.returning(self.model)).all()

    def change(self, session: Session, claimed: Waits, **values: Any) -> None:
        """Nothing happens to a row that is not ours any more: what the next one did stays."""
        own = self._table.c
        ours = (own.id == claimed.id) & (own.due_at == claimed.due_at)
        session.connection().execute(update(self._table).where(ours).values(values))

    def next_try(self, claimed: Waits, at: datetime) -> datetime | None:
        """After one that came to nothing. None: the row is given up."""
        return at + self.pauses[claimed.tries - 1] if claimed.tries <= len(self.pauses) else None

    def always_broke_off(self, claimed: Waits) -> bool:
        """There was a try after the last one: that broke off, and nobody was left to give the row up."""
        return claimed.tries > len(self.pauses) + 1
