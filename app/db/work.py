"""Whether a transaction leaves work for the worker: something that is due now, and not only written down."""

from sqlmodel import Session

MARK = "work for the worker"


def mark_work(session: Session) -> None:
    """Said by the few functions that put down a letter, a mail or a book, or let a clock ring at once."""
    session.info[MARK] = True


def has_work(session: Session) -> bool:
    return MARK in session.info
