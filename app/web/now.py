"""How a match stands, in a few bytes, for pages that are open; and what their readers have seen."""

import logging
from functools import partial
from typing import Any

from flask import Blueprint, jsonify, request
from sqlmodel import Session
from werkzeug.wrappers import Response

from app.db.away import Away
from app.services.matches import find, looks
from app.services.matches.asks import open_asks
from app.services.matches.match_view import check_may_watch
from app.status import goes_on
from app.web import forms
from app.web.match_reading import open_link, own_seat, row_of
from app.web.pages import house, page_speech
from app.web.sessions import my_id, need_player_or_guest
from engine.speech import later

blueprint = Blueprint("now", __name__)
log = logging.getLogger(__name__)


@blueprint.get("/m/<code>/now")
def now_by_session(code: str) -> Response:
    with house().reading() as session:
        return answer(facts(session, code, own_seat(session, code)))


@blueprint.get("/do/<token>/now")
def now_by_link(token: str) -> Response:
    action = open_link(house().links.read_action(token))
    with house().reading() as session:
        return answer(facts(session, action.match, action.seat))


def facts(session: Session, code: str, seat: int | None) -> dict[str, Any]:
    """`turn`: the one that the reader is asked for, or 0."""
    match, speech = find.by_code(session, code), page_speech()
    check_may_watch(match, seat, my_id())
    mine = [ask for ask in open_asks(session, match) if ask.seat == seat and not ask.answered_at]
    turn = mine[0].turn if mine and goes_on(match) else 0
    if turn:
        told = speech.gettext("It is your turn now.")
    elif match.ended_at:
        told = speech.gettext("The match is over.")
    else:
        told = speech.gettext("Something has happened.")
    return {"steps": match.steps, "turn": turn, "told": told}


def answer(told: dict[str, Any]) -> Response:
    """Nothing is sent again that the page knows."""
    response = jsonify(told)
    response.add_etag()
    return response.make_conditional(request)


# --- What a reader has seen: told by the page's script, for nothing is changed by looking ---


@blueprint.post("/m/<code>/seen")
def seen_by_session(code: str) -> tuple[str, int]:
    need_player_or_guest()
    with house().reading() as session:
        check_may_watch(find.by_code(session, code), own_seat(session, code), my_id())
    remember_look(code, forms.number("step", later("The step")))
    return "", 204


@blueprint.post("/do/<token>/seen")
def seen_by_link(token: str) -> tuple[str, int]:
    action = open_link(house().links.read_action(token))
    with house().reading() as session:
        player = row_of(session, action.match, action.seat).player_id
    remember_look(action.match, forms.number("step", later("The step")), player)
    return "", 204


def remember_look(code: str, step: int, player: int | None = None) -> None:
    """If it cannot be saved now, the same is marked once more at the next look."""
    reader = player or my_id()
    if not reader or step < 0:
        return
    try:
        house().write(partial(looks.look, code=code, player_id=reader, step=step))
    except Away:
        log.warning("match %s: that it was looked at could not be saved", code, exc_info=True)
