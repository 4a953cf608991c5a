"""Matches in which nobody acts any more: all are asked whether to go on, then the match rests.

A match at rest is paused, and every player can end that pause. It is kept for as long as the service is.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Match
from app.problems import NotAllowed
from app.services import deadlines
from app.services.matches.find import check_not_aside
from app.services.outbox.facts import ResumedFacts
from app.services.play.deputies import end_deputy
from app.services.play.idleness import ANSWER_WITHIN, acted
from app.services.play.letters import put_also_to_owner, put_letter
from app.services.play.live import LiveMatch, changing
from app.services.play.next_decision import unanswered
from app.services.play.ringing import AGAIN, Bell, Due, ring_due
from app.services.play.steps import record_time
from app.status import GOING_ON, goes_on


def look_for_idle(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """Asks about idle matches, and lets those rest about which nobody has answered. Returns how many."""
    return ring_due(house, IDLE, limit, at)


def due_matches(at: datetime) -> Any:
    rows = select(Match.id, Match.code).where(col(Match.idle_at) <= at, col(Match.status).in_(GOING_ON))
    return rows.where(col(Match.aside_at).is_(None)).order_by(col(Match.idle_at), col(Match.id))


def ask_or_rest(session: Session, house: House, due: Due, at: datetime) -> bool:
    with changing(session, house, due.code) as live:
        match = live.match
        if not goes_on(match) or match.aside_at or not match.idle_at or match.idle_at > at:
            return False
        if match.asked_on_at:
            rest(live, at)
        else:
            match.asked_on_at, match.idle_at = at, at + ANSWER_WITHIN
            for seat in live.seats.values():
                put_letter(live, seat, "go_on", record_time(at))
    return True


def put_off(session: Session, id_: int, at: datetime, why: BaseException) -> None:
    later = update(Match).where(col(Match.id) == id_, col(Match.idle_at) < at + AGAIN)
    session.connection().execute(later.values(idle_at=at + AGAIN))


IDLE = Bell("idle matches", col(Match.id), due_matches, ask_or_rest, put_off)


def rest(live: LiveMatch, at: datetime) -> None:
    match = live.match
    match.status, match.rests_at, match.idle_at = "paused", at, None
    match.paused_at = match.paused_at or at
    for ask in live.asks.values():
        ask.rings_at = None


def want_on(session: Session, house: House, code: str, seat: int) -> None:
    """One player wants to go on: that is enough."""
    with changing(session, house, code) as live:
        if seat not in live.seats or not live.seats[seat].player_id:
            raise NotAllowed("You have no seat in this match.")
        check_not_aside(session, live.match)
        if live.seats[seat].deputy:
            end_deputy(live, seat)
        if live.match.rests_at:
            begin_again(live)
        elif goes_on(live.match):
            acted(live.match)


def begin_again(live: LiveMatch) -> None:
    """All who have still to answer have their whole time again."""
    match, at = live.match, now()
    mark = record_time(match.rests_at or at)
    match.status, match.paused_at, match.rests_at = "running", None, None
    acted(match)
    for number in unanswered(live):
        ask = live.asks[number]
        ask.opened_at = at
        deadlines.start_clock(ask, match, live.seats[number], live.own_time_of(number))
    for seat in live.seats.values():
        put_also_to_owner(live, seat, "resumed", mark, ResumedFacts(seat.number or 0, rested=True))
