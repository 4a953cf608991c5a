"""A match to print: its board on one page, and the book of a match that has ended."""

from flask import Blueprint, Response, make_response, redirect, request
from sqlmodel import Session
from werkzeug.wrappers import Response as BaseResponse

from app.i18n.languages import LANGUAGES
from app.links import BadLink
from app.models import Match
from app.problems import Missing, NotAllowed
from app.services.books import board_page, film_store, make, store
from app.services.books.charts import narrow_ones
from app.services.books.edition import PAPERS, Paper, paper_in
from app.services.books.kept_pages import KeptPages
from app.services.books.report import Report, report_of
from app.services.matches import find
from app.services.matches.match_view import check_may_watch
from app.services.pace import keep_to, of_networks
from app.web import forms
from app.web.drawings import drawing, size_of
from app.web.guests import place
from app.web.match_reading import MOST_STEPS, has_started, open_link, own_seat, read_by_link
from app.web.pages import house, page, reader_of
from app.web.sessions import my_id, signed_in_player

blueprint = Blueprint("reports", __name__)

# The sheets that go into the printer.
SHEETS: dict[Paper, str] = {"a4": "A4", "letter": "Letter", "booklet": "A4", "letter-booklet": "Letter"}
RELOAD_SECONDS = 4  # while a book is being made
# Browsers show a PDF in a page of their own, which has a style element.
PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def pdf_response(pdf: bytes, name: str) -> Response:
    response = make_response(pdf)
    response.content_type = "application/pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Content-Security-Policy"] = PDF_POLICY
    return response


# --- The board on one page ---


@blueprint.get("/m/<code>/board.pdf")
def board_pdf(code: str) -> Response:
    return print_board(code)


@blueprint.get("/m/<code>/steps/<int:number>/board.pdf")
def board_pdf_at_step(code: str, number: int) -> Response:
    return print_board(code, step=number)


@blueprint.get("/do/<token>/board.pdf")
def board_pdf_of_seat(token: str) -> Response:
    """A letter's token shows the board as the seat saw it then; the token of a seat's page, as it is now."""
    try:
        action, step = board_page.read_board_address(house(), token)
    except BadLink:
        action = open_link(house().links.read_action(token))
        read_by_link(action)  # raises TurnPassed
        return print_board(action.match, action.seat)
    open_link(action)
    return print_board(action.match, action.seat, step)


def print_board(code: str, seat: int | None = None, step: int | None = None) -> Response:
    with house().reading() as session:
        if not has_started(session, code) or (step is not None and step > MOST_STEPS):
            raise Missing("There is no such board.")
        laid_out = board_page.pages_of_match(
            session, house(), code, reader_of(signed_in_player()), my_id(), seat, step
        )
    pdf = printed(laid_out)
    return pdf_response(pdf, f"{code}-board.pdf" if step is None else f"{code}-step-{step}.pdf")


def printed(laid_out: board_page.Pages) -> bytes:
    """Printing costs a hundred times what showing does, so it is done once, and counted by network."""
    kept = KeptPages(house().settings.folder)
    pdf = kept.find(laid_out)
    if pdf is None:
        keep_to_network("printing")
        pdf = kept.make(laid_out)
    return pdf


def keep_to_network(what: str) -> None:
    settings = house().settings
    uses = of_networks(settings, what, place())
    if uses:
        house().write(lambda session: keep_to(session, uses, settings.limits))


# --- The book ---


def finished_match(session: Session, code: str) -> Match:
    """A match that has a book; Problem if it has none, or if this reader may not look at it."""
    match = find.by_code(session, code)
    if match.started_at:
        check_may_watch(match, own_seat(session, code), my_id())
    if not make.has_story(match):
        raise Missing("The book is made once the match is over.")
    return match


def read_report(code: str) -> Report:
    """The book in the reader's language."""
    with house().reading() as session:
        match = finished_match(session, code)
        edition = make.edition_of(session, house(), match, reader_of(signed_in_player()).language)
    return report_of(edition)


@blueprint.get("/m/<code>/report")
def report_page(code: str) -> Response:
    report = read_report(code)
    with house().reading() as session:
        match = finished_match(session, code)
        film = film_store.film_for(session, match.id, report.edition.language)
        shown, may_ask = find.facts_of(session, match), own_seat(session, code) is not None
    facts = report.facts()
    narrow = narrow_ones(facts)
    names = [*report.pictures(facts), *narrow.values()]
    more = {
        "match": shown,
        "names": report.names,
        "film": film,
        "may_ask": may_ask,
        "picture": lambda name: f"/m/{code}/report/{name}.svg",
        "narrow": narrow,
        "sizes": {name: size_of(report.picture(name)) for name in names},
    }
    return page("report.html", **facts, **more)


@blueprint.get("/m/<code>/report/<name>.svg")
def picture(code: str, name: str) -> Response:
    try:
        svg = read_report(code).picture(name)
    except KeyError:
        raise Missing("The book has no such picture.") from None
    return drawing(svg)


@blueprint.get("/m/<code>/log.txt")
def log(code: str) -> Response:
    book = read_report(code)
    response = make_response(book.log_text())
    response.content_type = "text/plain; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{book.file_name("txt")}"'
    return response


@blueprint.get("/m/<code>/report.pdf")
def book(code: str) -> BaseResponse:
    """The book in the language of the query, or else in the reader's own."""
    language = request.args.get("language") or reader_of(signed_in_player()).language
    kind = store.Kind(language, paper_in(request.args.get("paper", "")))
    with house().reading() as session:
        match = finished_match(session, code)
        pdf = store.pdf_of(session, match.id, kind)
    if not pdf:
        return redirect(f"/m/{code}/books", 303)
    return pdf_response(pdf, f"{match.game}-{code}-{kind.key.replace(' ', '-')}.pdf")


# --- The languages of books ---


def languages() -> dict[str, str]:
    """The languages that a book can be written in."""
    return {key: name for key, name in LANGUAGES.items() if store.book_language(key) == key}


@blueprint.get("/m/<code>/books")
def books_page(code: str) -> Response:
    with house().reading() as session:
        match = finished_match(session, code)
        facts = find.facts_of(session, match)
        names = find.shown_names(session, find.numbered_seats(session, match))
        books = {book.language: book for book in store.books_of(session, match.id)}
        may_ask = own_seat(session, code) is not None
    kinds = [
        (name, key, paper, store.Kind(key, paper)) for key, name in languages().items() for paper in PAPERS
    ]
    more = {"names": names, "may_ask": may_ask}
    response = page("report_books.html", match=facts, books=books, kinds=kinds, sheets=SHEETS, **more)
    if any(book.due_at and not book.error for book in books.values()):
        response.headers["Refresh"] = str(RELOAD_SECONDS)
    return response


@blueprint.post("/m/<code>/books")
def want_book(code: str) -> BaseResponse:
    language = forms.text("language")
    if language not in languages():
        raise Missing("There is no book in this language.")
    with house().reading() as session:
        match = finished_match(session, code)
        if not own_seat(session, code):
            raise NotAllowed("Only its players can ask for a book.")
    keep_to_network("book")
    kind = store.Kind(language, paper_in(forms.text("paper")))
    house().write(lambda session: store.want_again(session, match.id, kind))
    return redirect(f"/m/{code}/books", 303)
