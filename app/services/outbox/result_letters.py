"""A letter with a match's result waits a little for the book, to bring it along."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select, update

from app.i18n.render import Reader
from app.models import Book, Letter, Player

LETTERS_WAIT = timedelta(minutes=2)
LOOK_AGAIN = timedelta(seconds=15)


def waits_for_book_until(session: Session, letter: Letter, at: datetime) -> datetime | None:
    """When to look again, if the letter should wait for a book in the making; None if it should leave."""
    if letter.kind != "result" or not letter.match_id or at >= letter.created_at + LETTERS_WAIT:
        return None
    reader = session.get_one(Player, letter.player_id)
    unfinished = select(Book.id).where(
        Book.match_id == letter.match_id,
        Book.language == Reader(reader.language).spoken,
        col(Book.due_at).is_not(None),
        Book.error == "",
    )
    return at + LOOK_AGAIN if session.exec(unfinished).first() else None


def release_letters(session: Session, match_id: int, at: datetime) -> None:
    """The book is there: letters that waited for it are due. One that was tried before keeps its pause."""
    of_match = (col(Letter.match_id) == match_id) & (col(Letter.kind) == "result") & (col(Letter.tries) == 0)
    waiting = of_match & (col(Letter.due_at) > at) & (col(Letter.due_at) <= at + LOOK_AGAIN)
    session.connection().execute(update(Letter).where(waiting).values(due_at=at))
