"""A match's page: the board, who is asked, what happened, and its reader's orders and plans."""

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from app.db.words import ProposalKind
from app.problems import Missing, Problem
from app.services.lobby import guests
from app.services.matches import find, history
from app.services.matches.match_view import check_may_watch
from app.services.matches.needs import need_of
from app.services.matches.seat_links import Held
from app.services.play import plans, take_back
from app.services.play.deputies import come_back
from app.services.play.receipts import Submission
from app.services.play.resting import want_on
from app.services.play.submit import submit as submit_orders
from app.web import forms, sessions
from app.web.boards import board, mistake_in, parts_of, try_orders
from app.web.choices import filled_in, order_tools, plan_in_form
from app.web.drawings import drawing
from app.web.hints import hints_for
from app.web.lobby import GIVE_UP, lobby_page
from app.web.match_reading import (
    MOST_STEPS,
    Addresses,
    Form,
    MatchReading,
    form_of,
    has_started,
    my_held_seat,
    own_seat,
    page_addresses,
    reading_of,
    seat_to_play,
    view_of,
    write_as,
)
from app.web.now import remember_look
from app.web.outcome import outcome
from app.web.pages import house, page, page_speech, told
from app.web.sessions import my_id, signed_in_player
from engine.errors import OrderError
from engine.speech import later

blueprint = Blueprint("match", __name__)

MOST_TOLD = 6  # paragraphs of what has happened since the reader's last turn
ALONE: tuple[ProposalKind, ...] = ("pause", "end")  # the host's own buttons, where the match was opened so


def show_match(
    here: MatchReading,
    addresses: Addresses,
    form: Form | None = None,
    status: int = 200,
    problem: str = "",
) -> Response:
    """The page of a match; `form` and `problem` tell what was just tried, done or typed."""
    view, speech, form = here.view, page_speech(), form or form_of(here)
    shown = form.tried.game_view if form.tried else view.game_view
    return page(
        "match.html",
        status,
        match=view.match,
        view=view,
        talk=here.talk,
        diary=here.diary,
        proposals=here.proposals,
        ways=here.ways,
        offered=here.offered,
        unfolded=False,
        back=None,
        form=form,
        addresses=addresses,
        tools=order_tools(view, speech),
        board=board(view, speech, shown),
        parts=parts_of(view.match.game, view.names, shown, speech, here.marked),
        shown_orders=form.tried.orders if form.tried else "",
        outcome=outcome(here, gets_letters(), speech) if form.receipt else "",
        since=here.since,
        news=here.news[-MOST_TOLD:],
        untold=max(0, len(here.news) - MOST_TOLD),
        alone={kind: here.ways.alone or need_of(view.needs, kind) == "host" for kind in ALONE},
        give_up=speech.gettext(GIVE_UP),
        problem=problem,
        hints=hints_for(view, sessions.signed_in_player() is None and addresses.action is None),
    )


def gets_letters() -> bool:
    me = signed_in_player()
    return me is not None and me.mail != "none"


# --- Looking ---


@blueprint.get("/m/<code>")
def match(code: str) -> Response:
    with house().reading() as session:
        here = reading_of(session, code) if has_started(session, code) else None
    return show_match(here, page_addresses(code)) if here else lobby_page(code)


@blueprint.get("/m/<code>/board.svg")
def picture(code: str) -> Response:
    number = request.args.get("step", type=int)
    with house().reading() as session:
        if not has_started(session, code) or (number is not None and not 0 <= number <= MOST_STEPS):
            raise Missing("There is no such board.")
        view = view_of(session, code, step=number)
    return drawing(str(board(view, page_speech()).svg))


