"""Work that waits in tables: leased, tried again, and marked in the transaction that leaves it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar, cast

from sqlalchemy import ColumnElement, Subquery, Table, select, update
from sqlmodel import Session, SQLModel

from app.db.rows import table_of

MARK = "work for the worker"


def mark_work(session: Session) -> None:
    """Called by the few functions that store a letter, a mail or a book, or make a clock ring at once."""
    session.info[MARK] = True


def has_work(session: Session) -> bool:
    return MARK in session.info


M = TypeVar("M", bound=SQLModel)


class Claimable(Protocol):
    @property
    def id(self) -> int | None: ...
    @property
    def due_at(self) -> datetime | None: ...
    @property
    def tries(self) -> int: ...


def still_ours(row: Claimable, claimed: Claimable) -> bool:
    """Whether `row`, as it is now, has not been claimed again since."""
    return row.id == claimed.id and row.due_at == claimed.due_at


@dataclass(frozen=True)
class WorkQueue(Generic[M]):
    """A table whose rows are done one by one, each by the worker that claims it first."""

    model: type[M]
    lease: timedelta  # longer than any try may take
    pauses: tuple[timedelta, ...]  # between the tries; a row is given up after the try that follows the last

    @property
    def _table(self) -> Table:
        return table_of(self.model)

    def claim(
        self,
        session: Session,
        at: datetime,
        limit: int = 1,
        *which: ColumnElement[bool],
        order: Subquery | None = None,
        **also: Any,
    ) -> Sequence[M]:
        """Rows that are due, the longest overdue first. They belong to the caller until the lease ends.

        `order`: another order, by its columns behind `id`.
        """
        columns = self._table.c
        is_due = columns.due_at <= at
        due = select(columns.id).where(is_due, *which)
        if order is None:
            due = due.order_by(columns.due_at, columns.id)
        else:
            due = due.join(order, order.c.id == columns.id).order_by(*list(order.c)[1:], columns.id)
        # PostgreSQL: two workers that look at once share the work. SQLite has one writer at a time anyway.
        ids = session.scalars(due.limit(limit).with_for_update(skip_locked=True, of=self._table)).all()
        if not ids:
            return []
        # A row that another worker has claimed first is not due any more.
        claiming = update(self.model).where(columns.id.in_(ids), is_due)
        lease = claiming.values({"due_at": at + self.lease, "tries": columns.tries + 1, **also})
        place = {row_id: place for place, row_id in enumerate(ids)}
        rows = session.scalars(lease.returning(self.model)).all()
        return sorted(rows, key=lambda row: place[cast(Claimable, row).id])

    def change(self, session: Session, claimed: Claimable, **values: Any) -> None:
        """Changes the row only if it is still ours. What a later worker has done to it stays."""
        columns = self._table.c
        is_ours = (columns.id == claimed.id) & (columns.due_at == claimed.due_at)
        session.connection().execute(update(self._table).where(is_ours).values(values))

    def next_try(self, claimed: Claimable, at: datetime) -> datetime | None:
        """When to try again after a failed try. None: the row is given up."""
        return at + self.pauses[claimed.tries - 1] if claimed.tries <= len(self.pauses) else None

    def always_broke_off(self, claimed: Claimable) -> bool:
        """Whether a claimed row has had more tries than it may have.

        That happens when the worker was killed in the last one, so that it could not give the row up.
        """
        return claimed.tries > len(self.pauses) + 1
