"""Proposals ring when their time is over, and when their match has moved on; any worker may look at them."""

import logging
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Match, Proposal
from app.services.play.live import changing
from app.services.proposals.propose import by_key
from app.services.proposals.settle import settle

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=15)  # until one that could not be settled is tried again


def ring_due_proposals(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """Looks at all that are due, each in a transaction of its own. Returns how many were decided."""
    at = at or now()
    with house.reading() as session:
        due = due_proposals(session, at, limit)
    return sum(_try_to_ring(house, code, key, at) for code, key in due)


def due_proposals(session: Session, at: datetime, limit: int) -> list[tuple[str, str]]:
    rows = select(Match.code, Proposal.key).where(Proposal.match_id == Match.id)
    rows = rows.where(col(Proposal.rings_at) <= at).order_by(col(Proposal.rings_at), col(Proposal.id))
    return list(session.exec(rows.limit(limit)))


def _try_to_ring(house: House, code: str, key: str, at: datetime) -> bool:
    try:
        return house.write(partial(ring_proposal, house=house, code=code, key=key, at=at))
    except Exception:
        log.exception("a proposal in match %s could not be settled", code)
        house.write(partial(put_off, key=key, until=at + AGAIN))
        return False


def put_off(session: Session, key: str, until: datetime) -> None:
    later = update(Proposal).where(col(Proposal.key) == key, col(Proposal.rings_at) < until)
    session.connection().execute(later.values(rings_at=until))


def ring_proposal(session: Session, house: House, code: str, key: str, at: datetime) -> bool:
    """Whether it was decided by this; not if somebody else has decided it meanwhile."""
    with changing(session, house, code) as live:
        proposal = by_key(session, live.match, key)
        if proposal.closed_at:
            return False
        if settle(live, proposal, at):
            return True
        proposal.rings_at = proposal.ends_at
        session.add(proposal)
        return False
