"""Moving one's account to another address, and the links of the letters about it. GET shows, POST acts."""

from functools import partial

from flask import Blueprint, Response, redirect
from werkzeug.wrappers import Response as BaseResponse

from app.problems import Problem
from app.services.people import new_address
from app.services.people.new_address import Move
from app.web import forms, sessions
from app.web.guests import place
from app.web.pages import house, page, page_speech, told
from app.web.people import profile_as_it_is
from app.web.sessions import need_player

blueprint = Blueprint("new_address", __name__)


@blueprint.post("/me/address")
def ask_for_address() -> BaseResponse:
    player_id, email = need_player().id, forms.text("new-address")
    asking = partial(new_address.ask_for_address, player_id=player_id, email=email, place=place())
    try:
        house().write(partial(asking, house=house()))
    except Problem as problem:
        return profile_as_it_is(told(problem), problem.status)
    return redirect("/me#address", 303)


@blueprint.get("/new-address/<token>/go")
def show_new(token: str) -> Response:
    with house().reading() as session:
        move = new_address.move_of_new(session, house(), token)
    return page_of_new(move)


def page_of_new(move: Move, problem: str = "", status: int = 200) -> Response:
    """Only the player reads here what is to move: whoever else has the link is asked to sign in."""
    return page(
        "new_address.html", status, move=move, mine=sessions.my_id() == move.player_id, problem=problem
    )


@blueprint.post("/new-address/<token>/go")
def confirm(token: str) -> Response:
    """The link alone is not enough, so the form must be from a page of the player's own browser."""
    sessions.need_csrf()
    try:
        house().write(partial(new_address.confirm, house=house(), token=token, player_id=sessions.my_id()))
    except Problem as problem:
        with house().reading() as session:
            move = new_address.move_of_new(session, house(), token)
        return page_of_new(move, problem.tell(page_speech()), problem.status)
    return show_new(token)


@blueprint.get("/old-address/<token>/go")
def show_old(token: str) -> Response:
    with house().reading() as session:
        move = new_address.move_of_old(session, house(), token)
    return page("old_address.html", move=move, stopped=False)


@blueprint.post("/old-address/<token>/go")
def stop(token: str) -> Response:
    house().write(partial(new_address.stop, house=house(), token=token))
    return page("old_address.html", stopped=True, move=None)
