"""What letters lead to: a turn's links, invitations, and the end of letters. GET shows, POST acts."""

from typing import Any, cast

from flask import Blueprint, Response, redirect, request
from sqlmodel import Session
from werkzeug.wrappers import Response as Answer

from app.links import Action
from app.models import Receipt
from app.problems import Problem, Stale
from app.services.lobby import seats
from app.services.matches import find
from app.services.matches import match_view as tables
from app.services.people import unsubscribe
from app.services.play import deputies, receipts
from app.services.play.letters import person_of
from app.services.play.receipts import Submission
from app.services.play.submit import submit as submit_orders
from app.web import forms, table
from app.web.boards import board, mistake, tried
from app.web.pages import house, page, read_by, told_in
from engine.errors import OrderError
from engine.speech import later

blueprint = Blueprint("links", __name__)

LONGEST_NUMBER = 9  # digits


# --- A turn ---


def opened(token: str) -> Action:
    """What a link is for; its page is told to the person of that seat, signed in or not."""
    action = house().links.read_action(token)
    told_to_seat(action.match, action.seat)
    return action


def told_to_seat(code: str, number: int) -> None:
    with house().reading() as session:
        seats = find.seats_of(session, find.by_code(session, code))
        person = next((person_of(session, seat) for seat in seats if seat.number == number), None)
    read_by(person)


@blueprint.get("/do/<token>/go")
def turn(token: str) -> Answer:
    action = opened(token)
    told = table.read(action.match, action.seat)
    if receipt := receipt_asked_for(action):
        return done(action, told, receipt)
    if not is_present(action, told):
        return past(action)
    if not action.orders:
        return seat_page(token, told)
    return confirm(action, told)


def is_present(action: Action, told: dict[str, Any]) -> bool:
    """Whether the decision that the link is for has still to be made."""
    ask = told["ask"]
    if not ask or ask["turn"] != action.turn:
        return False
    return bool(ask["sealed"]) or not action.orders or int(ask["base"]) == action.base


def own_door(token: str) -> dict[str, str]:
    here = f"/do/{token}"
    asked = {name: f"{here}/{name}" for name in ("compose", "rehearse")}
    return {**dict.fromkeys(("orders", "plan", "back"), f"{here}/go"), **asked}


def seat_page(token: str, told: dict[str, Any], status: int = 200, /, **facts: Any) -> Response:
    return table.show(told, own_door(token), status, by_link=True, **facts)


def confirm(action: Action, told: dict[str, Any], status: int = 200, problem: str = "") -> Response:
    seen, wrong = None, None
    try:
        seen = tried(told, action.orders, told_in())
    except OrderError as error:
        wrong, status = mistake(error, action.orders, told_in()), 409
    shown = board(told, told_in(), seen.view if seen else None)
    more = address_of(action, told)
    facts = {"tried": seen, "mistake": wrong, "board": shown, "problem": problem, "more": more}
    return page("link.html", status, **told, **facts, action=action)


def address_of(action: Action, told: dict[str, Any]) -> str:
    """The seat's page, while the turn lasts that the link is for."""
    ask = told["ask"]
    if not ask or ask["turn"] != action.turn:
        return ""
    return house().links.action(action._replace(base=ask["base"], orders=""))


@blueprint.post("/do/<token>/go")
def act(token: str) -> Answer:
    action = house().links.read_action(token)
    if action.orders:
        return submit(action, action.orders, action.base)
    what = forms.text("what")
    if what == "submit":
        return submit(action, forms.text("orders"), forms.number("base", later("A step"), action.base), token)
    told_to_seat(action.match, action.seat)
    if what in ("rehearse", "set", "drop"):
        return change_plan(token, action)
    if what == "preview":
        return preview(token, action)
    if what == "take-back":
        here = f"/do/{token}/go#orders"
        return table.taken_back(action.match, action.seat, action.turn, own_door(token), here, True)
    raise Problem("This was sent without saying what to do with it. Nothing was changed.")


def preview(token: str, action: Action) -> Response:
    told = table.read(action.match, action.seat)
    if not is_present(action, told):
        return past(action, 409, forms.text("orders"))
    return table.preview(told, own_door(token), by_link=True)


def change_plan(token: str, action: Action) -> Answer:
    if not is_present(action, table.read(action.match, action.seat)):
        return past(action, 409)
    return table.planned(action.match, action.seat, own_door(token), f"/do/{token}/go#plan", True)


def submit(action: Action, text: str, base: int, token: str = "") -> Answer:
    """The way of most orders: no page is told here, for the receipt has an address of its own."""
    given = Submission(action.seat, action.turn, base, text)
    try:
        outcome = house().write(lambda session: submit_orders(session, house(), action.match, given))
    except (OrderError, Problem) as error:
        told_to_seat(action.match, action.seat)
        return not_done(action, text, token, error)
    again = "&again" if outcome.again else ""
    return redirect(f"{request.path}?receipt={outcome.receipt.number}{again}", 303)


