"""Clocks: each ask has a column with the time when its clock rings. Any worker may do what is due, once."""

import logging
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import update
from sqlmodel import Session, col, func, select

from app.clock import now
from app.house import House
from app.models import Ask, Match
from app.services import outbox
from app.services.deadlines import (
    WEEK,
    bank_ends,
    days_late,
    half_time,
    last_fifth_begins,
    next_late_letter,
    next_ring,
)
from app.services.matches.find import player_of
from app.services.outbox.facts import ReminderFacts
from app.services.play.deputies import answer_for
from app.services.play.letters import put_letter
from app.services.play.live import LiveMatch, changing
from app.services.play.steps import BOT, CLOCK, DEPUTY

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=15)  # until a clock that failed to ring is tried again


def ring_due_clocks(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """Rings all clocks that are due, each in a transaction of its own. Returns how many rang."""
    at = at or now()
    with house.reading() as session:
        ask_ids = due_asks(session, at, limit)
    return sum(_try_to_ring(house, ask_id, at) for ask_id in ask_ids)


def _try_to_ring(house: House, ask_id: int, at: datetime) -> bool:
    """Whether the clock rang. If a match fails, the log says so and it is tried again later: others go on."""
    try:
        house.write(partial(ring_clock, house=house, ask_id=ask_id, at=at))
    except Exception:
        log.exception("ask %s could not be rung", ask_id)
        house.write(partial(put_off, ask_id=ask_id, until=at + AGAIN))
        return False
    return True


def put_off(session: Session, ask_id: int, until: datetime) -> None:
    earlier = update(Ask).where(col(Ask.id) == ask_id, col(Ask.rings_at) < until)
    session.connection().execute(earlier.values(rings_at=until))


def due_asks(session: Session, at: datetime, limit: int) -> list[int]:
    """The asks whose clocks should ring, the one that has waited longest first."""
    rows = select(Ask.id).where(col(Ask.rings_at) <= at).order_by(col(Ask.rings_at)).limit(limit)
    return list(session.exec(rows))


def ring_clock(session: Session, house: House, ask_id: int, at: datetime) -> None:
    """Does what is due at this ask; nothing if another worker has done it meanwhile."""
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
    elif match.policy != "wait" and bank_ends(ask, seat) <= at:
        time_out(live, ask)
    else:
        remind(live, ask, at)
        ask.rings_at = next_ring(ask, match, seat)


def time_out(live: LiveMatch, ask: Ask) -> None:
    """The time is over: an automatic answer, or a bot plays from now on, by the terms of the match."""
    if live.match.policy == "automatic":
        return answer_for(live, ask.seat, CLOCK)
    live.seats[ask.seat].deputy = True
    put_reminder(live, ask, "away")
    return answer_for(live, ask.seat, DEPUTY)


def remind(live: LiveMatch, ask: Ask, at: datetime) -> None:
    """Reminds at half of the time and at its last fifth, once for each deadline; if late, only the second.

    Where the match waits, reminders go on after the deadline.
    """
    if at >= next_late_letter(ask):
        ask.half_for = ask.fifth_for = ask.due_at
        ask.late_told = days_late(ask, at)
        put_reminder(live, ask, "late")
        put_waiting_letters(live, ask)
    elif at >= last_fifth_begins(ask) and ask.fifth_for != ask.due_at:
        ask.half_for = ask.fifth_for = ask.due_at
        put_reminder(live, ask, "fifth")
    elif at >= half_time(ask) and ask.half_for != ask.due_at:
        ask.half_for = ask.due_at
        put_reminder(live, ask, "half")


def put_reminder(live: LiveMatch, ask: Ask, which: str) -> None:
    person = player_of(live.session, live.seats[ask.seat])
    if person:
        days = f" {ask.late_told}" if which == "late" else ""
        key = f"reminder {ask.id} {which} {ask.due_at}{days}"
        facts = ReminderFacts(ask.seat, ask.turn, which)
        outbox.put(live.session, "reminder", key, facts, player=person, match=live.match)


def put_waiting_letters(live: LiveMatch, late: Ask) -> None:
    """To the others, each week that the match has waited: once, however many it waits for."""
    weeks = late.late_told // WEEK
    for number, seat in live.seats.items() if weeks else ():
        ask = live.asks.get(number)
        if not ask or ask.answered_at:
            put_letter(live, seat, "waiting", f"{late.turn} {weeks}")


def oldest_overdue_since(session: Session) -> datetime | None:
    """When the clock that has waited longest should have rung; None if no clock is late."""
    due = select(func.min(Ask.rings_at)).where(Ask.match_id == Match.id, Match.status == "running")
    return session.exec(due.where(col(Ask.rings_at) <= now())).one()
