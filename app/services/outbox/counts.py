"""How the letters that wait are doing, for monitoring."""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlmodel import Session, col, func, select

from app.clock import now
from app.models import Letter
from app.services import outbox
from app.services.outbox import relay

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
    lost = select(Letter.dropped, func.count()).where(col(Letter.dropped).in_(outbox.LOST))
    lately = lost.where(col(Letter.created_at) > at - LATELY).group_by(col(Letter.dropped))
    by_end = dict(session.exec(lately).all())
    server = relay.state(session)
    return LetterCounts(
        waiting,
        oldest,
        by_end.get(outbox.GIVEN_UP, 0),
        by_end.get(outbox.SET_ASIDE, 0),
        server.away_since if server else None,
        server.why if server else "",
    )
