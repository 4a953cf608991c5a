"""A letter with the result waits a little for the book that it brings along."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select, update

from app.i18n.render import Reader
from app.models import Book, Letter, Player

LETTERS_WAIT = timedelta(minutes=2)
LOOK_AGAIN = timedelta(seconds=15)


def waits_until(session: Session, letter: Letter, at: datetime) -> datetime | None:
    """While a book is on its way, and it is still early; None: it waits for nothing."""
    if letter.kind != "result" or not letter.match_id or at >= letter.created_at + LETTERS_WAIT:
        return None
    reader = session.get_one(Player, letter.player_id)
    on_its_way = select(Book.id).where(
        Book.match_id == letter.match_id,
        Book.language == Reader(reader.language).spoken,
        col(Book.due_at).is_not(None),
        Book.error == "",
    )
    return at + LOOK_AGAIN if session.exec(on_its_way).first() else None


def go_now(session: Session, match_id: int, at: datetime) -> None:
    """The book is there: letters that waited for it are due. One that was tried before keeps its pause."""
    of_match = (col(Letter.match_id) == match_id) & (col(Letter.kind) == "result") & (col(Letter.tries) == 0)
    soon = of_match & (col(Letter.due_at) > at) & (col(Letter.due_at) <= at + LOOK_AGAIN)
    session.connection().execute(update(Letter).where(soon).values(due_at=at))
