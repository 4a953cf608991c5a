"""The page that a link in a letter leads to: its reader says when they are away, or that they are back."""

from datetime import date
from typing import Any

from flask import Blueprint, Response
from sqlmodel import Session
from werkzeug.wrappers import Response as BaseResponse

from app.clock import now
from app.models import Player
from app.problems import Missing, Problem
from app.services.matches import find, seat_links
from app.services.people import own_time
from app.services.play import own_hours
from app.web import forms
from app.web.match_reading import read_by_holder
from app.web.pages import house, page, page_speech

blueprint = Blueprint("absences", __name__)


@blueprint.get("/away/<token>/go")
def away_form(token: str) -> Response:
    return away_page(token)


@blueprint.post("/away/<token>/go")
def go_away(token: str) -> BaseResponse:
    """Mail programs only GET; here somebody has pressed a button."""
    try:
        house().write(lambda session: change(session, token))
    except Problem as problem:
        return away_page(token, problem.tell(page_speech()), problem.status)
    return away_page(token, done=True)


def away_page(token: str, problem: str = "", status: int = 200, done: bool = False) -> Response:
    code, number, holder, made = parts_of(token)
    read_by_holder(code, number, holder)
    with house().reading() as session:
        player, match = player_of_link(session, token), find.by_code(session, code)
        today = own_time.today_of(player, now())
        seat = seat_links.held_seat(session, code, number, holder)
        may_lend = not seat.owner_id and seat_links.is_present(session, code, number, made)
        lend = seat_links.present_address(house(), "lend", match, seat, made) if may_lend else ""
        facts: dict[str, Any] = {"lend": lend, "absences": absences_to_come(player), "today": today}
        facts["match"] = find.facts_of(session, match)
    return page("away.html", status, **facts, problem=problem, done=done)


def parts_of(token: str) -> tuple[str, int, str, seat_links.Made]:
    """Earlier links have no turn, and the first ones no holder."""
    code, number, *more = house().links.read("away", token)
    made = seat_links.made_with(house(), "away", token, more[1:])
    return str(code), int(number), str(more[0]) if more else "", made


def player_of_link(session: Session, token: str) -> Player:
    code, number, holder, _ = parts_of(token)
    player = find.player_of(session, seat_links.held_seat(session, code, number, holder))
    if not player:
        raise Missing("Nobody plays this seat by mail.")
    return player


def change(session: Session, token: str) -> None:
    change_absences(session, player_of_link(session, token).id)


def change_absences(session: Session, player_id: int) -> None:
    """Adds an absence or removes one, or the player is back, as the button says."""
    what = forms.text("what")
    if what == "back":
        own_hours.come_back(session, house(), player_id)
    elif what == "drop":
        own_hours.drop_absence(session, house(), player_id, forms.text("from"))
    else:
        own_hours.go_away(session, house(), player_id, read_day("from"), read_day("to"))


def absences_to_come(player: Player) -> list[tuple[date, date | None]]:
    """From a day to a day; without the second until the player is back."""
    known = own_time.not_over(player.absences, own_time.today_of(player, now()))
    return [
        (date.fromisoformat(begins), date.fromisoformat(ends) if ends else None) for begins, ends in known
    ]


def read_day(name: str) -> date | None:
    """As a browser's field for days sends it; one without such a field leaves it to the person."""
    typed = forms.text(name).strip()
    try:
        return date.fromisoformat(typed) if typed else None
    except ValueError:
        raise Problem("“{typed}” is not a day; it should look like 2026-12-24.", typed=typed[:40]) from None
