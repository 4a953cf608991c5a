"""What has been done in a week, for the letter to the operators."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from app import ages
from app.db.sampling import count_in, span_since
from app.models import Letter, Step
from app.services.outbox import counts
from app.services.upkeep.health import Look
from engine.speech import Speech, later

WEEK = timedelta(days=7)


ORDERS = later("Orders of this week")
LEFT = later("Letters that left")
LOST = later("Letters that nobody gets")
BACKUP = later("Age of the newest backup")
FREE = later("Megabytes that are free on the disk")


def figures(session: Session, at: datetime, look: Look, speech: Speech) -> list[tuple[str, int | str]]:
    """For the operators' page. `look`: what /healthz has seen."""
    seen = [(BACKUP, age_of_backup(look, speech)), (FREE, look.facts.get("free_disk_mb"))]
    known = [(text, value) for text, value in seen if value not in (None, "")]
    return [*zip((ORDERS, LEFT, LOST), of(session, at), strict=True), *known]


def age_of_backup(look: Look, speech: Speech) -> str:
    """Empty where there is none."""
    return "" if look.backup_age is None else ages.in_words(look.backup_age, speech)


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
