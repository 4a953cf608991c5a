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
from app.models import Book, Match, Seat
from app.services.books.edition import BOOKLETS, Paper, paper_in
from app.services.books.making import LEASE, languages_of_players
from app.services.outbox import result_letters

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 10, 60))

A_SECOND = timedelta(seconds=1)

BOOKS = WorkQueue(Book, LEASE, PAUSES)

LARGEST_IN_A_LETTER = 5_000_000


def book_language(language: str) -> str:
    """The language that a book is written in: English for a language that has no catalog."""
    return Reader(language).spoken


class Kind(NamedTuple):
    """The language of a book, and its paper. A row has both in one column: "en", or "en booklet"."""

    language: str
    paper: Paper = "a4"

    @property
    def key(self) -> str:
        language = book_language(self.language)
        return language if self.paper == "a4" else f"{language} {self.paper}"

    @property
    def is_booklet(self) -> bool:
        return self.paper in BOOKLETS

    @classmethod
    def of(cls, key: str) -> "Kind":
        language, _, paper = key.partition(" ")
        return cls(language, paper_in(paper))


def want(session: Session, match_id: int, kinds: Iterable[Kind]) -> None:
    """Asks for these books. A row that exists already stays as it is."""
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
    keys = sorted({kind.key for kind in kinds})
    rows = [{**blank, "match_id": match_id, "language": key} for key in keys]
    insert_new(session.connection(), Book, ("match_id", "language"), rows)
    mark_work(session)


def want_all(session: Session, match_id: int) -> None:
    """Asks for a book in every language of the match's players."""
    want(session, match_id, map(Kind, languages_of_players(session, match_id)))


def want_again(session: Session, match_id: int, kind: Kind) -> None:
    """Somebody has asked for this book: if its making was given up, it is tried again."""
    want(session, match_id, [kind])
    given_up = _is_book(match_id, kind) & col(Book.due_at).is_(None) & col(Book.made_at).is_(None)
    _change(session, given_up, {"due_at": now(), "tries": 0, "claims": 0})


def make_anew(session: Session, match_id: int) -> None:
    """What books are made of has changed. The old ones can be read until the new ones are made."""
    anew = {"due_at": now(), "tries": 0, "claims": 0, "done": 0, "error": ""}
    wanted = columns(col(Book.id), col(Book.wanted_at)).where(col(Book.match_id) == match_id)
    for book_id, before in session.connection().execute(wanted).all():
        # Never the same again, as whoever makes the book just now knows by it that it is an old one.
        _change(session, col(Book.id) == book_id, {**anew, "wanted_at": max(now(), before + A_SECOND)})
    mark_work(session)


class BookRow(NamedTuple):
    """A book's row without the PDF, as lists show it."""

    language: str  # the key of its kind
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


def row_of(session: Session, match_id: int, kind: Kind) -> BookRow | None:
    books = [book for book in books_of(session, match_id) if book.language == kind.key]
    return books[0] if books else None


def pdf_of(session: Session, match_id: int, kind: Kind) -> bytes | None:
    """The PDF, or None while it has not been made."""
    return session.exec(select(Book.pdf).where(_is_book(match_id, kind))).first()


def delete_books_of(session: Session, player_id: int) -> None:
    """Deletes books with this player's name. If somebody asks, they are made again with "a former player"."""
    match_ids = select(Seat.match_id).where(Seat.player_id == player_id)
    session.connection().execute(delete(Book).where(col(Book.match_id).in_(match_ids)))


def _is_book(match_id: int, kind: Kind) -> ColumnElement[bool]:
    return (col(Book.match_id) == match_id) & (col(Book.language) == kind.key)


def _change(session: Session, which: ColumnElement[bool], values: dict[str, Any]) -> None:
    session.connection().execute(update(Book).where(which).values(values))


# --- Making them ---


def claim(session: Session, at: datetime) -> Book | None:
    """A book that is due. Until its lease ends, nobody else gets it."""
    return next(iter(BOOKS.claim(session, at, done=0)), None)


def save_progress(session: Session, book: Book, done: int, of: int) -> None:
    BOOKS.change(session, book, done=done, of=of)


def save_pdf(session: Session, book: Book, pdf: bytes) -> None:
    """Letters that wait for the book leave now. If two workers made it, their PDFs are the same.

    A book that is wanted anew since it was begun stays due.
    """
    at = now()
    values = {"pdf": pdf, "made_at": at, "due_at": None, "error": "", "done": col(Book.of), "claims": 0}
    _change(session, (col(Book.id) == book.id) & (col(Book.wanted_at) == book.wanted_at), values)
    result_letters.release_letters(session, book.match_id, at)


def count_given_up(session: Session) -> int:
    given_up = col(Book.due_at).is_(None) & col(Book.made_at).is_(None)
    return session.exec(select(func.count()).where(given_up)).one()


# --- The letter that brings a book ---


def for_letter(session: Session, match: Match, language: str) -> bytes | None:
    """The PDF, if it has been made and is not too large to be sent."""
    book = row_of(session, match.id, Kind(language))
    if not book or not book.size or book.size > LARGEST_IN_A_LETTER:
        return None
    return pdf_of(session, match.id, Kind(language))