@blueprint.get("/m/<code>/record.jsonl")
def record(code: str) -> Response:
    with house().reading() as session:
        if not has_started(session, code):
            raise Missing("The record begins when the match starts.")
        match = find.by_code(session, code)
        check_may_watch(match, own_seat(session, code), my_id())
        lines = history.record_of(session, code)
    response = make_response(lines)
    response.content_type = "application/jsonl"
    response.headers["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.jsonl"'
    return response


# --- Orders ---


@blueprint.post("/m/<code>/orders")
def orders(code: str) -> BaseResponse:
    addresses = page_addresses(code)
    if forms.text("what") == "preview":
        return show_preview(addresses.read(code), addresses)
    mine = seat_to_play(code)
    turn, base = forms.number("turn", later("The turn")), forms.number("base", later("The step"))
    if forms.text("what") == "take-back":
        return take_back_answer(mine, turn, addresses, f"/m/{code}#orders")
    return submit(
        code, Submission(mine.number, turn, base, forms.text("orders"), holder=mine.holder), addresses
    )


def show_preview(here: MatchReading, addresses: Addresses) -> Response:
    text, speech = forms.text("orders"), page_speech()
    form = replace(form_of(here), orders=text)
    try:
        trial = try_orders(here.view, text, speech)
    except OrderError as error:
        mistake = mistake_in(error, text, here.view.names, speech)
        return show_match(here, addresses, replace(form, mistake=mistake), 422)
    return show_match(here, addresses, replace(form, tried=trial))


def submit(code: str, given: Submission, addresses: Addresses) -> BaseResponse:
    try:
        outcome = house().write_till_known(lambda session: submit_orders(session, house(), code, given))
    except (OrderError, Problem) as error:
        return show_refusal(addresses.read(code), addresses, given.text, error)
    remember_look(code, given.base - 1)
    guests.bots_answer(house(), code)
    again = "&again" if outcome.again else ""
    return redirect(f"/m/{code}?receipt={outcome.receipt.number}{again}#receipt", 303)


def show_refusal(
    here: MatchReading, addresses: Addresses, text: str, error: OrderError | Problem
) -> Response:
    """The page as it is now, with the orders that were typed, and what is wrong with them."""
    form = replace(form_of(here), orders=text)
    if isinstance(error, Problem):  # for example, the match is paused
        return show_match(here, addresses, form, error.status, told(error))
    mistake = mistake_in(error, text, here.view.names, page_speech())
    return show_match(here, addresses, replace(form, mistake=mistake), 422)


def take_back_answer(mine: Held, turn: int, addresses: Addresses, then: str) -> BaseResponse:
    """Takes back a sealed answer. The page with the button may be old: `turn` says which answer it means."""
    undo = partial(take_back.take_back, house=house(), code=mine.match, seat=mine.number, turn=turn)
    try:
        write_as(mine, undo)
    except Problem as problem:
        return show_match(addresses.read(mine.match), addresses, status=problem.status, problem=told(problem))
    return redirect(then, 303)


# --- Plans ---


@blueprint.post("/m/<code>/plan")
def plan(code: str) -> BaseResponse:
    mine = my_held_seat(code) if forms.text("what") == "rehearse" else seat_to_play(code)
    return handle_plan(mine, page_addresses(code), f"/m/{code}#plan")


def handle_plan(mine: Held, addresses: Addresses, then: str) -> BaseResponse:
    """Rehearses, sets or removes a plan, as the button says that was pressed."""
    code, seat = mine.match, mine.number
    what, text, speech = forms.text("what"), forms.text("plan"), page_speech()
    rehearsed, plan_mistake, problem_text, status = "", None, "", 200
    try:
        if forms.text("scope"):
            text = plan_in_form(addresses.read(code).view, speech)
        if what != "rehearse":
            change_plan(mine, "" if what == "drop" else text)
            return redirect(then, 303)
        rehearsed = write_as(mine, lambda session: plans.rehearse(session, house(), code, seat, text, speech))
    except OrderError as error:
        plan_mistake, status = mistake_in(error, text, addresses.read(code).view.names, speech), 422
    except Problem as problem:
        problem_text, status = told(problem), problem.status
    here = addresses.read(code)
    tried = replace(form_of(here), filled=filled_in(), rehearsed=rehearsed)
    form = replace(tried, plan=text, plan_mistake=plan_mistake)
    return show_match(here, addresses, form, status, problem_text)


def change_plan(mine: Held, text: str) -> None:
    """Sets the plan; an empty text removes it."""
    code, seat = mine.match, mine.number
    if text.strip():
        write_as(mine, lambda session: plans.set_plan(session, house(), code, seat, text))
    else:
        write_as(mine, lambda session: plans.drop_plan(session, house(), code, seat))


@blueprint.post("/m/<code>/wake")
def wake(code: str) -> BaseResponse:
    """A match in which nobody has acted for long goes on."""
    mine = my_held_seat(code)
    write_as(mine, lambda session: want_on(session, house(), code, mine.number))
    return redirect(f"/m/{code}", 303)


@blueprint.post("/m/<code>/back")
def back(code: str) -> BaseResponse:
    mine = seat_to_play(code)
    write_as(mine, lambda session: come_back(session, house(), code, mine.number))
    return redirect(f"/m/{code}", 303)
