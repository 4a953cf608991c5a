"""The pages that links in letters lead to: turns, invitations, the end of letters. GET shows, POST acts."""

from typing import Any

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from app.links import Action
from app.models import Receipt
from app.problems import Problem, Stale
from app.services.lobby import seats
from app.services.matches import seat_links
from app.services.matches.history import shown_receipt
from app.services.matches.match_view import SeatView
from app.services.matches.past_turn import past_turn, receipt_of_turn
from app.services.matches.seat_links import Held
from app.services.people import unsubscribe
from app.services.play import deputies, resting
from app.services.play.receipts import Submission
from app.services.play.submit import submit as submit_orders
from app.web import forms, match_page
from app.web.boards import board, mistake_in, try_orders
from app.web.match_reading import Addresses, TurnPassed, open_link, read_by_holder, read_by_link, write_as
from app.web.pages import house, page, page_language, page_speech, told
from engine.errors import OrderError
from engine.speech import later

blueprint = Blueprint("links", __name__)

LONGEST_NUMBER = 9  # digits


# --- A turn ---


@blueprint.get("/do/<token>/go")
def turn(token: str) -> BaseResponse:
    action = action_of(token)
    here = read_by_link(action)
    if receipt := receipt_asked_for(action):
        return receipt_page(action, here.view, receipt)
    if not is_same_decision(action, here.view):
        return past_page(action)
    if not action.orders:
        return match_page.show_match(here, link_addresses(token, action))
    return confirm_page(action, here.view)


def action_of(token: str) -> Action:
    return open_link(house().links.read_action(token))


def is_same_decision(action: Action, view: SeatView) -> bool:
    """In an open turn, orders that were played may have led to another decision of it."""
    ask = view.ask
    return not action.orders or (ask is not None and (ask.sealed or ask.since <= action.base <= ask.base))


def link_addresses(token: str, action: Action) -> Addresses:
    here = f"/do/{token}"
    return Addresses(
        orders=f"{here}/go",
        plan=f"{here}/go",
        back=f"{here}/go",
        compose=f"{here}/compose",
        rehearse=f"{here}/rehearse",
        board=f"{here}/board.pdf",
        now=f"{here}/now",
        seen=f"{here}/seen",
        propose=house().links.address("propose", [action.match, action.seat, action.holder, action.turn]),
        action=action,
    )


def confirm_page(action: Action, view: SeatView, status: int = 200, problem: str = "") -> Response:
    trial, wrong = None, None
    try:
        trial = try_orders(view, action.orders, page_speech())
    except OrderError as error:
        wrong, status = mistake_in(error, action.orders, view.names, page_speech()), 409
    drawing = board(view, page_speech(), trial.game_view if trial else None)
    facts = {"action": action, "tried": trial, "mistake": wrong, "problem": problem}
    return link_page("link.html", action, view, status, **facts, board=drawing)


def link_page(template: str, action: Action, view: SeatView, status: int = 200, /, **facts: Any) -> Response:
    return page(template, status, match=view.match, view=view, more=address_of(action, view), **facts)


def address_of(action: Action, view: SeatView) -> str:
    """The address of the seat's page for the link's turn."""
    assert view.ask
    return house().links.action(action._replace(base=view.ask.base, orders=""))


@blueprint.post("/do/<token>/go")
def act(token: str) -> BaseResponse:
    action = house().links.read_action(token)
    if action.orders:
        return submit(action, action.orders, action.base)
    what = forms.text("what")
    if what == "submit":
        return submit(
            action, forms.text("orders"), forms.number("base", later("The step"), action.base), token
        )
    here, addresses = read_by_link(open_link(action)), link_addresses(token, action)
    if what in ("rehearse", "set", "drop"):
        return match_page.handle_plan(held_by(action), addresses, f"/do/{token}/go#plan")
    if what == "preview":
        return match_page.show_preview(here, addresses)
    if what == "take-back":
        then = f"/do/{token}/go#orders"
        return match_page.take_back_answer(held_by(action), action.turn, addresses, then)
    raise Problem("This was sent without saying what to do. Nothing was changed.")


def held_by(action: Action) -> Held:
    return Held(action.match, action.seat, action.holder)


def submit(action: Action, text: str, base: int, token: str = "") -> BaseResponse:
    """Most orders come this way. It shows no page: the browser is sent on to the receipt's address."""
    submission = Submission(action.seat, action.turn, base, text, holder=action.holder)
    try:
        outcome = house().write_till_known(
            lambda session: submit_orders(session, house(), action.match, submission)
        )
    except (OrderError, Problem) as error:
        return failed_page(action, text, token, error)
    again = "&again" if outcome.again else ""
    return redirect(f"{request.path}?receipt={outcome.receipt.number}{again}", 303)


def failed_page(action: Action, text: str, token: str, error: OrderError | Problem) -> Response:
    """The page that the orders came from, with what was typed, and what is wrong."""
    here = read_by_link(open_link(action))
    if isinstance(error, Stale):
        return past_page(action, error.status, text if token else "")
    if token:
        return match_page.show_refusal(here, link_addresses(token, action), text, error)
    if isinstance(error, Problem):  # for example, the match is paused
        return confirm_page(action, here.view, error.status, told(error))
    return confirm_page(action, here.view)


