"""Proposals ring when their time is over, and when their match has moved on; any worker may look at them."""

from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.house import House
from app.models import Match, Proposal
from app.services.play.live import changing
from app.services.play.ringing import AGAIN, Bell, Due, ring_due
from app.services.proposals.settle import settle


def ring_due_proposals(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """Looks at all that are due. Returns how many were decided."""
    return ring_due(house, PROPOSALS, limit, at)


def due_proposals(at: datetime) -> Any:
    rows = select(Proposal.id, Match.code).join(Match, col(Match.id) == Proposal.match_id)
    rows = rows.where(col(Match.aside_at).is_(None))
    return rows.where(col(Proposal.rings_at) <= at).order_by(col(Proposal.rings_at), col(Proposal.id))


def ring_proposal(session: Session, house: House, due: Due, at: datetime) -> bool:
    """Whether it was decided by this; not if somebody else has decided it meanwhile."""
    with changing(session, house, due.code) as live:
        proposal = session.get(Proposal, due.id, populate_existing=True)
        if not proposal or proposal.closed_at or live.match.aside_at:
            return False
        if settle(live, proposal, at):
            return True
        proposal.rings_at = proposal.ends_at
        session.add(proposal)
        return False


def put_off(session: Session, id_: int, at: datetime, why: BaseException) -> None:
    later = update(Proposal).where(col(Proposal.id) == id_, col(Proposal.rings_at) < at + AGAIN)
    session.connection().execute(later.values(rings_at=at + AGAIN))


PROPOSALS = Bell("proposals", col(Proposal.id), due_proposals, ring_proposal, put_off)
