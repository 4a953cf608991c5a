"""A match to print: its board on one page, and the book of a match that is over."""

from flask import Blueprint, Response, make_response, redirect, request
from sqlmodel import Session
from werkzeug.wrappers import Response as Answer

from app.i18n.languages import LANGUAGES
from app.links import BadLink
from app.models import Match
from app.problems import Missing
from app.services.books import board_page, make, store
from app.services.books.report import Report, report_of
from app.services.matches import find
from app.services.matches.match_view import may_watch
from app.web import forms
from app.web.match_reading import MOST_STEPS, has_started, own_seat, read_by_seat
from app.web.pages import house, page, reader
from app.web.sessions import my_id, signed_in

blueprint = Blueprint("reports", __name__)

BEING_MADE = 4  # seconds until the page about it is looked at again
# Browsers show a PDF with a page of their own, which has a style.
SHOWN_AS_PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def as_pdf(made: bytes, name: str) -> Response:
    answer = make_response(made)
    answer.content_type = "application/pdf"
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    answer.headers["Content-Security-Policy"] = SHOWN_AS_PDF
    return answer


# --- The board on one page ---


@blueprint.get("/m/<code>/board.pdf")
def board(code: str) -> Response:
    return snapshot(code)


@blueprint.get("/m/<code>/steps/<int:number>/board.pdf")
def board_then(code: str, number: int) -> Response:
    return snapshot(code, step=number)


@blueprint.get("/do/<token>/board.pdf")
def board_of_seat(token: str) -> Response:
    """Of a letter: as that seat saw it then. Of a seat's page: as it sees it now."""
    step: int | None
    try:
        action, step = board_page.read_address(house(), token)
    except BadLink:
        action, step = house().links.read_action(token), None
    read_by_seat(action.match, action.seat)
    return snapshot(action.match, action.seat, step)


def snapshot(code: str, seat: int | None = None, step: int | None = None) -> Response:
    with house().reading() as session:
        if not has_started(session, code) or (step is not None and step > MOST_STEPS):
            raise Missing("There is no such board.")
        made = board_page.of_match(session, house(), code, reader(signed_in()), my_id(), seat, step)
    return as_pdf(made, f"{code}-board.pdf" if step is None else f"{code}-step-{step}.pdf")


# --- The book ---


def finished(session: Session, code: str) -> Match:
    """Which this reader may look at."""
    match = find.by_code(session, code)
    if match.started_at:
        may_watch(match, own_seat(session, code), my_id())
    if not make.has_story(match):
        raise Missing("The book of a match is made when the match is over.")
    return match


def report(code: str) -> Report:
    """In the language of who reads it."""
    with house().reading() as session:
        match = finished(session, code)
        asked = make.edition(session, house(), match, reader(signed_in()).language)
    return report_of(asked)


@blueprint.get("/m/<code>/report")
def told(code: str) -> Response:
    here = report(code)
    return page("report.html", **here.facts(), picture=lambda name: f"/m/{code}/report/{name}.svg")


@blueprint.get("/m/<code>/report/<name>.svg")
def picture(code: str, name: str) -> Response:
    try:
        drawn = report(code).picture(name)
    except KeyError:
        raise Missing("The book has no such picture.") from None
    answer = make_response(drawn)
    answer.content_type = "image/svg+xml; charset=utf-8"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return answer


@blueprint.get("/m/<code>/log.txt")
def log(code: str) -> Response:
    here = report(code)
    answer = make_response(here.log_text())
    answer.content_type = "text/plain; charset=utf-8"
    answer.headers["Content-Disposition"] = f'attachment; filename="{here.file_name("txt")}"'
    return answer


@blueprint.get("/m/<code>/report.pdf")
def book(code: str) -> Answer:
    """The one asked for, else the reader's own language."""
    language = store.spoken(request.args.get("language") or reader(signed_in()).language)
    with house().reading() as session:
        match = finished(session, code)
        made = store.pages(session, match.id, language)
    if not made:
        return redirect(f"/m/{code}/books", 303)
    return as_pdf(made, f"{match.game}-{code}-{language}.pdf")


# --- The languages it is there in ---


def languages() -> dict[str, str]:
    """Those that a book can be told in."""
    return {key: name for key, name in LANGUAGES.items() if store.spoken(key) == key}


@blueprint.get("/m/<code>/books")
def books(code: str) -> Response:
    with house().reading() as session:
        match = finished(session, code)
        facts = find.facts(session, match)
        made = {book.language: book for book in store.all_of(session, match.id)}
    answer = page("report_books.html", match=facts, books=made, languages=languages())
    if any(book.due_at and not book.error for book in made.values()):
        answer.headers["Refresh"] = str(BEING_MADE)
    return answer


@blueprint.post("/m/<code>/books")
def want(code: str) -> Answer:
    language = forms.text("language")
    if language not in languages():
        raise Missing("There is no book in this language.")
    with house().reading() as session:
        match = finished(session, code)
    house().write(lambda session: store.want_again(session, match.id, language))
    return redirect(f"/m/{code}/books", 303)
