"""What the script of a match's page asks for: what a draft leads to, and how it can go on."""

from typing import Any

from flask import Blueprint, Response, jsonify

from app.problems import Problem, Stale
from app.services.inbox.order_errors import Place
from app.services.play import drafts
from app.services.play.drafts import Position
from app.web import forms, links
from app.web.boards import Mistake, mistake
from app.web.choices import rehearsed
from app.web.match_reading import my_seat, read_view
from app.web.pages import house, told_in
from engine.composing import longest_good
from engine.errors import OrderError
from engine.game import Game
from engine.registry import game
from engine.speech import Speech, later
from engine.taps import Composition, Tap
from engine.words import LONGEST_TEXT

blueprint = Blueprint("composing", __name__)


@blueprint.post("/m/<code>/compose")
def by_session(code: str) -> tuple[Response, int]:
    try:
        return answer(code, my_seat(code))
    except Problem as problem:
        return jsonify(gone=problem.tell(told_in())), problem.status


@blueprint.post("/do/<token>/compose")
def by_link(token: str) -> tuple[Response, int]:
    action = links.opened(token)
    try:
        return answer(action.match, action.seat, action.turn)
    except Problem as problem:
        return jsonify(gone=problem.tell(told_in())), problem.status


@blueprint.post("/m/<code>/rehearse")
def rehearse(code: str) -> Response:
    return jsonify(told=rehearsed(read_view(code, my_seat(code)), told_in()))


@blueprint.post("/do/<token>/rehearse")
def rehearse_by_link(token: str) -> Response:
    action = links.opened(token)
    return jsonify(told=rehearsed(read_view(action.match, action.seat), told_in()))


def answer(code: str, seat: int, only_turn: int | None = None) -> tuple[Response, int]:
    """A link is good for its own turn only."""
    turn, base, text = (
        forms.number("turn", later("A turn")),
        forms.number("base", later("A step")),
        forms.text("orders"),
    )
    if len(text) > LONGEST_TEXT:
        raise Problem("This is too long for orders.")
    if only_turn not in (None, turn):
        raise Stale(drafts.PASSED)
    with house().reading() as session:
        position = drafts.position(session, code, seat, turn, base)
    if text != position.draft and not forms.text("look"):
        house().write(lambda session: drafts.keep(session, code, seat, turn, base, text))
    response = jsonify(told(position, text, told_in()))
    response.headers["Cache-Control"] = "no-store"
    return response, 200


def told(position: Position, text: str, speech: Speech) -> dict[str, Any]:
    """With a mistake in it, what it is, and what the orders before it lead to."""
    rules, names = game(position.game), position.names

    def compose(orders: str) -> Composition:
        return rules.compose(position.view, orders, names, speech)

    problem = None
    try:
        composed = compose(text)
    except OrderError as error:
        problem = plain(mistake(error, text, speech))
        composed = longest_good(text, error.start, compose)
    return {"problem": problem, **shown(rules, composed, names, speech)}


def plain(wrong: Mistake) -> dict[str, str]:
    place = wrong.place or Place("", "", "")
    return {"told": wrong.words, **place._asdict()}


def shown(rules: Game, composed: Composition, names: list[str], speech: Speech) -> dict[str, Any]:
    return {
        "actions": composed.actions,
        "sentences": [rules.tell(event, names, speech) for event in composed.events],
        "stops": composed.stops,
        "left": composed.left,
        "warning": composed.warning,
        "spots": [spot._asdict() for spot in composed.spots],
        "taps": [short(tap) for tap in composed.taps],
        "board": rules.svg(composed.view, names, speech),
    }


def short(tap: Tap) -> dict[str, Any]:
    """Without what it does not say."""
    return {name: value for name, value in tap._asdict().items() if value}
