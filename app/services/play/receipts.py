"""Receipts: proof of what a seat has ordered. Each seat's receipts have their own numbers."""

from typing import NamedTuple

from sqlmodel import Session, col, select

from app.clock import now
from app.db.words import By
from app.models import Match, Receipt
from app.services.play.idleness import acted
from app.services.play.live import LiveMatch


class Submission(NamedTuple):
    """A seat's orders for the decision that it saw: the one of `turn`, when the record had `base` lines."""

    seat: int
    turn: int
    base: int
    text: str
    by: By = ""
    holder: str | None = None  # of the seat, as its player knew it; None: nobody else can have come between


def receipt_for(session: Session, match: Match, seat: int, turn: int, base: int) -> Receipt | None:
    receipts = select(Receipt).where(
        Receipt.match_id == match.id, Receipt.seat == seat, Receipt.turn == turn, Receipt.base == base
    )
    return session.exec(receipts.order_by(col(Receipt.number).desc())).first()


def give_receipt(live: LiveMatch, submission: Submission, orders: str, refused: str = "") -> Receipt:
    """A receipt for orders that were just played, or that are sealed until all answers are in."""
    match, seat = live.match, submission.seat
    live.receipts[seat] += 1
    acted(match)
    return live.rows.new(
        Receipt,
        match_id=match.id,
        seat=seat,
        number=live.receipts[seat],
        turn=submission.turn,
        base=submission.base,
        typed=submission.text,
        orders=orders,
        refused=refused,
        head=match.head,
        at=now(),
    )
