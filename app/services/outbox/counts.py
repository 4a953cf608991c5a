"""How the letters are doing, for monitoring. All of it is quick, however many letters there are."""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, case
from sqlmodel import Session, col, func, select

from app.clock import now
from app.db.sampling import looked_at, span_since
from app.models import Letter
from app.services import outbox
from app.services.outbox import bounces, relay

LATELY = timedelta(days=7)


class LetterCounts(NamedTuple):
    waiting: int  # that should have left by now
    oldest: datetime | None  # since when the oldest of them has been wanted
    given_up: int  # in the last days, by mail servers
    set_aside: int  # in the last days, because of us: the log says why
    server_away_since: datetime | None
    server_says: str


def letter_counts(session: Session, at: datetime | None = None) -> LetterCounts:
    at = at or now()
    due = select(func.count(), func.min(Letter.wanted_at)).where(col(Letter.due_at).is_not(None))
    waiting, oldest = session.exec(due.where(col(Letter.wanted_at) <= at)).one()
    server = relay.state(session)
    return LetterCounts(
        waiting,
        oldest,
        _lost_lately(session, at, col(Letter.dropped) == outbox.GIVEN_UP),
        _lost_lately(session, at, col(Letter.dropped) == outbox.SET_ASIDE),
        server.away_since if server else None,
        server.why if server else "",
    )


def _lost_lately(session: Session, at: datetime, how: ColumnElement[bool]) -> int:
    """Each way has an index of its own, so `how` is asked for by itself."""
    lost = select(func.count()).select_from(Letter).where(how, col(Letter.wanted_at) > at - LATELY)
    return session.exec(lost).one()


# --- What became of the letters of a day ---

MEASURED = 2_000  # letters of which is looked at how long they waited
DAY = timedelta(days=1)
RESTS = "rests"

FATE = case(
    (
        (col(Letter.dropped) == outbox.GIVEN_UP) & col(Letter.error).startswith(bounces.CAME_BACK),
        "came back",
    ),
    (col(Letter.dropped).in_((*outbox.LOST, bounces.RESTING)), col(Letter.dropped)),
    (col(Letter.sent_at).is_not(None), "sent"),
    (col(Letter.due_at).is_not(None), "waiting"),
    else_="not needed",
)


def fates_of_the_day(session: Session, at: datetime) -> dict[tuple[str, ...], int]:
    """By kind and fate, of the letters that were written within a day; of many, some stand for the others."""
    looked, step = looked_at(Letter, span_since(session, Letter, "created_at", at - DAY))
    rows = select(col(Letter.kind), FATE.label("fate")).where(looked, col(Letter.created_at) > at - DAY)
    of_day = rows.subquery()
    found = select(of_day.c.kind, of_day.c.fate, func.count()).group_by(of_day.c.kind, of_day.c.fate)
    return {
        (kind, RESTS if fate == bounces.RESTING else fate): step * count
        for kind, fate, count in session.exec(found)
    }


def waits_of_the_day(session: Session, at: datetime) -> list[float]:
    """For how many seconds each of the newest letters waited that have left within a day."""
    newest = select(func.max(Letter.id)).scalar_subquery() - MEASURED
    rows = select(Letter.wanted_at, Letter.sent_at).where(col(Letter.id) > newest)
    sent = session.exec(rows.where(col(Letter.sent_at) > at - DAY)).all()
    return [max(0.0, (left - wanted).total_seconds()) for wanted, left in sent if left]
