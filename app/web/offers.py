"""The pages where somebody takes a seat that the players of a running match offer. GET shows, POST acts."""

from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from app.problems import Missing, Problem
from app.services.proposals import offers
from app.services.proposals.offers import MAILED, PASSED_ON
from app.web import forms
from app.web.pages import house, page, page_language, page_speech
from app.web.sessions import need_player

blueprint = Blueprint("offers", __name__)


def offer_page(way: str, token: str, problem: Problem | None = None) -> Response:
    with house().reading() as session:
        offer = offers.offer_view(session, house(), way, token)
    told = problem.tell(page_speech()) if problem else ""
    status = problem.status if problem else 200
    return page("offer.html", status, match=offer.match, offer=offer, problem=told, here=request.path)


@blueprint.get("/take/<token>/go")
def mailed_offer(token: str) -> Response:
    return offer_page(MAILED, token)


@blueprint.get("/sit/<token>/go")
def passed_on_offer(token: str) -> Response:
    return offer_page(PASSED_ON, token)


@blueprint.post("/take/<token>/go")
def answer_mailed(token: str) -> BaseResponse:
    what = forms.text("what")
    if what == "decline":
        house().write(partial(offers.decline, house=house(), token=token))
        return offer_page(MAILED, token)
    return take(MAILED, token, None)


@blueprint.post("/sit/<token>/go")
def take_passed_on(token: str) -> BaseResponse:
    return take(PASSED_ON, token, need_player().id)


def take(way: str, token: str, player_id: int | None) -> BaseResponse:
    own: dict[str, Any] = {"player_id": player_id, "name": forms.text("name"), "language": page_language()}
    taking = partial(offers.take, house=house(), way=way, token=token, **own)
    try:
        match = house().write(taking)
    except Missing:
        raise
    except Problem as problem:
        return offer_page(way, token, problem)
    if way == MAILED:
        return page("invitation_done.html", match=match, accepted=True)
    return redirect(f"/m/{match.code}", 303)
