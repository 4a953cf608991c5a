"""A match's page: the board, who is asked, what happened, and the orders and plans of its reader."""

from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.wrappers import Response as Answer

from app.problems import Missing, Problem
from app.services.lobby import guests
from app.services.matches import find, history
from app.services.matches.match_view import may_watch
from app.services.play import plans, take_back
from app.services.play.deputies import come_back
from app.services.play.receipts import Submission
from app.services.play.submit import submit as submit_orders
from app.web import forms
from app.web.boards import board, mistake, tried
from app.web.choices import order_tools, plan_typed
from app.web.lobby import GIVE_UP, lobby_page
from app.web.match_form import Addresses, Form, form_of, page_addresses
from app.web.match_reading import (
    MOST_STEPS,
    MatchReading,
    has_started,
    my_seat,
    own_seat,
    read,
    read_view,
    reading_of,
    view_of,
)
from app.web.pages import house, page, told_in
from app.web.sessions import my_id
from engine.errors import OrderError
from engine.speech import later

blueprint = Blueprint("match", __name__)


def show(
    here: MatchReading,
    addresses: Addresses,
    form: Form | None = None,
    status: int = 200,
    problem: str = "",
) -> Response:
    """The page of a match, with whatever was just tried, done or typed."""
    view, speech, form = here.view, told_in(), form or form_of(here)
    return page(
        "match.html",
        status,
        match=view.match,
        view=view,
        talk=here.talk,
        form=form,
        addresses=addresses,
        tools=order_tools(view, speech),
        board=board(view, speech, form.tried.game_view if form.tried else None),
        give_up=speech.gettext(GIVE_UP),
        problem=problem,
    )


# --- Looking ---


@blueprint.get("/m/<code>")
def match(code: str) -> Response:
    with house().reading() as session:
        here = reading_of(session, code) if has_started(session, code) else None
    return show(here, page_addresses(code)) if here else lobby_page(code)


@blueprint.get("/m/<code>/board.svg")
def picture(code: str) -> Response:
    number = request.args.get("step", type=int)
    with house().reading() as session:
        if not has_started(session, code) or (number is not None and not 0 <= number <= MOST_STEPS):
            raise Missing("There is no such board.")
        view = view_of(session, code, step=number)
    answer = make_response(str(board(view, told_in()).svg))
    answer.content_type = "image/svg+xml; charset=utf-8"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return answer


@blueprint.get("/m/<code>/record.jsonl")
def record(code: str) -> Response:
    with house().reading() as session:
        if not has_started(session, code):
            raise Missing("The record begins when the match starts.")
        match = find.by_code(session, code)
        may_watch(match, own_seat(session, code), my_id())
        lines = history.record(session, code)
    answer = make_response(lines)
    answer.content_type = "application/jsonl"
    answer.headers["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.jsonl"'
    return answer


# --- Orders ---


@blueprint.post("/m/<code>/orders")
def orders(code: str) -> Answer:
    seat, addresses = my_seat(code), page_addresses(code)
    if forms.text("what") == "preview":
        return preview(read(code), addresses)
    turn, base = forms.number("turn", later("A turn")), forms.number("base", later("A step"))
    if forms.text("what") == "take-back":
        return taken_back(code, seat, turn, addresses, f"/m/{code}#orders")
    return submit(code, seat, turn, base, addresses)


def preview(here: MatchReading, addresses: Addresses) -> Response:
    text, speech = forms.text("orders"), told_in()
    form = replace(form_of(here), orders=text)
    try:
        seen = tried(here.view, text, speech)
    except OrderError as error:
        return show(here, addresses, replace(form, mistake=mistake(error, text, speech)), 422)
    return show(here, addresses, replace(form, tried=seen))


def submit(code: str, seat: int, turn: int, base: int, addresses: Addresses) -> Answer:
    text = forms.text("orders")
    try:
        outcome = house().write(
            lambda session: submit_orders(session, house(), code, Submission(seat, turn, base, text))
        )
    except (OrderError, Problem) as error:
        return not_played(read(code), addresses, text, error)
    guests.bots_answer(house(), code)
    again = "&again" if outcome.again else ""
    return redirect(f"/m/{code}?receipt={outcome.receipt.number}{again}#receipt", 303)


def not_played(here: MatchReading, addresses: Addresses, text: str, error: OrderError | Problem) -> Response:
    """The page as it is now, with what was typed, and what is wrong."""
    form = replace(form_of(here), orders=text)
    if isinstance(error, Problem):  # paused, say
        return show(here, addresses, form, error.status, error.tell(told_in()))
    return show(here, addresses, replace(form, mistake=mistake(error, text, told_in())), 422)


def taken_back(code: str, seat: int, turn: int, addresses: Addresses, then: str) -> Answer:
    """A sealed answer, until all are in; the page that the button stands on may be an old one."""
    try:
        house().write(lambda session: take_back.take_back(session, house(), code, seat, turn))
    except Problem as problem:
        here = read(code, seat if addresses.by_link else None)
        return show(here, addresses, status=problem.status, problem=problem.tell(told_in()))
    return redirect(then, 303)


# --- Plans ---


@blueprint.post("/m/<code>/plan")
def plan(code: str) -> Answer:
    seat = my_seat(code)
    return planned(code, seat, page_addresses(code), f"/m/{code}#plan")


def planned(code: str, seat: int, addresses: Addresses, then: str) -> Answer:
    """Rehearsed, set or removed, by the button that was pressed."""
    what, text, speech = forms.text("what"), forms.text("plan"), told_in()
    viewer = seat if addresses.by_link else None
    rehearsed, wrong, trouble, status = "", None, "", 200
    try:
        if forms.text("scope"):
            text = plan_typed(read_view(code, viewer), speech)
        if what != "rehearse":
            change_plan(code, seat, "" if what == "drop" else text)
            return redirect(then, 303)
        rehearsed = house().write(lambda session: plans.rehearse(session, house(), code, seat, text, speech))
    except OrderError as error:
        wrong, status = mistake(error, text, speech), 422
    except Problem as problem:
        trouble, status = problem.tell(speech), problem.status
    here = read(code, viewer)
    form = replace(form_of(here), plan=text, rehearsed=rehearsed, plan_mistake=wrong)
    return show(here, addresses, form, status, trouble)


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
