"""Matches in which nobody acts any more: all are asked whether to go on, then the match rests.

A match at rest is paused, and every player can end that pause. It is kept for as long as the service is.
"""

import logging
from datetime import datetime
from functools import partial

from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Match
from app.problems import NotAllowed
from app.services import deadlines
from app.services.outbox.facts import ResumedFacts
from app.services.play.deputies import end_deputy
from app.services.play.idleness import ANSWER_WITHIN, acted
from app.services.play.letters import put_letter
from app.services.play.live import LiveMatch, changing
from app.services.play.next_decision import unanswered
from app.services.play.steps import record_time
from app.status import GOING_ON, goes_on

log = logging.getLogger(__name__)


def look_for_idle(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """Asks about idle matches, and lets those rest about which nobody has answered. Returns how many."""
    at = at or now()
    due = select(Match.code).where(col(Match.idle_at) <= at, col(Match.status).in_(GOING_ON))
    with house.reading() as session:
        codes = session.exec(due.order_by(col(Match.idle_at)).limit(limit)).all()
    return sum(try_one(house, code, at) for code in codes)


def try_one(house: House, code: str, at: datetime) -> bool:
    try:
        house.write(partial(ask_or_rest, house=house, code=code, at=at))
    except Exception:
        log.exception("match %s could not be asked about, nor put to rest", code)
        return False
    return True


def ask_or_rest(session: Session, house: House, code: str, at: datetime) -> None:
    with changing(session, house, code) as live:
        match = live.match
        if not goes_on(match) or not match.idle_at or match.idle_at > at:
            return
        if match.asked_on_at:
            rest(live, at)
        else:
            match.asked_on_at, match.idle_at = at, at + ANSWER_WITHIN
            for seat in live.seats.values():
                put_letter(live, seat, "go_on", record_time(at))


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
        put_letter(live, seat, "resumed", mark, ResumedFacts(seat.number or 0, rested=True))
