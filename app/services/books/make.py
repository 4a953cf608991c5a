"""Books of finished matches: the worker makes them, from the match in the database."""

from collections.abc import Iterator
from functools import partial

from sqlmodel import Session, col, select

from app.house import House
from app.models import Book, Match, Talk
from app.printing.document import print_pdf
from app.services.books import contributions, store
from app.services.books.edition import Edition, Paper
from app.services.books.making import Making
from app.services.books.report import Report, to_print
from app.services.books.story import PrintedRemark
from app.services.matches import find, history
from app.services.matches.chance_facts import chance_facts
from app.services.matches.find import shown_names
from app.status import has_ended

STAGES = 3  # facts gathered, pictures drawn, pages printed


def edition_of(session: Session, house: House, match: Match, language: str, paper: Paper = "a4") -> Edition:
    seats = find.numbered_seats(session, match)
    return Edition(
        record="".join(step.line + "\n" for step in history.steps_of(session, match)),
        names=tuple(shown_names(session, seats)),
        title=match.title,
        code=match.code,
        address=f"{house.settings.url}/m/{match.code}",
        language=store.book_language(language),
        paper=paper,
        chance=chance_facts(match, seats),
        talk=tuple(_talk_of(session, match)) if match.prints_talk else (),
        diaries=tuple(contributions.printed_diaries(session, match)),
        dedications=tuple(contributions.dedications(session, match)),
        points=tuple(match.standing or ()),
    )


def _talk_of(session: Session, match: Match) -> Iterator[PrintedRemark]:
    rows = select(Talk).where(Talk.match_id == match.id).order_by(col(Talk.id))
    return (PrintedRemark(row.seat, row.base, row.text, row.at) for row in session.exec(rows))


def has_story(match: Match) -> bool:
    """Whether the match was played and has ended: then there is a story, and nothing in it is secret."""
    return match.started_at is not None and has_ended(match)


def _make(house: House, book: Book) -> None:
    """Stage by stage, so that people who wait see how far the book is."""
    with house.reading() as session:
        match = session.get_one(Match, book.match_id)
        kind = store.Kind.of(book.language)
        wanted = edition_of(session, house, match, kind.language, kind.paper)
    report = Report.of(wanted)
    facts = report.facts()
    _save_progress(house, book, 1)
    pictures = {name: report.picture(name) for name in report.pictures(facts)}
    _save_progress(house, book, 2)
    pdf = print_pdf(to_print(report, facts, pictures))
    house.write(partial(store.save_pdf, book=book, pdf=pdf))


def _save_progress(house: House, book: Book, stages: int) -> None:
    house.write(partial(store.save_progress, book=book, done=stages, of=STAGES))


BOOKS = Making("book", store.BOOKS, store.claim, _make)
has_due_book, make_due_book = BOOKS.has_due, BOOKS.make_due
