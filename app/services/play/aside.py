"""Matches that this program would play otherwise than they were played: they are set aside, untouched.

Nothing of play changes: record, state, answers, plans and drafts stay. For the programs that do not know of
it, a match that is set aside is paused. When a program agrees with it again, it goes on.
"""

from datetime import datetime

from sqlmodel import col, select

from app.clock import now
from app.edition import mark
from app.models import Proposal
from app.services import deadlines
from app.services.outbox.facts import AsideFacts, ResumedFacts
from app.services.play.idleness import acted
from app.services.play.letters import put_also_to_owner, put_letter
from app.services.play.live import LiveMatch
from app.services.play.steps import record_time


def set_aside(live: LiveMatch, why: str) -> None:
    match, at = live.match, now()
    match.checked, match.aside_why = mark(match.steps), why
    is_new = match.aside_at is None
    if is_new:
        match.aside_at, match.aside_from = at, match.status
    if match.status == "running":  # perhaps again: an older program knows of pauses only
        match.status, match.paused_at = "paused", match.aside_at
    for ask in live.asks.values():
        ask.rings_at = None
    for proposal in _proposals(live):
        proposal.rings_at = None
    for seat in live.seats.values() if is_new else ():
        put_letter(live, seat, "aside", record_time(at), AsideFacts(seat.number or 0))


def go_on(live: LiveMatch) -> None:
    """All who have still to answer have their whole time again. What was paused before stays so."""
    match, at = live.match, now()
    since = match.aside_at or at
    was_running = match.aside_from == "running"
    match.aside_at, match.aside_from = None, ""
    match.aside_why, match.checked = "", mark(match.steps)
    for proposal in _proposals(live):
        proposal.ends_at += at - since
        proposal.rings_at = proposal.ends_at
    if was_running:
        _run(live, since)
        return
    for seat in live.seats.values():
        put_letter(live, seat, "aside", f"{record_time(since)} over", AsideFacts(seat.number or 0, over=True))


def _run(live: LiveMatch, since: datetime) -> None:
    match, at = live.match, now()
    match.status, match.paused_at = "running", None
    acted(match)
    for number, ask in live.asks.items():
        seat, own = live.seats[number], live.own_time_of(number)
        deadlines.go_on_after_pause(ask, match, seat, own, since)
        ask.failures, ask.trouble = 0, ""
        if not ask.answered_at and not ask.held:
            ask.opened_at = at
            deadlines.start_clock(ask, match, seat, own)
    for seat in live.seats.values():
        put_also_to_owner(
            live, seat, "resumed", record_time(since), ResumedFacts(seat.number or 0, aside=True)
        )


def _proposals(live: LiveMatch) -> list[Proposal]:
    """They are decided by an answer or by their clock: both rest."""
    mine = select(Proposal).where(Proposal.match_id == live.match.id, col(Proposal.closed_at).is_(None))
    return list(live.session.exec(mine.with_for_update()))
