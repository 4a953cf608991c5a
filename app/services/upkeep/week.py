"""What has been done in a week, for the letter to the operators."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from app.db.sampling import count_in, span_since
from app.models import Letter, Step
from app.services.outbox import counts
from engine.speech import later

WEEK = timedelta(days=7)


ORDERS = later("Orders of this week")
LEFT = later("Letters that left")
LOST = later("Letters that nobody gets")
BACKUP = later("Hours since the newest backup")
FREE = later("Megabytes that are free on the disk")


def figures(session: Session, at: datetime, facts: Mapping[str, Any]) -> list[tuple[str, int]]:
    """For the operators' page. `facts`: what /healthz has seen."""
    seen = [(BACKUP, facts.get("newest_backup_hours")), (FREE, facts.get("free_disk_mb"))]
    known = [(text, value) for text, value in seen if value is not None]
    return [*zip((ORDERS, LEFT, LOST), of(session, at), strict=True), *known]


def last_orders_at(session: Session) -> datetime | None:
    newest = select(Step.at).where(Step.kind == "orders").order_by(col(Step.id).desc())
    return session.exec(newest.limit(1)).first()


def of(session: Session, at: datetime) -> tuple[int, int, int]:
    """How many orders were played, how many letters left, and how many nobody gets. The first two to two
    digits where they are many."""
    steps = span_since(session, Step, "at", at - WEEK)
    letters = span_since(session, Letter, "created_at", at - WEEK)
    played = count_in(session, Step, steps, col(Step.kind) == "orders")
    left = count_in(session, Letter, letters, col(Letter.sent_at).is_not(None))
    lost = counts.letter_counts(session, at)
    return played, left, lost.given_up + lost.set_aside
