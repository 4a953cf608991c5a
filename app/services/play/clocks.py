"""Clocks: when each rings is a column. Whichever worker looks does what is due, and does it once."""

import logging
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import update
from sqlmodel import Session, col, func, select

from app.house import House
from app.models import Ask, Match, now
from app.services import outbox
from app.services.deadlines import fifth, half, next_ring, runs_out
from app.services.outbox.facts import ReminderFacts
from app.services.play.deputies import answer_for
from app.services.play.letters import person_of
from app.services.play.live import LiveMatch, changing
from app.services.play.steps import BOT, CLOCK, DEPUTY

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=15)


def ring_due(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """What is due at open asks, each in a transaction of its own. How many were rung."""
    at = at or now()
    with house.reading() as session:
        asks = due(session, at, limit)
    return sum(_rings(house, ask_id, at) for ask_id in asks)


def _rings(house: House, ask_id: int, at: datetime) -> bool:
    """A match that cannot go on is told in the log, and tried again later: it holds up no other."""
    try:
        house.write(partial(ring, house=house, ask_id=ask_id, at=at))
    except Exception:
        log.exception("ask %s could not be rung", ask_id)
        house.write(partial(put_off, ask_id=ask_id, until=at + AGAIN))
        return False
    return True


def put_off(session: Session, ask_id: int, until: datetime) -> None:
    waiting = update(Ask).where(col(Ask.id) == ask_id, col(Ask.rings_at) < until)
    session.connection().execute(waiting.values(rings_at=until))


def due(session: Session, at: datetime, limit: int) -> list[int]:
    """The asks whose time has come, the longest waiting first."""
    rows = select(Ask.id).where(col(Ask.rings_at) <= at).order_by(col(Ask.rings_at)).limit(limit)
    return [ask_id for ask_id in session.exec(rows) if ask_id]


def ring(session: Session, house: House, ask_id: int, at: datetime) -> None:
    """Whatever this ask needs; nothing if another has done it meanwhile."""
    code = session.exec(select(Match.code).join(Ask).where(Ask.id == ask_id)).first()
    if not code:
        return
    with changing(session, house, code) as live:
        ask = next((ask for ask in live.asks.values() if ask.id == ask_id), None)
        if ask and ask.rings_at and ask.rings_at <= at and live.match.status == "running":
            do_what_is_due(live, ask, at)


def do_what_is_due(live: LiveMatch, ask: Ask, at: datetime) -> None:
    match = live.match
    seat = live.seats[ask.seat]
    if seat.bot or seat.deputy:
        answer_for(live, ask.seat, BOT if seat.bot else DEPUTY)
    elif match.policy != "wait" and runs_out(ask, seat) <= at:
        time_out(live, ask)
    else:
        remind(live, ask, at)
        ask.rings_at = next_ring(ask, match, seat)


def time_out(live: LiveMatch, ask: Ask) -> None:
    """What was agreed on when the match was opened."""
    if live.match.policy == "automatic":
        return answer_for(live, ask.seat, CLOCK)
    live.seats[ask.seat].deputy = True
    put_reminder(live, ask, "away")
    return answer_for(live, ask.seat, DEPUTY)


def remind(live: LiveMatch, ask: Ask, at: datetime) -> None:
    """At half of the time and at its last fifth, once for each deadline; late, the last one only."""
    if at >= fifth(ask) and ask.fifth_for != ask.due_at:
        ask.half_for = ask.fifth_for = ask.due_at
        put_reminder(live, ask, "fifth")
    elif at >= half(ask) and ask.half_for != ask.due_at:
        ask.half_for = ask.due_at
        put_reminder(live, ask, "half")


def put_reminder(live: LiveMatch, ask: Ask, which: str) -> None:
    person = person_of(live.session, live.seats[ask.seat])
    if person:
        key = f"reminder {ask.id} {which} {ask.due_at}"
        facts = ReminderFacts(ask.seat, ask.turn, which)
        outbox.put(live.session, "reminder", key, facts, player=person, match=live.match)


def oldest_overdue(session: Session) -> datetime | None:
    """Since when the longest waiting clock should have rung."""
    due = select(func.min(Ask.rings_at)).where(Ask.match_id == Match.id, Match.status == "running")
    return session.exec(due.where(col(Ask.rings_at) <= now())).one()
