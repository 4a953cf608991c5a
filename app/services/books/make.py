"""Books of finished matches: the worker makes them, from the match in the database."""

import logging
from collections.abc import Iterator
from functools import partial

from sqlmodel import Session, col, select

from app.clock import now
from app.db.work import DATABASE_TROUBLE
from app.house import House
from app.models import Book, Match, Talk
from app.printing.document import print_pdf
from app.problems import Problem
from app.services.books import store
from app.services.books.report import Edition, PrintedRemark, Report, to_print
from app.services.matches import find, history
from app.services.matches.chance_facts import chance_facts
from app.services.matches.find import shown_names
from app.status import has_ended

log = logging.getLogger(__name__)

STAGES = 3  # facts gathered, pictures drawn, pages printed


def edition_of(session: Session, house: House, match: Match, language: str) -> Edition:
    seats = find.numbered_seats(session, match)
    return Edition(
        record="".join(step.line + "\n" for step in history.steps_of(session, match)),
        names=tuple(shown_names(session, seats)),
        title=match.title,
        code=match.code,
        address=f"{house.settings.url}/m/{match.code}",
        language=store.book_language(language),
        chance=chance_facts(match, seats),
        talk=tuple(_talk_of(session, match)) if match.prints_talk else (),
        points=tuple(match.standing or ()),
    )


def _talk_of(session: Session, match: Match) -> Iterator[PrintedRemark]:
    rows = select(Talk).where(Talk.match_id == match.id).order_by(col(Talk.id))
    return (PrintedRemark(row.seat, row.base, row.text, row.at) for row in session.exec(rows))


def has_story(match: Match) -> bool:
    """Whether the match was played and has ended: then there is a story, and nothing in it is secret."""
    return match.started_at is not None and has_ended(match)


def has_due_book(house: House) -> bool:
    """Whether a book has to be made now."""
    with house.reading() as session:
        return store.is_due(session, now())


def make_due_book(house: House) -> int:
    """Makes one book that is due, outside any transaction. Returns how many were due: 0 or 1."""
    book = house.write(partial(store.claim, at=now()))
    if not book:
        return 0
    if store.BOOKS.always_broke_off(book):
        log.error("the book of match %s is set aside: %s", book.match_id, store.BROKE_OFF)
        house.write(partial(store.set_aside, book=book))
        return 1
    try:
        _make(house, book)
    except DATABASE_TROUBLE as error:
        log.warning("the book of match %s waits for the database: %s", book.match_id, type(error).__name__)
        house.write(partial(store.BOOKS.settle, claimed=book, due_at=now() + store.PAUSES[0]))
    except Exception as error:  # one book must not hold up the others
        log.exception("the book of match %s could not be made", book.match_id)
        why = str(error) if isinstance(error, Problem) else type(error).__name__
        house.write(partial(store.save_failure, book=book, error=why, at=now()))
    return 1


def _make(house: House, book: Book) -> None:
    """Stage by stage, so that people who wait see how far the book is."""
    with house.reading() as session:
        match = session.get_one(Match, book.match_id)
        wanted = edition_of(session, house, match, book.language)
    report = Report.of(wanted)
    facts = report.facts()
    _save_progress(house, book, 1)
    pictures = {name: report.picture(name) for name in report.pictures(facts)}
    _save_progress(house, book, 2)
    pdf = print_pdf(to_print(report, facts, pictures))
    house.write(partial(store.save_pdf, book=book, pdf=pdf))


def _save_progress(house: House, book: Book, stages: int) -> None:
    house.write(partial(store.save_progress, book=book, done=stages, of=STAGES))