def receipt_number() -> int:
    """The one in the address, where a submission sends the browser on to its receipt; 0 for none."""
    number = request.args.get("receipt", "")
    return int(number) if number.isdecimal() and len(number) <= LONGEST_NUMBER else 0


def receipt_asked_for(action: Action) -> Receipt | None:
    number = receipt_number()
    if not number:
        return None
    with house().reading() as session:
        return receipt_of_turn(session, action, number)


def receipt_page(action: Action, view: SeatView, receipt: Receipt) -> Response:
    """The receipt, and where the match stands now."""
    sealed = view.ask is not None and view.ask.sealed
    facts = {"receipt": shown_receipt(receipt), "again": "again" in request.args, "sealed": sealed}
    return link_page("link_done.html", action, view, **facts, board=board(view, page_speech()))


# --- A turn that has passed ---


@blueprint.app_errorhandler(TurnPassed)
def on_turn_passed(passed: TurnPassed) -> Response:
    typed = "" if passed.action.orders else forms.text("orders")
    return past_page(passed.action, 409 if request.method == "POST" else 200, typed)


def past_page(action: Action, status: int = 200, typed_orders: str = "") -> Response:
    """For a decision that has been made: what was played, and the ways to where the match stands now."""
    with house().reading() as session:
        past = past_turn(session, action, page_speech(), receipt_number())
    return page(
        "link_past.html", status, **vars(past), again="again" in request.args, typed_orders=typed_orders
    )


# --- Invitations ---


@blueprint.get("/invitation/<token>/go")
def invitation(token: str) -> Response:
    return invitation_page(token)


@blueprint.get("/invitation/<token>/decline/go")
def decline_invitation(token: str) -> Response:
    return invitation_page(token, declines=True)


def invitation_page(token: str, problem: str = "", status: int = 200, declines: bool = False) -> Response:
    with house().reading() as session:
        shown = seats.invitation_view(session, house(), token)
    facts = {"match": shown.match, "chance": shown.chance, "invitation": shown, "problem": problem}
    return page("invitation.html", status, **facts, typed=request.form, declines=declines)


@blueprint.post("/invitation/<token>/go")
def answer_invitation(token: str) -> BaseResponse:
    what, name, salt = forms.text("what"), forms.text("name").strip(), forms.text("salt").strip()
    if what not in ("accept", "decline"):
        return invitation_page(
            token, page_speech().gettext("You can only accept or decline an invitation."), 400
        )
    try:
        match = house().write(
            lambda session: (
                seats.accept(session, house(), token, name, salt, page_language())
                if what == "accept"
                else seats.decline(session, house(), token)
            )
        )
    except Problem as problem:
        return invitation_page(token, told(problem), problem.status)
    return page("invitation_done.html", match=match, accepted=what == "accept")


# --- Back again ---


def held_seat(purpose: str, token: str) -> Held:
    value: list[Any] = [*house().links.read(purpose, token), "", 0]
    code, seat, holder, away, *_ = value
    read_by_holder(str(code), int(seat), str(holder))
    if purpose == "back":
        with house().reading() as session:
            seat_links.check_absence(session, str(code), int(seat), int(away or 0))
    return Held(str(code), int(seat), str(holder))


@blueprint.get("/back/<token>/go")
def back_form(token: str) -> Response:
    return back_page(held_seat("back", token))


@blueprint.post("/back/<token>/go")
def come_back(token: str) -> Response:
    held = held_seat("back", token)
    write_as(held, lambda session: deputies.come_back(session, house(), held.match, held.number))
    return back_page(held)


def back_page(held: Held) -> Response:
    with house().reading() as session:
        facts = deputies.back_facts(session, held.match, held.number)
    return page("back.html", **facts)


# --- A match in which nobody acts ---


@blueprint.get("/on/<token>/go")
def on_form(token: str) -> Response:
    return on_page(held_seat("on", token))


@blueprint.post("/on/<token>/go")
def go_on(token: str) -> Response:
    held = held_seat("on", token)
    write_as(held, lambda session: resting.want_on(session, house(), held.match, held.number))
    return on_page(held)


def on_page(held: Held) -> Response:
    with house().reading() as session:
        facts = deputies.back_facts(session, held.match, held.number)
    return page("on.html", **facts)


# --- No more letters ---


@blueprint.get("/stop/<token>/go")
def stop_form(token: str) -> Response:
    with house().reading() as session:
        facts = unsubscribe.stop_facts(session, house(), token)
    return stop_page(facts)


def stop_page(facts: dict[str, Any]) -> Response:
    return page("stop.html" if facts["match"] else "stop_digest.html", **facts)


@blueprint.post("/stop/<token>/go")
def stop(token: str) -> Response:
    """Mail programs, too, post to this, for their own button (RFC 8058), without a cookie or our form."""
    again = forms.text("what") == "again"
    facts = house().write(lambda session: unsubscribe.stop_letters(session, house(), token, stop=not again))
    return stop_page(facts)
