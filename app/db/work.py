"""Notes whether a transaction leaves work for the worker: something that is due at once."""

from sqlmodel import Session

MARK = "work for the worker"


def mark_work(session: Session) -> None:
    """Called by the few functions that store a letter, a mail or a book, or make a clock ring at once."""
    session.info[MARK] = True


def has_work(session: Session) -> bool:
    return MARK in session.info
