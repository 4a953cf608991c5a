"""A match at every step: an address for each, and what does not change is sent once."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, redirect, request
from sqlmodel import Session
from werkzeug.wrappers import Response as Answer

from app.models import Match
from app.problems import Missing
from app.services.matches.find import by_code, seated
from app.services.matches.match_view import MatchView, may_watch
from app.services.matches.names import shown_names
from app.web import compression
from app.web.boards import board
from app.web.match_reading import MOST_STEPS, has_started, own_seat, view_of
from app.web.pages import house, page, reader, told_in
from app.web.sessions import my_id, signed_in

blueprint = Blueprint("travelling", __name__)

ROOT = Path(__file__).parents[2]
WRITTEN_BY = (
    "app/i18n/render.py",
    "app/services/matches/*.py",
    "app/web/*.py",
    "engine/**/*.py",
    "templates/web/*",
)


@blueprint.get("/m/<code>/steps")
def find(code: str) -> Answer:
    number = request.args.get("n", "0")
    return redirect(f"/m/{code}/steps/{number if number.isascii() and number.isdigit() else 0}", 303)


@blueprint.get("/m/<code>/steps/<int:number>")
def step(code: str, number: int) -> Answer:
    """The whole page: with the frame and how many steps there are by now."""
    answer = step_page("step.html", view_at(code, number))
    answer.set_etag(digest(answer.get_data(as_text=True), compression.wanted()))
    return answer.make_conditional(request)


@blueprint.get("/m/<code>/steps/<int:number>/part")
def part(code: str, number: int) -> Answer:
    """What is different at each step: for the script that goes from one to the next."""
    with house().reading() as session:
        tag = tag_of(session, code, number)
    if tag and request.if_none_match.contains(tag):
        answer = Response(status=304)
    else:
        answer = step_page("_step.html", view_at(code, number))
    if tag:
        answer.set_etag(tag)
    return answer


def view_at(code: str, number: int) -> MatchView:
    with house().reading() as session:
        if not has_started(session, code) or number > MOST_STEPS:
            raise Missing("This match has no such step.")
        return view_of(session, code, step=number)


def step_page(template: str, view: MatchView) -> Response:
    shown = board(view, told_in(), events=view.history[-1].events)
    return page(template, match=view.match, view=view, board=shown)


def tag_of(session: Session, code: str, number: int) -> str:
    """Of a step that has passed: it looks the same to the same viewers for ever. Nothing of the last one."""
    match = by_code(session, code)
    seat = own_seat(session, code)
    may_watch(match, seat, my_id())
    if number >= match.steps - 1:
        return ""
    reading = reader(signed_in())
    return digest(code, number, seat, names_now(session, match), reading, edition(), compression.wanted())


def names_now(session: Session, match: Match) -> list[str]:
    """The names: a player who leaves becomes a former player in the past, too."""
    seats = seated(session, match)
    return shown_names(session, seats)


def digest(*facts: Any) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


@cache
def edition() -> str:
    """Of all that draws and tells a step: another one of the service may do it differently."""
    files = sorted(file for pattern in WRITTEN_BY for file in ROOT.glob(pattern) if file.is_file())
    return digest(*(file.read_bytes() for file in files))
