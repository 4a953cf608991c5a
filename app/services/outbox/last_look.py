"""The last look before a letter leaves: is the answer that it asks for still missing?

What can be promised: an answer that has been committed, or is just being committed, when the mail server says
that it is ready for the letter keeps the letter back. For an answer that comes while the letter's bytes are
under way it is too late: no order waits for a mail server.
"""

from sqlalchemy import bindparam, text
from sqlmodel import Session, col, select

from app.db.rows import look_up_columns
from app.models import Ask, Letter, Match
from app.services.outbox.facts import Subject, subject_of

ANSWERED = "answered already"
UNANSWERED = select(Ask.id).where(
    Ask.match_id == bindparam("match_id"),
    Ask.seat == bindparam("seat"),
    Ask.turn == bindparam("turn"),
    col(Ask.closed_at).is_(None),
    col(Ask.answered_at).is_(None),
    col(Ask.held).is_(None),
)
NOT_BEING_PLAYED = select(Match.id).where(Match.id == bindparam("match_id")).with_for_update(read=True)
LONGEST_WAIT = text("SET LOCAL lock_timeout = '3s'")  # for orders that are being taken


def is_still_needed(session: Session, letter: Letter) -> bool:
    """Waits for orders to this match that are just being taken. Call it in a transaction that writes."""
    subject = subject_of(letter)
    if not _asks_for_orders(letter, subject):
        return True
    _wait_for_orders(session, letter.match_id)
    about = {"match_id": letter.match_id, "seat": subject.seat, "turn": subject.turn}
    return bool(look_up_columns(session, UNANSWERED, **about))


def _asks_for_orders(letter: Letter, subject: Subject) -> bool:
    return letter.kind in ("your_turn", "reminder") and subject.turn is not None and subject.which != "away"


def _wait_for_orders(session: Session, match_id: int | None) -> None:
    if session.get_bind().dialect.name == "postgresql":
        session.execute(LONGEST_WAIT)
    look_up_columns(session, NOT_BEING_PLAYED, match_id=match_id)
