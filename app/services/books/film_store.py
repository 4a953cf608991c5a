"""The table of films: a row is written when a match ends, and gets its film when the worker has made it."""

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
from app.models import Film, Seat
from app.printing.frames import Film as MadeFilm
from app.services.books import making
from app.services.books.making import LEASE, languages_of_players
from app.services.outbox import result_letters

PAUSES = (timedelta(minutes=5), timedelta(hours=1))

NEWEST = 5_000  # that are looked at for those that were given up

FILMS = WorkQueue(Film, LEASE, PAUSES)


def want(session: Session, match_id: int, languages: Iterable[str]) -> None:
    """Asks for films in these languages. A row that exists already stays as it is."""
    at = now()
    blank: dict[str, Any] = dict.fromkeys(("claims", "tries", "seconds", "width", "height"), 0)
    blank |= {"match_id": match_id, "error": "", "wanted_at": at, "due_at": at}
    spoken = sorted({Reader(language).spoken for language in languages})
    rows = [{**blank, "language": language} for language in spoken]
    insert_new(session.connection(), Film, ("match_id", "language"), rows)
    mark_work(session)


def want_all(session: Session, match_id: int) -> None:
    """Asks for a film in every language of the match's players."""
    want(session, match_id, languages_of_players(session, match_id))


def want_again(session: Session, match_id: int, language: str) -> None:
    """Somebody has asked for this film: if its making was given up, it is tried again."""
    want(session, match_id, [language])
    given_up = _is_film(match_id, language) & col(Film.due_at).is_(None) & col(Film.made_at).is_(None)
    again = {"due_at": now(), "tries": 0, "claims": 0}
    session.connection().execute(update(Film).where(given_up).values(again))


class FilmRow(NamedTuple):
    """A film's row without the picture, as pages show it."""

    id: int
    language: str
    made_at: datetime | None
    due_at: datetime | None
    seconds: int
    width: int
    height: int
    size: int | None


FILM_ROW = columns(
    col(Film.id),
    col(Film.language),
    col(Film.made_at),
    col(Film.due_at),
    col(Film.seconds),
    col(Film.width),
    col(Film.height),
    func.length(col(Film.gif)),
)


def film_for(session: Session, match_id: int, language: str) -> FilmRow | None:
    """The one in the reader's language; else any that has been made, for it has few words."""
    rows = session.connection().execute(FILM_ROW.where(col(Film.match_id) == match_id))
    films = [FilmRow._make(row) for row in rows]
    own = Reader(language).spoken
    ranked = sorted(films, key=lambda film: (not film.made_at, film.language != own, film.language != "en"))
    return ranked[0] if ranked else None


def gif_of(session: Session, film: FilmRow) -> bytes | None:
    return session.exec(select(Film.gif).where(Film.id == film.id)).first()


def delete_films_of(session: Session, player_id: int) -> None:
    """Deletes films with this player's name. If somebody asks, they are made again without it."""
    match_ids = select(Seat.match_id).where(Seat.player_id == player_id)
    session.connection().execute(delete(Film).where(col(Film.match_id).in_(match_ids)))


def _is_film(match_id: int, language: str) -> ColumnElement[bool]:
    return (col(Film.match_id) == match_id) & (col(Film.language) == Reader(language).spoken)


def given_up(since: datetime) -> ColumnElement[bool]:
    """Of the newest only: so it is quick, however many films there are."""
    newest = columns(func.max(Film.id)).scalar_subquery() - NEWEST
    return (col(Film.id) > newest) & making.given_up(Film, since)


# --- Making them ---


def for_letter(session: Session, match_id: int, language: str) -> bytes | None:
    """The film in this language, if it has been made."""
    return session.exec(select(Film.gif).where(_is_film(match_id, language))).first()


def claim(session: Session, at: datetime) -> Film | None:
    """A film that is due. Until its lease ends, nobody else gets it."""
    return next(iter(FILMS.claim(session, at)), None)


def save(session: Session, film: Film, made: MadeFilm, seconds: int) -> None:
    """Letters that wait for the film leave now."""
    at, size = now(), {"width": made.width, "height": made.height, "seconds": seconds}
    FILMS.settle(session, film, gif=made.gif, made_at=at, due_at=None, error="", **size)
    result_letters.release_letters(session, film.match_id, at)
