"""A match's page: the board, who is asked, what happened, and the orders and plans of the one who looks."""

from typing import Any

from flask import Blueprint, Response, make_response, redirect, request
from sqlmodel import Session
from werkzeug.wrappers import Response as Answer

from app.models import Match
from app.problems import Missing, NotAllowed, Problem, Stale
from app.services.lobby import guests
from app.services.matches import find, notes, talk
from app.services.matches import match_view as tables
from app.services.play import drafts, plans, take_back
from app.services.play.deputies import come_back
from app.services.play.receipts import Submission
from app.services.play.submit import submit as submit_orders
from app.web import forms
from app.web.boards import board, mistake, tried
from app.web.choices import choosing, plan_typed
from app.web.lobby import GIVE_UP, lobby_page
from app.web.pages import house, page, told_in
from app.web.sessions import my_id, playing
from engine.errors import OrderError
from engine.speech import later

blueprint = Blueprint("table", __name__)

MOST_STEPS = 1_000_000  # more than any match has; larger numbers do not fit everywhere


# --- Looking ---


@blueprint.get("/m/<code>")
def match(code: str) -> Response:
    if is_open(code):
        return lobby_page(code)
    return show(read(code), doors(code))


def is_open(code: str) -> bool:
    """Before its start a match has a lobby and no table."""
    with house().db.reading() as session:
        match = find.by_code(session, code)
    return match.started_at is None


def read(code: str, seat: int | None = None, step: int | None = None) -> dict[str, Any]:
    with house().db.reading() as session:
        told = tables.table(session, house(), code, my_id(), seat, step, told_in())
        match = find.by_code(session, code)
        return {
            **told,
            "talk": talk.at_table(session, match),
            "draft": draft(session, match, told),
            "note": notes.kept(session, match, my_id()),
        }


def draft(session: Session, match: Match, told: dict[str, Any]) -> str:
    """What the seat is still thinking about."""
    ask = told["ask"]
    return drafts.kept(session, match, told["number"], ask["turn"], ask["base"]) if ask else ""


def doors(code: str) -> dict[str, str]:
    """Where the forms of the page go."""
    return {
        name: f"/m/{code}/{name}"
        for name in ("orders", "plan", "back", "talk", "compose", "rehearse", "note")
    }


def show(told: dict[str, Any], doors: dict[str, str], status: int = 200, /, **facts: Any) -> Response:
    """The page of a match, with whatever was just tried, done or typed."""
    own = told["ask"] or {}
    frame = {
        "doors": doors,
        "by_link": False,
        "orders": own.get("orders") or told["draft"],
        "tried": None,
        "mistake": None,
        "plan_text": (told["plan"] or {}).get("text", ""),
        "plan_mistake": None,
        "rehearsed": "",
        "receipt": receipt_of(told, request.args.get("receipt", "")),
        "again": "again" in request.args,
        "noted": "noted" in request.args,
        "word": told_in().gettext(GIVE_UP),
        **facts,
    }
    seen = frame["tried"].view if frame["tried"] else None
    choice = choosing(told, told_in())
    return page("table.html", status, **told, **frame, **choice, board=board(told, told_in(), seen))


def receipt_of(told: dict[str, Any], number: str) -> dict[str, Any] | None:
    return next((receipt for receipt in told["receipts"] if str(receipt["number"]) == number), None)


@blueprint.get("/m/<code>/board.svg")
def picture(code: str) -> Response:
    number = request.args.get("step", type=int)
    if is_open(code) or (number is not None and not 0 <= number <= MOST_STEPS):
        raise Missing("There is no such board.")
    told = read(code, step=number)
    answer = make_response(str(board(told, told_in()).svg))
    answer.content_type = "image/svg+xml; charset=utf-8"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return answer


