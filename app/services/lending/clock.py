"""Loans begin, end and lapse by the clock; any worker may look at them."""

import logging
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Loan, Match
from app.services.lending import check
from app.services.lending.offer import close_untaken
from app.services.matches import loans
from app.services.play import lent_seats
from app.services.play.live import LiveMatch, changing

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=15)  # until one that went wrong is tried again


def ring_due_loans(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """Looks at all that are due, each in a transaction of its own. Returns how many have changed."""
    at = at or now()
    due = select(Match.code, Loan.key).where(Loan.match_id == Match.id, col(Loan.rings_at) <= at)
    with house.reading() as session:
        found = session.exec(due.order_by(col(Loan.rings_at), col(Loan.id)).limit(limit)).all()
    return sum(_try_to_ring(house, code, key, at) for code, key in found)


def _try_to_ring(house: House, code: str, key: str, at: datetime) -> bool:
    try:
        return house.write(partial(ring_loan, house=house, code=code, key=key, at=at))
    except Exception:
        log.exception("a loan in match %s could not be looked at", code)
        house.write(partial(put_off, key=key, until=at + AGAIN))
        return False


def put_off(session: Session, key: str, until: datetime) -> None:
    later = update(Loan).where(col(Loan.key) == key, col(Loan.rings_at) < until)
    session.connection().execute(later.values(rings_at=until))


def ring_loan(session: Session, house: House, code: str, key: str, at: datetime) -> bool:
    """Whether it has changed by this; not if somebody else has done it meanwhile."""
    with changing(session, house, code) as live:
        loan = loans.by_key(session, key)
        if not loan or loan.closed_at or not loan.rings_at or loan.rings_at > at:
            return False
        do_what_is_due(live, loan, at)
    return True


def do_what_is_due(live: LiveMatch, loan: Loan, at: datetime) -> None:
    is_over = loan.ends_at is not None and loan.ends_at <= at
    if loan.began_at:
        lent_seats.give_back(live, loan, "over")
    elif loan.accepted_at and not is_over and check.may_begin(live, loan):
        lent_seats.begin(live, loan)
    else:
        close_untaken(live, loan, "lapsed")
