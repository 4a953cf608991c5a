"""Receipts as pages and letters show them to their seat."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from app.models import Match, Receipt

LAST_RECEIPTS = 10


@dataclass(frozen=True)
class ShownReceipt:
    number: int
    orders: str
    refused: str
    head8: str
    at: datetime
    turn: int


def receipts_of(session: Session, match: Match, number: int | None) -> list[ShownReceipt]:
    """The newest first."""
    rows = select(Receipt).where(Receipt.match_id == match.id, Receipt.seat == (number or 0))
    newest = session.exec(rows.order_by(col(Receipt.number).desc()).limit(LAST_RECEIPTS))
    return [shown_receipt(row) for row in newest]


def shown_receipt(receipt: Receipt) -> ShownReceipt:
    return ShownReceipt(
        number=receipt.number,
        orders=receipt.orders,
        refused=receipt.refused,
        head8=receipt.head[:8],
        at=receipt.at,
        turn=receipt.turn,
    )
