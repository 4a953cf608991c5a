"""Whether clocks are rung: for who watches over the service."""

from datetime import datetime

from sqlmodel import Session, col, func, select

from app.models import Ask, Match, now


def oldest_overdue(session: Session) -> datetime | None:
    """Since when the longest waiting clock should have rung."""
    due = select(func.min(Ask.rings_at)).where(Ask.match_id == Match.id, Match.status == "running")
    return session.exec(due.where(col(Ask.rings_at) <= now())).one()