@blueprint.get("/m/<code>/record.jsonl")
def record(code: str) -> Response:
    if is_open(code):
        raise Missing("The record begins when the match starts.")
    with house().db.reading() as session:
        match = find.by_code(session, code)
        tables.may_watch(match, own_seat(session, code), my_id())
        lines = tables.record(session, code)
    answer = make_response(lines)
    answer.content_type = "application/jsonl"
    answer.headers["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.jsonl"'
    return answer


# --- Orders ---


def own_seat(session: Session, code: str) -> int | None:
    """The number of the seat of who is signed in."""
    player, match = my_id(), find.by_code(session, code)
    seats = find.seats_of(session, match)
    return next((seat.number for seat in seats if player and seat.player_id == player), None)


def my_seat(code: str) -> int:
    playing()
    with house().db.reading() as session:
        number = own_seat(session, code)
    if not number:
        raise NotAllowed("You have no seat in this match.")
    return number


@blueprint.post("/m/<code>/orders")
def orders(code: str) -> Answer:
    seat = my_seat(code)
    if forms.text("what") == "preview":
        return preview(read(code), doors(code))
    turn, base = forms.number("turn", later("A turn")), forms.number("base", later("A step"))
    if forms.text("what") == "take-back":
        return taken_back(code, seat, turn, doors(code), f"/m/{code}#orders")
    return submit(code, seat, turn, base, doors(code))


def preview(told: dict[str, Any], doors: dict[str, str], /, **facts: Any) -> Response:
    text = forms.text("orders")
    try:
        seen = tried(told, text, told_in())
    except OrderError as error:
        return show(told, doors, 422, orders=text, mistake=mistake(error, text, told_in()), **facts)
    return show(told, doors, 200, orders=text, tried=seen, **facts)


def submit(code: str, seat: int, turn: int, base: int, doors: dict[str, str]) -> Answer:
    text = forms.text("orders")
    try:
        outcome = house().write(
            lambda session: submit_orders(session, house(), code, Submission(seat, turn, base, text))
        )
    except OrderError as error:
        return show(read(code), doors, 422, orders=text, mistake=mistake(error, text, told_in()))
    except Stale as stale:
        return show(read(code), doors, stale.status, orders=text, problem=stale.tell(told_in()))
    except Problem as problem:
        return show(read(code), doors, problem.status, orders=text, problem=problem.tell(told_in()))
    guests.bots_answer(house(), code)
    again = "&again" if outcome.again else ""
    return redirect(f"/m/{code}?receipt={outcome.receipt.number}{again}#receipt", 303)


def taken_back(
    code: str, seat: int, turn: int, doors: dict[str, str], then: str, by_link: bool = False
) -> Answer:
    """A sealed answer, until all are in; the page that the button stands on may be an old one."""
    try:
        house().write(lambda session: take_back.take_back(session, house(), code, seat, turn))
    except Problem as problem:
        told = read(code, seat if by_link else None)
        return show(told, doors, problem.status, by_link=by_link, problem=problem.tell(told_in()))
    return redirect(then, 303)


# --- Plans ---


@blueprint.post("/m/<code>/plan")
def plan(code: str) -> Answer:
    seat = my_seat(code)
    return planned(code, seat, doors(code), f"/m/{code}#plan")


def planned(code: str, seat: int, doors: dict[str, str], then: str, by_link: bool = False) -> Answer:
    """Rehearsed, set or removed, by the button that was pressed."""
    what, text, status = forms.text("what"), forms.text("plan"), 200
    facts: dict[str, Any] = {"plan_text": text, "by_link": by_link}
    try:
        if forms.text("scope"):
            facts["plan_text"] = text = plan_typed(read(code, seat if by_link else None), told_in())
        if what != "rehearse":
            change_plan(code, seat, "" if what == "drop" else text)
            return redirect(then, 303)
        facts["rehearsed"] = house().write(
            lambda session: plans.rehearse(session, house(), code, seat, text, told_in())
        )
    except OrderError as error:
        facts["plan_mistake"], status = mistake(error, text, told_in()), 422
    except Problem as problem:
        facts["problem"], status = problem.tell(told_in()), problem.status
    return show(read(code, seat if by_link else None), doors, status, **facts)


def change_plan(code: str, seat: int, text: str) -> None:
    """Set, or removed where there is no text."""
    if text.strip():
        house().write(lambda session: plans.set_plan(session, house(), code, seat, text))
    else:
        house().write(lambda session: plans.drop_plan(session, house(), code, seat))


@blueprint.post("/m/<code>/back")
def back(code: str) -> Answer:
    seat = my_seat(code)
    house().write(lambda session: come_back(session, house(), code, seat))
    return redirect(f"/m/{code}", 303)
