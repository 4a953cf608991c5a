"""How many rows of a while there are, without a look at all. Rows are numbered in the order of time."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, literal
from sqlalchemy import select as sa_select
from sqlmodel import Session, func

from app.db.rows import table_of

SAMPLE = 1_000  # rows that are looked at, evenly spread, where they are many


class Span(NamedTuple):
    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


def span_since(session: Session, model: type[Any], time: str, since: datetime) -> Span:
    """The numbers of the rows whose time is later, found by halving."""
    columns = table_of(model).c
    low, last = 0, session.scalar(sa_select(func.max(columns.id))) or 0
    high = last + 1
    while high - low > 1:
        middle = (low + high) // 2
        next_one = (
            sa_select(columns.id, columns[time]).where(columns.id >= middle).order_by(columns.id).limit(1)
        )
        number, at = session.connection().execute(next_one).one()
        if at > since:
            high = middle
        else:
            low = min(number, high - 1)
    return Span(high, last)


def looked_at(model: type[Any], span: Span) -> tuple[ColumnElement[bool], int]:
    """Which of these rows are looked at, and for how many each of them stands."""
    number = table_of(model).c.id
    if span.length <= 2 * SAMPLE:
        return number.between(*span), 1
    step = span.length // SAMPLE | 1  # odd: what alternates is met in all its kinds
    spread = sa_select(literal(span.first, Integer).label("id")).cte("spread", recursive=True)
    further = sa_select(spread.c.id + step).where(spread.c.id + step <= span.last)
    return number.in_(sa_select(spread.union_all(further).c.id)), step


def count_in(session: Session, model: type[Any], span: Span, *which: ColumnElement[bool]) -> int:
    """How many of these rows are so; where they are many, about how many, to two digits."""
    looked, step = looked_at(model, span)
    found = int(session.scalar(sa_select(func.count()).where(looked, *which)) or 0)
    return two_digits(found * step) if step > 1 else found


def two_digits(count: int) -> int:
    unit: int = 10 ** max(0, len(str(count)) - 2)
    return round(count / unit) * unit
