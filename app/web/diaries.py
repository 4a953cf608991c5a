"""A player's diary of a match, and what the player gives to its book: on the match's page, and by a link."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect
from sqlmodel import Session
from werkzeug.wrappers import Response as BaseResponse

from app.models import Seat
from app.problems import Problem
from app.services.books import contributions
from app.services.matches import diaries, find, seat_links
from app.services.matches.loans import owner_id_of
from app.services.matches.seat_links import Held
from app.web import forms
from app.web.match_page import show_match
from app.web.match_reading import form_of, page_addresses, read_by_owner, read_match, seat_of_mine, write_as
from app.web.pages import house, page, told

blueprint = Blueprint("diaries", __name__)

Deed = Callable[[Session], Any]


@blueprint.post("/m/<code>/diary")
def write(code: str) -> BaseResponse:
    held, what = seat_of_mine(code), forms.text("what")
    deed = deed_of(code, held.number, what)
    try:
        write_as(held, deed)
    except Problem as problem:
        here = read_match(code)
        form = form_of(here)
        if what == "write":
            form = replace(form, diary=forms.text("diary"))
        elif what == "dedicate":
            form = replace(form, dedication=forms.text("dedication"), done=what)
        return show_match(here, page_addresses(code), form, problem.status, told(problem))
    return redirect(f"/m/{code}?book={what}#diary", 303)


def deed_of(code: str, seat: int, what: str) -> Deed:
    diary, dedication = forms.text("diary"), forms.text("dedication")
    deeds: dict[str, Deed] = {
        "write": lambda session: diaries.write(session, code, seat, diary),
        "dedicate": lambda session: contributions.dedicate(session, code, seat, dedication),
        "print": lambda session: contributions.print_diary(session, code, seat, True),
        "do-not-print": lambda session: contributions.print_diary(session, code, seat, False),
    }
    if what not in deeds:
        raise Problem("This was sent without saying what to do. Nothing was changed.")
    return deeds[what]


# --- The link in the letter with the result ---


@blueprint.get("/diary/<token>/go")
def ask(token: str) -> Response:
    return diary_page(token)


@blueprint.post("/diary/<token>/go")
def answer(token: str) -> Response:
    """Mail programs only GET; here somebody has pressed a button."""
    code, number, holder = parts_of(token)
    agrees = forms.text("what") != "do-not-print"

    held = Held(code, number, holder, owns=True)
    write_as(held, lambda session: contributions.print_diary(session, code, number, agrees))
    return diary_page(token, done=True)


def parts_of(token: str) -> tuple[str, int, str]:
    code, number, holder = house().links.read("diary", token)
    return str(code), int(number), str(holder)


def diary_page(token: str, done: bool = False) -> Response:
    code, number, holder = parts_of(token)
    read_by_owner(code, number, holder)
    with house().reading() as session:
        match = find.by_code(session, code)
        seat: Seat = seat_links.owned_seat(session, code, number, holder)
        diary = diaries.own_diary(session, match, owner_id_of(seat))
        facts = {"match": find.facts_of(session, match), "diary": diary}
    return page("diary.html", **facts, done=done)
