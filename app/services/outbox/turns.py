"""The order in which letters leave: urgent ones first, and of each cause in turns, so that a flood of letters
delays only its own."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, case, func
from sqlmodel import Session, col, select

from app.models import Letter
from app.services.outbox.kinds import FIRST, URGENT

LAST_REMINDER = "fifth"
BEHIND = len(URGENT) + 1


def urgency() -> ColumnElement[int]:
    """The lower, the sooner: of the letters that come first in their turn."""
    ranks = {kind: rank for rank, kinds in enumerate(URGENT) for kind in kinds}
    is_last = (col(Letter.kind) == "reminder") & (Letter.facts["which"].as_string() == LAST_REMINDER)
    return case(
        (is_last, ranks["your_turn"]),
        (col(Letter.kind).in_(ranks), case(ranks, value=col(Letter.kind))),
        else_=BEHIND,
    )


def due_in_turns(session: Session, at: datetime, limit: int, served: Mapping[str, int]) -> Sequence[int]:
    """The numbers of letters that are due. `served`: how many of each cause have just had their turn."""
    rank = case((col(Letter.kind).in_(FIRST), 0), else_=1)
    oldest = (col(Letter.wanted_at), col(Letter.id))
    place = func.row_number().over(partition_by=(col(Letter.cause), rank), order_by=oldest)
    turn = place + case(dict(served), value=col(Letter.cause), else_=0) if served else place
    due = select(Letter.id).where(col(Letter.due_at) <= at)
    return session.exec(due.order_by(rank, turn, urgency(), *oldest).limit(limit)).all()
