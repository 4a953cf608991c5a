"""Books of finished matches: made when the worker has time for them, from what is kept of the match."""

import logging
from collections.abc import Iterator
from functools import partial

from sqlmodel import Session, col, select

from app.house import House
from app.models import Book, Match, Talk, now
from app.printing.document import printed
from app.problems import Problem
from app.services.books import store
from app.services.books.report import Edition, Report, Said, to_print
from app.services.books.store import for_letter
from app.services.matches import find, history
from app.services.matches.names import shown_names
from app.status import has_ended

__all__ = ["due", "edition", "for_letter", "has_story", "make_due"]

log = logging.getLogger(__name__)

STAGES = 3  # told, drawn, printed


def edition(session: Session, house: House, match: Match, language: str) -> Edition:
    seats = find.seated(session, match)
    return Edition(
        record="".join(step.line + "\n" for step in history.steps_of(session, match)),
        names=tuple(shown_names(session, seats)),
        title=match.title,
        code=match.code,
        address=f"{house.settings.url}/m/{match.code}",
        language=store.spoken(language),
        talk=tuple(said(session, match)) if match.prints_talk else (),
    )


def said(session: Session, match: Match) -> Iterator[Said]:
    rows = select(Talk).where(Talk.match_id == match.id).order_by(col(Talk.id))
    return (Said(row.seat, row.base, row.text, row.at) for row in session.exec(rows))


def has_story(match: Match) -> bool:
    """There is a story to tell, and nothing secret left in it."""
    return match.started_at is not None and has_ended(match)


def due(house: House) -> bool:
    """Whether there is a book to make now."""
    with house.reading() as session:
        return store.is_due(session, now())


def make_due(house: House) -> int:
    """Makes one book that is due, outside any transaction. How many there were."""
    book = house.write(partial(store.claim, at=now()))
    if not book:
        return 0
    try:
        _make(house, book)
    except Exception as error:  # one book must not hold up the others
        log.exception("the book of match %s could not be made", book.match_id)
        why = str(error) if isinstance(error, Problem) else type(error).__name__
        house.write(partial(store.failed, book=book, error=why, at=now()))
    return 1


def _make(house: House, book: Book) -> None:
    """A step of the making after the other, so that who waits sees how far it is."""
    with house.reading() as session:
        match = session.get_one(Match, book.match_id)
        asked = edition(session, house, match, book.language)
    report = Report.of(asked)
    told = report.facts()
    _come_so_far(house, book, 1)
    pictures = {name: report.picture(name) for name in report.pictures(told)}
    _come_so_far(house, book, 2)
    pdf_ = printed(to_print(report, told, pictures))
    house.write(partial(store.made, book=book, pdf=pdf_))


def _come_so_far(house: House, book: Book, done: int) -> None:
    house.write(partial(store.come_so_far, book=book, done=done, of=STAGES))
