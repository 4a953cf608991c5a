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
from app.services.matches import match_view as tables
from app.services.matches.find import by_code, seated
from app.web import compression, table
from app.web.boards import board
from app.web.pages import house, page, reader, told_in
from app.web.sessions import my_id, signed_in

blueprint = Blueprint("travelling", __name__)

ROOT = Path(__file__).parents[2]
WRITTEN_BY = (
    "app/i18n/render.py",
    "app/services/matches/match_view.py",
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
    told = read(code, number)
    answer = page("step.html", **told, board=board(told, told_in(), events=told["events"]))
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
        told = read(code, number)
        answer = page("_step.html", **told, board=board(told, told_in(), events=told["events"]))
    if tag:
        answer.set_etag(tag)
    return answer


def read(code: str, number: int) -> dict[str, Any]:
    if table.is_open(code) or number > table.MOST_STEPS:
        raise Missing("This match has no such step.")
    return table.read(code, step=number)


def tag_of(session: Session, code: str, number: int) -> str:
    """Of a step that has passed: it looks the same to the same viewers for ever. Nothing of the last one."""
    match = by_code(session, code)
    seat = table.own_seat(session, code)
    tables.may_watch(match, seat, my_id())
    if number >= match.steps - 1:
        return ""
    reading = reader(signed_in())
    return digest(code, number, seat, names_now(session, match), reading, edition(), compression.wanted())


def names_now(session: Session, match: Match) -> list[str]:
    """The names: who leaves becomes a former player in the past, too."""
    seats = seated(session, match)
    return tables.shown_names(session, seats)


def digest(*facts: Any) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


@cache
def edition() -> str:
    """Of all that draws and tells a step: another one of the service may do it differently."""
    files = sorted(file for pattern in WRITTEN_BY for file in ROOT.glob(pattern) if file.is_file())
    return digest(*(file.read_bytes() for file in files))