def not_done(action: Action, text: str, token: str, error: OrderError | Problem) -> Response:
    """The same page, with what was typed, and what is wrong."""
    if isinstance(error, Stale):
        return past(action, error.status, text if token else "")
    told = table.read(action.match, action.seat)
    if isinstance(error, Problem):  # paused, say
        if token:
            return seat_page(token, told, error.status, orders=text, problem=error.tell(told_in()))
        return confirm(action, told, error.status, error.tell(told_in()))
    if token:
        return seat_page(token, told, 422, orders=text, mistake=mistake(error, text, told_in()))
    return confirm(action, told)


def receipt_asked_for(action: Action) -> Receipt | None:
    """Where a submission sends on to, and what one comes back to."""
    number = request.args.get("receipt", "")
    if not number.isdecimal() or len(number) > LONGEST_NUMBER:
        return None
    with house().reading() as session:
        return receipts.receipt_numbered(session, action.match, action.seat, int(number))


def done(action: Action, told: dict[str, Any], receipt: Receipt) -> Response:
    """The receipt, and where the match stands now."""
    ask = told["ask"]
    kept = bool(ask and ask["sealed"] and ask["turn"] == receipt.turn)
    facts = {"receipt": tables.told_receipt(receipt), "again": "again" in request.args, "sealed": kept}
    more, shown = address_of(action, told), board(told, told_in())
    return page("link_done.html", **told, **facts, action=action, more=more, board=shown)


def past(action: Action, status: int = 200, typed_orders: str = "") -> Response:
    """The truth about a decision that has been made: what was played, and where the match stands now."""
    told = table.read(action.match, action.seat)
    with house().reading() as session:
        receipt = receipt_of(session, action)
    facts = {"receipt": receipt and tables.told_receipt(receipt), "played": played_then(action, told)}
    more = address_of(action, told)
    return page(
        "link_past.html", status, **told, **facts, typed_orders=typed_orders, action=action, more=more
    )


def played_then(action: Action, told: dict[str, Any]) -> dict[str, Any] | None:
    """The step that was made when the link's decision was due, whoever made it."""
    if action.base > told["steps"]:
        return None
    story = table.read(action.match, action.seat, action.base)["story"]
    return cast("dict[str, Any]", story[-1])


def receipt_of(session: Session, action: Action) -> Receipt | None:
    match = find.by_code(session, action.match)
    return receipts.receipt_for(session, match, action.seat, action.turn, action.base)


# --- Invitations ---


@blueprint.get("/invitation/<token>/go")
def invitation(token: str) -> Response:
    return invitation_page(token)


def invitation_page(token: str, problem: str = "", status: int = 200) -> Response:
    with house().reading() as session:
        told = seats.invitation(session, house(), token)
    return page("invitation.html", status, **told, problem=problem, typed=request.form)


@blueprint.post("/invitation/<token>/go")
def answer_invitation(token: str) -> Answer:
    what, name, salt = forms.text("what"), forms.text("name").strip(), forms.text("salt").strip()
    if what not in ("accept", "decline"):
        return invitation_page(token, told_in().gettext("An invitation is accepted or declined."), 400)
    try:
        match = house().write(
            lambda session: (
                seats.accept(session, house(), token, name, salt)
                if what == "accept"
                else seats.decline(session, house(), token)
            )
        )
    except Problem as problem:
        return invitation_page(token, problem.tell(told_in()), problem.status)
    return page("invitation_done.html", match=match, accepted=what == "accept")


# --- Back again ---


def own_seat(token: str) -> tuple[str, int]:
    code, seat = house().links.read("back", token)
    told_to_seat(code, seat)
    return str(code), int(seat)


@blueprint.get("/back/<token>/go")
def coming_back(token: str) -> Response:
    return page("back.html", **table.read(*own_seat(token)))


@blueprint.post("/back/<token>/go")
def come_back(token: str) -> Response:
    code, seat = own_seat(token)
    house().write(lambda session: deputies.come_back(session, house(), code, seat))
    return page("back.html", **table.read(code, seat), done=True)


# --- No more letters ---


@blueprint.get("/stop/<token>/go")
def stopping(token: str) -> Response:
    with house().reading() as session:
        told = unsubscribe.muting(session, house(), token)
    return stop_page(told)


def stop_page(told: dict[str, Any]) -> Response:
    return page("stop.html" if told["match"] else "stop_digest.html", **told)


@blueprint.post("/stop/<token>/go")
def stop(token: str) -> Response:
    """Also what mail programs send by themselves for their own button: no cookie, no form of ours."""
    again = forms.text("what") == "again"
    told = house().write(lambda session: unsubscribe.mute(session, house(), token, stop=not again))
    return stop_page(told)
