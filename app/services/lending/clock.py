"""Loans begin, end and lapse by the clock; any worker may look at them."""

from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.house import House
from app.models import Loan, Match
from app.services.lending import check
from app.services.lending.offer import close_untaken
from app.services.play import lent_seats
from app.services.play.live import LiveMatch, changing
from app.services.play.ringing import AGAIN, Bell, Due, ring_due


def ring_due_loans(house: House, limit: int = 100, at: datetime | None = None) -> int:
    """Looks at all that are due. Returns how many have changed."""
    return ring_due(house, LOANS, limit, at)


def due_loans(at: datetime) -> Any:
    rows = select(Loan.id, Match.code).join(Match, col(Match.id) == Loan.match_id)
    return rows.where(col(Loan.rings_at) <= at).order_by(col(Loan.rings_at), col(Loan.id))


def ring_loan(session: Session, house: House, due: Due, at: datetime) -> bool:
    """Whether it has changed by this; not if somebody else has done it meanwhile."""
    with changing(session, house, due.code) as live:
        loan = session.get(Loan, due.id, populate_existing=True)
        if not loan or loan.closed_at or not loan.rings_at or loan.rings_at > at:
            return False
        do_what_is_due(live, loan, at)
    return True


def put_off(session: Session, id_: int, at: datetime, why: BaseException) -> None:
    later = update(Loan).where(col(Loan.id) == id_, col(Loan.rings_at) < at + AGAIN)
    session.connection().execute(later.values(rings_at=at + AGAIN))


LOANS = Bell("loans", col(Loan.id), due_loans, ring_loan, put_off)


def do_what_is_due(live: LiveMatch, loan: Loan, at: datetime) -> None:
    is_over = loan.ends_at is not None and loan.ends_at <= at
    if loan.began_at:
        lent_seats.give_back(live, loan, "over")
    elif loan.accepted_at and not is_over and check.may_begin(live, loan):
        lent_seats.begin(live, loan)
    else:
        close_untaken(live, loan, "lapsed")
