"""Work that waits in tables: leased, tried again, and marked in the transaction that leaves it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar, cast

from sqlalchemy import ColumnElement, Table, select, update
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty
from sqlmodel import Session, SQLModel

from app.db.rows import table_of

# What fails because of the database says nothing about the work, which stays due.
DATABASE_TROUBLE = (OperationalError, InterfaceError, InternalError, PoolIsEmpty)

MARK = "work for the worker"


def mark_work(session: Session) -> None:
    """Called by the few functions that store a letter, a mail or a book, or make a clock ring at once."""
    session.info[MARK] = True


def has_work(session: Session) -> bool:
    return MARK in session.info


M = TypeVar("M", bound=SQLModel)


class Claimable(Protocol):
    id: int
    due_at: datetime | None
    claims: int
    tries: int


def still_ours(row: Claimable, claimed: Claimable) -> bool:
    """Whether `row`, as it is now, has not been claimed again since."""
    return row.id == claimed.id and row.due_at == claimed.due_at


@dataclass(frozen=True)
class WorkQueue(Generic[M]):
    """A table whose rows are done one by one, each by the worker that claims it first.

    A claim alone is no try: `claims` counts the workers that have begun a row and were never heard of again,
    `tries` what has come of it and was a failure.
    """

    model: type[M]
    lease: timedelta  # longer than any try may take
    pauses: tuple[timedelta, ...]  # between the tries; a row is given up after the try that follows the last
    most_claims: int = 3  # workers may be killed for other reasons, but hardly three times with the same row

    @property
    def _table(self) -> Table:
        return table_of(self.model)

    def has_due(self, session: Session, at: datetime) -> bool:
        return session.scalar(select(self._table.c.id).where(self._table.c.due_at <= at).limit(1)) is not None

    def claim(
        self,
        session: Session,
        at: datetime,
        limit: int = 1,
        *which: ColumnElement[bool],
        order: Sequence[ColumnElement[Any]] = (),
        **also: Any,
    ) -> Sequence[M]:
        """Rows that are due, the longest overdue first. They belong to the caller until the lease ends."""
        columns = self._table.c
        is_due = columns.due_at <= at
        due = select(columns.id).where(is_due, *which).order_by(*(order or (columns.due_at, columns.id)))
        # PostgreSQL: two workers that look at once share the work. SQLite has one writer at a time anyway.
        ids = session.scalars(due.limit(limit).with_for_update(skip_locked=True, of=self._table)).all()
        if not ids:
            return []
        # A row that another worker has claimed first is not due any more.
        claiming = update(self.model).where(columns.id.in_(ids), is_due)
        lease = claiming.values({"due_at": at + self.lease, "claims": columns.claims + 1, **also})
        place = {row_id: place for place, row_id in enumerate(ids)}
        rows = session.scalars(lease.returning(self.model)).all()
        return sorted(rows, key=lambda row: place[cast(Claimable, row).id])

    def change(self, session: Session, claimed: Claimable, **values: Any) -> bool:
        """Changes the row only if it is still ours. What a later worker has done to it stays."""
        columns = self._table.c
        is_ours = (columns.id == claimed.id) & (columns.due_at == claimed.due_at)
        changing = update(self._table).where(is_ours).values(values)
        return session.connection().execute(changing).rowcount == 1

    def settle(self, session: Session, claimed: Claimable, **values: Any) -> bool:
        """Something has come of this claim: whoever claims the row next begins anew."""
        return self.change(session, claimed, claims=0, **values)

    def next_try(self, claimed: Claimable, at: datetime) -> datetime | None:
        """When to try again after one more failure. None: the row is given up."""
        return at + self.pauses[claimed.tries] if claimed.tries < len(self.pauses) else None

    def always_broke_off(self, claimed: Claimable) -> bool:
        """Whether so many workers have ended with this row that it must be the row."""
        return claimed.claims > self.most_claims
