"""Boards as small pictures, for lists of matches. A browser keeps each, and asks whether it has changed."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, request
from sqlmodel import Session
from werkzeug.wrappers import Response as BaseResponse

from app.models import Match, Seat
from app.problems import Missing
from app.services.books import page_faces
from app.services.matches import changes, find, loans
from app.services.matches.match_view import check_may_watch, view_at
from app.web import compression
from app.web.drawings import drawing
from app.web.pages import house, page_language, page_speech
from app.web.sessions import my_id
from app.web.time_travel import digest, version_of_pages
from engine.registry import game

blueprint = Blueprint("small_boards", __name__)


class Subject(NamedTuple):
    """A match as the reader may see it."""

    match: Match
    seats: Sequence[Seat]
    names: Sequence[str]
    number: int | None  # of the reader's seat


@blueprint.get("/m/<code>/small.svg")
def small_board(code: str) -> BaseResponse:
    with house().reading() as session:
        subject = subject_of(session, code)
        tag = tag_of(subject)
        is_known = request.if_none_match.contains_weak(tag)
        svg = "" if is_known else drawn(session, subject)
    response = drawing(svg)
    response.set_etag(tag)
    return response.make_conditional(request)


def subject_of(session: Session, code: str) -> Subject:
    match = find.by_code(session, code)
    if not match.started_at:
        raise Missing("There is no such board.")
    seats = find.numbered_seats(session, match)
    number = next((seat.number for seat in seats if loans.is_mine(seat, my_id())), None)
    check_may_watch(match, number, my_id())
    return Subject(match, seats, find.shown_names(session, seats, page_speech()), number)


def tag_of(subject: Subject) -> str:
    """Of all that the picture depends on, so that it need not be drawn to know whether it has changed."""
    match, _, names, number = subject
    seen = (match.code, match.head, names, number, page_language())
    return digest(*seen, version_of_pages(), page_faces.version(), compression.may_compress())


def drawn(session: Session, subject: Subject) -> str:
    match, seats, names, number = subject
    shown = changes.course_of(session, match, names).names_at(match.steps - 1)
    view = view_at(session, house(), match, seats, match.steps - 1, number)
    return game(match.game).svg(view, shown, page_speech(), size="board")
