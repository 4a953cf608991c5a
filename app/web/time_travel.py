"""A match at each of its steps. Each has an address, and ETags: what has not changed is not sent again."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, redirect, request
from sqlmodel import Session
from werkzeug.wrappers import Response as BaseResponse

from app.models import Match
from app.problems import Missing
from app.services.matches.changes import course_of
from app.services.matches.find import by_code, numbered_seats, shown_names
from app.services.matches.match_view import MatchView, check_may_watch
from app.web import compression
from app.web.boards import board
from app.web.match_reading import MOST_STEPS, has_started, own_seat, view_of
from app.web.pages import house, page, page_speech, reader_of
from app.web.sessions import my_id, signed_in_player

blueprint = Blueprint("time_travel", __name__)

ROOT = Path(__file__).parents[2]
CODE_OF_PAGES = (
    "app/i18n/render.py",
    "app/services/matches/*.py",
    "app/web/*.py",
    "engine/**/*.py",
    "templates/web/*",
)


@blueprint.get("/m/<code>/steps")
def go_to_step(code: str) -> BaseResponse:
    number = request.args.get("n", "0")
    return redirect(f"/m/{code}/steps/{number if number.isascii() and number.isdigit() else 0}", 303)


@blueprint.get("/m/<code>/steps/<int:number>")
def step(code: str, number: int) -> BaseResponse:
    """The whole page, which also tells how many steps there are by now."""
    response = step_page("step.html", view_at(code, number), playing="play" in request.args)
    response.set_etag(digest(response.get_data(as_text=True), compression.may_compress()))
    return response.make_conditional(request)


@blueprint.get("/m/<code>/steps/<int:number>/part")
def part(code: str, number: int) -> BaseResponse:
    """The part of the page that differs at each step, for the script that goes from one to the next."""
    with house().reading() as session:
        tag = tag_of(session, code, number)
    if tag and request.if_none_match.contains(tag):
        response = Response(status=304)
    else:
        response = step_page("_step.html", view_at(code, number))
    if tag:
        response.set_etag(tag)
    return response


def view_at(code: str, number: int) -> MatchView:
    with house().reading() as session:
        if not has_started(session, code) or number > MOST_STEPS:
            raise Missing("This match has no such step.")
        return view_of(session, code, step=number)


def step_page(template: str, view: MatchView, playing: bool = False) -> Response:
    drawing = board(view, page_speech(), events=view.history[-1].events)
    return page(template, match=view.match, view=view, board=drawing, playing=playing)


def tag_of(session: Session, code: str, number: int) -> str:
    """An ETag for a step of the past, which looks the same to one viewer until something more is taken back;
    "" for the last step."""
    match = by_code(session, code)
    seat = own_seat(session, code)
    check_may_watch(match, seat, my_id())
    if number >= match.steps - 1:
        return ""
    course = course_of(session, match, names_now(session, match))
    facts = (code, number, seat, course.names, list(course.changes), reader_of(signed_in_player()))
    return digest(*facts, version_of_pages(), compression.may_compress())


def names_now(session: Session, match: Match) -> list[str]:
    """The names as pages show them now: a player who leaves becomes a former player in old steps, too."""
    seats = numbered_seats(session, match)
    return shown_names(session, seats)


def digest(*facts: Any) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


@cache
def version_of_pages() -> str:
    """A hash of all code that draws and tells a step, for another version of it may do that differently."""
    files = sorted(file for pattern in CODE_OF_PAGES for file in ROOT.glob(pattern) if file.is_file())
    return digest(*(file.read_bytes() for file in files))
