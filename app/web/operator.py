"""The page of the people who look after the service. For all others it is not there."""

from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, session
from werkzeug.wrappers import Response as BaseResponse

from app.clock import now
from app.links import BadLink
from app.services.upkeep import operators, week
from app.web import forms, sessions
from app.web.health import watch
from app.web.pages import house, page, page_speech

blueprint = Blueprint("operator", __name__)

DONE = "operator-done"


def only_operators() -> None:
    if not operators.is_operator(house().settings, sessions.signed_in_player()):
        abort(404)


@blueprint.get("/operator")
def overview() -> Response:
    only_operators()
    look, speech = watch().look(), page_speech()
    with house().reading() as reading:
        stuck = operators.overview(reading, house(), now())
        figures = week.figures(reading, now(), look, speech)
        last_orders = week.last_orders_at(reading)
    troubles = [(trouble.tell(speech).replace("`", ""), trouble.only_warns) for trouble in look.troubles]
    done = str(session.pop(DONE, ""))
    facts: dict[str, Any] = {"notice": speech.gettext(done) if done else ""}
    facts |= {"figures": figures, "last_orders": last_orders}
    answer = page("operator.html", stuck=stuck, troubles=troubles, **facts)
    answer.cache_control.no_store = True
    return answer


@blueprint.post("/operator")
def act() -> BaseResponse:
    """Does one thing, and tells on the page what it did."""
    only_operators()
    action, token = forms.text("what"), forms.text("it")
    if action not in operators.ACTIONS:
        abort(400)
    try:
        done = house().write(partial(operators.act, house=house(), action=action, token=token))
    except BadLink:
        done = operators.NOTHING
    session[DONE] = str(done)
    return redirect(request.path, 303)
