"""The books of matches: wanted in the transaction that ends a match, made afterwards, kept."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, func, update
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from app.db.leases import Leased
from app.db.rows import insert_new
from app.db.work import mark_work
from app.i18n.render import Reader
from app.models import Book, Match, Player, Seat, now
from app.services.outbox import result_letters

# Longer than the making may take; a worker that crashed keeps a book for so long.
LEASE = timedelta(minutes=6)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 10, 60))

BOOKS = Leased(Book, LEASE, PAUSES)

LARGEST_IN_A_LETTER = 5_000_000


def spoken(language: str) -> str:
    """A language without a catalog is told in English: one book is enough for both."""
    return Reader(language).spoken


def want(session: Session, match_id: int, languages: Iterable[str]) -> None:
    """Books that are there already, or wanted, stay as they are."""
    at = now()
    blank: dict[str, Any] = {"tries": 0, "done": 0, "of": 0, "error": "", "wanted_at": at, "due_at": at}
    rows = [{**blank, "match_id": match_id, "language": each} for each in sorted({*map(spoken, languages)})]
    insert_new(session.connection(), Book, ("match_id", "language"), rows)
    mark_work(session)


def want_all(session: Session, match_id: int) -> None:
    """In every language of the players."""
    players = select(Player.language).join(Seat).where(Seat.match_id == match_id, Seat.player_id == Player.id)
    want(session, match_id, session.exec(players.where(col(Player.email).is_not(None))).all())


def want_again(session: Session, match_id: int, language: str) -> None:
    """As somebody asks for it: one that was given up is tried again."""
    want(session, match_id, [language])
    given_up = _book(match_id, language) & col(Book.due_at).is_(None) & col(Book.made_at).is_(None)
    _change(session, given_up, {"due_at": now(), "tries": 0})


class Shown(NamedTuple):
    """A book as a list has it, without its pages."""

    language: str
    made_at: datetime | None
    due_at: datetime | None
    done: int
    of: int
    error: str
    size: int | None


SHOWN = columns(
    col(Book.language),
    col(Book.made_at),
    col(Book.due_at),
    col(Book.done),
    col(Book.of),
    col(Book.error),
    func.length(col(Book.pdf)),
)


def all_of(session: Session, match_id: int) -> list[Shown]:
    rows = session.connection().execute(
        SHOWN.where(col(Book.match_id) == match_id).order_by(col(Book.language))
    )
    return [Shown(*row) for row in rows]


def in_language(session: Session, match_id: int, language: str) -> Shown | None:
    found = [book for book in all_of(session, match_id) if book.language == spoken(language)]
    return found[0] if found else None


def pages(session: Session, match_id: int, language: str) -> bytes | None:
    """The PDF, once it has been made."""
    return session.exec(select(Book.pdf).where(_book(match_id, language))).first()


def forget_of(session: Session, player_id: int) -> None:
    """Who leaves for good is a former player in books too: they are made anew when somebody asks."""
    played = select(Seat.match_id).where(Seat.player_id == player_id)
    session.connection().execute(delete(Book).where(col(Book.match_id).in_(played)))


def _book(match_id: int, language: str) -> ColumnElement[bool]:
    return (col(Book.match_id) == match_id) & (col(Book.language) == spoken(language))


def _change(session: Session, which: ColumnElement[bool], values: dict[str, Any]) -> None:
    session.connection().execute(update(Book).where(which).values(values))


# --- Making them ---


def is_due(session: Session, at: datetime) -> bool:
    return session.exec(select(Book.id).where(col(Book.due_at) <= at).limit(1)).first() is not None


def claim(session: Session, at: datetime) -> Book | None:
    """One that is due, and the caller's alone for as long as the lease."""
    return next(iter(BOOKS.claim(session, at, done=0)), None)


def come_so_far(session: Session, book: Book, done: int, of: int) -> None:
    BOOKS.change(session, book, done=done, of=of)


def made(session: Session, book: Book, pdf: bytes) -> None:
    """Whoever was first: the same record and language make the same book. Letters that wait for it go now."""
    at = now()
    done = {"pdf": pdf, "made_at": at, "due_at": None, "error": "", "done": col(Book.of)}
    _change(session, col(Book.id) == book.id, done)
    result_letters.go_now(session, book.match_id, at)


def failed(session: Session, book: Book, error: str, at: datetime) -> None:
    BOOKS.change(session, book, due_at=BOOKS.next_try(book, at), error=error[:300])


# --- The letter that brings a book ---


def for_letter(session: Session, match: Match, language: str) -> bytes | None:
    """The book, where it is there and not too large to be sent."""
    book = in_language(session, match.id, language)
    if not book or not book.size or book.size > LARGEST_IN_A_LETTER:
        return None
    return pages(session, match.id, language)
