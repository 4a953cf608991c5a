"""A letter with a match's result waits a little for the book and the film, to bring them along."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select, update

from app.i18n.render import Reader
from app.models import Book, Film, Letter, Player

LETTERS_WAIT = timedelta(minutes=2)
LOOK_AGAIN = timedelta(seconds=15)


def waits_for_book_until(session: Session, letter: Letter, at: datetime) -> datetime | None:
    """When to look again, if the letter should wait for what is being made; None if it should leave."""
    if letter.kind != "result" or not letter.match_id or at >= letter.created_at + LETTERS_WAIT:
        return None
    reader = session.get_one(Player, letter.player_id)
    unfinished = select(Book.id).where(
        Book.match_id == letter.match_id,
        Book.language == Reader(reader.language).spoken,
        col(Book.due_at).is_not(None),
        Book.error == "",
    )
    is_printed = session.exec(unfinished).first() is None
    is_here = is_printed and not _is_being_filmed(session, letter.match_id, reader.language)
    return None if is_here else at + LOOK_AGAIN


def _is_being_filmed(session: Session, match_id: int, language: str) -> bool:
    """Films come after all books. A letter waits for one that is begun, and else leaves without."""
    begun = (col(Film.claims) > 0) & col(Film.due_at).is_not(None)
    of_reader = (Film.match_id == match_id, Film.language == Reader(language).spoken)
    return session.exec(select(Film.id).where(*of_reader, begun)).first() is not None


def release_letters(session: Session, match_id: int, at: datetime) -> None:
    """What they waited for is there: these letters are due. One that was tried before keeps its pause."""
    of_match = (col(Letter.match_id) == match_id) & (col(Letter.kind) == "result") & (col(Letter.tries) == 0)
    waiting = of_match & (col(Letter.due_at) > at) & (col(Letter.due_at) <= at + LOOK_AGAIN)
    session.connection().execute(update(Letter).where(waiting).values(due_at=at))
