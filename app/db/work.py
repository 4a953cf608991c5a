"""Work that waits in tables: leased, tried again, and marked in the transaction that leaves it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select, Table, Update, bindparam, select, update
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty
from sqlalchemy.sql.dml import ReturningUpdate
from sqlmodel import Session, SQLModel

from app.db import statements
from app.db.rows import Rows, connection_of, table_of

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
        named: Mapping[str, Any] | None = None,
        **also: Any,
    ) -> Sequence[M]:
        """Rows that are due, the longest overdue first. They belong to the caller until the lease ends.

        `named`: the values of parameters that `which` has.
        """
        session.flush()
        find, lease = _claiming(self.model, which, (*also,))
        connection = connection_of(session)
        ids = statements.read(connection, find, {"at": at, "most": limit, **(named or {})})
        values = {"at": at, "until": at + self.lease, **_named_new(also)}
        claimed = Rows(connection)
        # A row that another worker has claimed first is not due any more.
        return [
            row for (row_id,) in ids for row in claimed.read(self.model, lease, **values, claimed_id=row_id)
        ]

    def change(self, session: Session, claimed: Claimable, **values: Any) -> bool:
        """Changes the row only if it is still ours. What a later worker has done to it stays."""
        seen = {"claimed_id": claimed.id, "seen_due": claimed.due_at}
        changing = _changing(self._table, (*values,))
        return statements.write(connection_of(session), changing, [{**seen, **_named_new(values)}]) == 1

    def settle(self, session: Session, claimed: Claimable, **values: Any) -> bool:
        """Something has come of this claim: whoever claims the row next begins anew."""
        return self.change(session, claimed, claims=0, **values)

    def next_try(self, claimed: Claimable, at: datetime) -> datetime | None:
        """When to try again after one more failure. None: the row is given up."""
        return at + self.pauses[claimed.tries] if claimed.tries < len(self.pauses) else None

    def always_broke_off(self, claimed: Claimable) -> bool:
        """Whether so many workers have ended with this row that it must be the row."""
        return claimed.claims > self.most_claims


# --- Statements, each of which is built once ---


@lru_cache(maxsize=64)
def _claiming(
    model: type[SQLModel],
    which: tuple[ColumnElement[bool], ...],
    also: tuple[str, ...],
) -> tuple[Select[Any], ReturningUpdate[Any]]:
    """The query that finds rows that are due, and the statement that leases one of them and returns it."""
    table = table_of(model)
    columns, is_due = table.c, table.c.due_at <= bindparam("at")
    due = select(columns.id).where(is_due, *which).order_by(columns.due_at, columns.id)
    # PostgreSQL: two workers that look at once share the work. SQLite has one writer at a time anyway.
    find = due.limit(bindparam("most")).with_for_update(skip_locked=True, of=table)
    mine = update(table).where(columns.id == bindparam("claimed_id"), is_due)
    leased = mine.values(due_at=bindparam("until"), claims=columns.claims + 1)
    return find, leased.values({name: bindparam(f"new_{name}") for name in also}).returning(table)


def _named_new(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}


@lru_cache(maxsize=64)
def _changing(table: Table, names: tuple[str, ...]) -> Update:
    is_ours = (table.c.id == bindparam("claimed_id")) & (table.c.due_at == bindparam("seen_due"))
    return update(table).where(is_ours).values({name: bindparam(f"new_{name}") for name in names})
