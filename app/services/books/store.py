"""The table of books: a row is written when a match ends, and gets its PDF when the worker has made it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, func, update
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from app.clock import now
from app.db.rows import insert_new
from app.db.work import WorkQueue, mark_work
from app.i18n.render import Reader
from app.models import Book, Match, Player, Seat
from app.services.outbox import result_letters

# Longer than it may take to make a book; a book whose worker has crashed is free again after this time.
LEASE = timedelta(minutes=6)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 10, 60))

BOOKS = WorkQueue(Book, LEASE, PAUSES)

BROKE_OFF = "every try to make it broke off"

LARGEST_IN_A_LETTER = 5_000_000


def book_language(language: str) -> str:
    """The language that a book is written in: English for a language that has no catalog."""
    return Reader(language).spoken


def want(session: Session, match_id: int, languages: Iterable[str]) -> None:
    """Asks for books in these languages. A row that exists already stays as it is."""
    at = now()
    blank: dict[str, Any] = {
        "tries": 0,
        "claims": 0,
        "done": 0,
        "of": 0,
        "error": "",
        "wanted_at": at,
        "due_at": at,
    }
    rows = [
        {**blank, "match_id": match_id, "language": each} for each in sorted({*map(book_language, languages)})
    ]
    insert_new(session.connection(), Book, ("match_id", "language"), rows)
    mark_work(session)


def want_all(session: Session, match_id: int) -> None:
    """Asks for a book in every language of the match's players."""
    owner = func.coalesce(col(Seat.owner_id), col(Seat.player_id))
    players = select(Player.language).where(Seat.match_id == match_id, owner == Player.id)
    want(session, match_id, session.exec(players.where(col(Player.email).is_not(None))).all())


def want_again(session: Session, match_id: int, language: str) -> None:
    """Somebody has asked for this book: if its making was given up, it is tried again."""
    want(session, match_id, [language])
    given_up = _is_book(match_id, language) & col(Book.due_at).is_(None) & col(Book.made_at).is_(None)
    _change(session, given_up, {"due_at": now(), "tries": 0, "claims": 0})


class BookRow(NamedTuple):
    """A book's row without the PDF, as lists show it."""

    language: str
    made_at: datetime | None
    due_at: datetime | None
    done: int
    of: int
    error: str
    size: int | None


BOOK_ROW = columns(
    col(Book.language),
    col(Book.made_at),
    col(Book.due_at),
    col(Book.done),
    col(Book.of),
    col(Book.error),
    func.length(col(Book.pdf)),
)


def books_of(session: Session, match_id: int) -> list[BookRow]:
    rows = session.connection().execute(
        BOOK_ROW.where(col(Book.match_id) == match_id).order_by(col(Book.language))
    )
    return [BookRow(*row) for row in rows]


def row_in_language(session: Session, match_id: int, language: str) -> BookRow | None:
    books = [book for book in books_of(session, match_id) if book.language == book_language(language)]
    return books[0] if books else None


def pdf_in_language(session: Session, match_id: int, language: str) -> bytes | None:
    """The PDF, or None while it has not been made."""
    return session.exec(select(Book.pdf).where(_is_book(match_id, language))).first()


def delete_books_of(session: Session, player_id: int) -> None:
    """Deletes books with this player's name. If somebody asks, they are made again with "a former player"."""
    match_ids = select(Seat.match_id).where(Seat.player_id == player_id)
    session.connection().execute(delete(Book).where(col(Book.match_id).in_(match_ids)))


def _is_book(match_id: int, language: str) -> ColumnElement[bool]:
    return (col(Book.match_id) == match_id) & (col(Book.language) == book_language(language))


def _change(session: Session, which: ColumnElement[bool], values: dict[str, Any]) -> None:
    session.connection().execute(update(Book).where(which).values(values))


# --- Making them ---


def is_due(session: Session, at: datetime) -> bool:
    return session.exec(select(Book.id).where(col(Book.due_at) <= at).limit(1)).first() is not None


def claim(session: Session, at: datetime) -> Book | None:
    """A book that is due. Until its lease ends, nobody else gets it."""
    return next(iter(BOOKS.claim(session, at, done=0)), None)


def save_progress(session: Session, book: Book, done: int, of: int) -> None:
    BOOKS.change(session, book, done=done, of=of)


def save_pdf(session: Session, book: Book, pdf: bytes) -> None:
    """Letters that wait for the book leave now. If two workers made it, their PDFs are the same."""
    at = now()
    values = {"pdf": pdf, "made_at": at, "due_at": None, "error": "", "done": col(Book.of), "claims": 0}
    _change(session, col(Book.id) == book.id, values)
    result_letters.release_letters(session, book.match_id, at)


def save_failure(session: Session, book: Book, error: str, at: datetime) -> None:
    """After the last try a book is given up, until somebody asks for it."""
    due_at = BOOKS.next_try(book, at)
    BOOKS.settle(session, book, due_at=due_at, error=error[:300], tries=book.tries + 1)


def set_aside(session: Session, book: Book) -> None:
    """Every process that makes it is killed. Letters that wait for it leave without."""
    BOOKS.settle(session, book, due_at=None, error=BROKE_OFF)
    result_letters.release_letters(session, book.match_id, now())


def count_given_up(session: Session) -> int:
    given_up = col(Book.due_at).is_(None) & col(Book.made_at).is_(None)
    return session.exec(select(func.count()).where(given_up)).one()


# --- The letter that brings a book ---


def for_letter(session: Session, match: Match, language: str) -> bytes | None:
    """The PDF, if it has been made and is not too large to be sent."""
    book = row_in_language(session, match.id, language)
    if not book or not book.size or book.size > LARGEST_IN_A_LETTER:
        return None
    return pdf_in_language(session, match.id, language)
