"""Clocks: each ask has a column with the time when its clock rings. Any worker may do what is due, once."""

import logging
from datetime import datetime, timedelta
from typing import Any

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
from app.services.people import own_time
from app.services.play import grace
from app.services.play.deputies import answer_for, ask_again
from app.services.play.letters import put_letter
from app.services.play.live import LiveMatch, changing
from app.services.play.ringing import AGAIN, Bell, Due, ring_due
from app.services.play.stated_absences import begin_deputy, is_back
from app.services.play.steps import BOT, CLOCK, DEPUTY

log = logging.getLogger(__name__)

# Until a clock that failed to ring is tried again. Then it is put off for longer, and the
# operator has to look at it.
PAUSES = (timedelta(seconds=15), timedelta(minutes=1))
LONGEST_TROUBLE = 300


def ring_due_clocks(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """Rings all clocks that are due. Returns how many rang."""
    return ring_due(house, CLOCKS, limit, at)


def due_asks(at: datetime) -> Any:
    rows = select(Ask.id, Match.code).join(Match).where(Ask.turn == Match.turn, Match.status == "running")
    rows = rows.where(col(Match.aside_at).is_(None))
    return rows.where(col(Ask.rings_at) <= at).order_by(col(Ask.rings_at), col(Ask.id))


def note_failure(session: Session, id_: int, at: datetime, why: BaseException) -> None:
    """A few times it is tried again soon. A match that still cannot go on is put off; the reason is kept."""
    ask = session.get_one(Ask, id_, with_for_update=True)
    pause = PAUSES[ask.failures] if ask.failures < len(PAUSES) else AGAIN
    ask.failures, ask.trouble = ask.failures + 1, f"{type(why).__name__}: {why}"[:LONGEST_TROUBLE]
    ask.rings_at = ask.rings_at and max(ask.rings_at, at + pause)
    if pause == AGAIN:
        log.error("ask %s has failed %s times and is put off: %s", id_, ask.failures, ask.trouble)


def ring_clock(session: Session, house: House, due: Due, at: datetime) -> bool:
    """Does what is due at this ask; nothing if another worker has done it meanwhile."""
    with changing(session, house, due.code) as live:
        ask = next((ask for ask in live.asks.values() if ask.id == due.id), None)
        if not ask or not ask.rings_at or ask.rings_at > at or not is_played(live.match):
            return False
        ask.failures, ask.trouble = 0, ""
        do_what_is_due(live, ask, at)
    return True


CLOCKS = Bell("clocks", col(Ask.id), due_asks, ring_clock, note_failure)


def is_played(match: Match) -> bool:
    return match.status == "running" and not match.aside_at


def do_what_is_due(live: LiveMatch, ask: Ask, at: datetime) -> None:
    match = live.match
    seat = live.seats[ask.seat]
    if ask.held:
        grace.apply_held(live, ask)
    elif is_back(live, ask.seat, at):
        ask_again(live, ask.seat)
    elif seat.bot or seat.deputy:
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
    begin_deputy(live, ask.seat)
    put_reminder(live, ask, "away")
    return answer_for(live, ask.seat, DEPUTY)


def remind(live: LiveMatch, ask: Ask, at: datetime) -> None:
    """Reminds at half of the time and at its last fifth, once for each deadline; if late, only the second.

    Where the match waits, reminders go on after the deadline, but not to a player who has said to be away.
    """
    if at >= next_late_letter(ask):
        ask.half_for = ask.fifth_for = ask.due_at
        ask.late_told = days_late(ask, at)
        if not is_away(live, ask, at):
            put_reminder(live, ask, "late")
        put_waiting_letters(live, ask)
    elif at >= last_fifth_begins(ask) and ask.fifth_for != ask.due_at:
        ask.half_for = ask.fifth_for = ask.due_at
        put_reminder(live, ask, "fifth")
    elif at >= half_time(ask) and ask.half_for != ask.due_at:
        ask.half_for = ask.due_at
        put_reminder(live, ask, "half")


def is_away(live: LiveMatch, ask: Ask, at: datetime) -> bool:
    person = player_of(live.session, live.seats[ask.seat])
    return bool(person and own_time.is_away(person, own_time.today_of(person, at)))


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


def try_now(session: Session, ask_id: int, at: datetime) -> bool:
    """Of a match that was put off; False where it goes on already."""
    ask = session.get(Ask, ask_id, with_for_update=True)
    if not ask or not ask.failures or ask.closed_at or not ask.rings_at:
        return False
    ask.failures, ask.trouble, ask.rings_at = 0, "", at
    return True


def oldest_overdue_since(session: Session) -> datetime | None:
    """When the clock that has waited longest should have rung; None if no clock is late."""
    due = select(func.min(Ask.rings_at)).where(Ask.match_id == Match.id, Match.status == "running")
    return session.exec(due.where(col(Ask.rings_at) <= now())).one()


def count_put_off(session: Session) -> int:
    """Open asks whose match cannot go on, by itself; `Ask.trouble` says why."""
    failing = select(func.count()).where(Ask.failures > len(PAUSES), col(Ask.closed_at).is_(None))
    return session.exec(failing.where(col(Ask.rings_at).is_not(None))).one()
