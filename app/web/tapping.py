"""Orders by tapping: the script of a match's page asks here what a draft leads to, and how it can go on."""

from typing import Any

from flask import Blueprint, Response, jsonify

from app.i18n.order_words import for_field, in_words, language_of
from app.problems import Problem, Stale
from app.services.play import drafts
from app.services.play.drafts import DraftPosition
from app.services.play.order_errors import Place
from app.web import forms
from app.web.boards import Mistake, mistake_in
from app.web.choices import rehearsal
from app.web.match_reading import TurnPassed, my_seat, open_link, read_by_link, read_match, row_of
from app.web.pages import house, page_speech, told
from app.web.sessions import my_id
from engine.composing import compose_before_mistake
from engine.errors import OrderError
from engine.game import Game
from engine.registry import game
from engine.speech import Speech, later
from engine.taps import Composition, Tap
from engine.words import LONGEST_TEXT

blueprint = Blueprint("tapping", __name__)


@blueprint.post("/m/<code>/compose")
def compose_by_session(code: str) -> tuple[Response, int]:
    try:
        return compose_response(code, seat_to_compose(code))
    except Problem as problem:
        return jsonify(gone=told(problem)), problem.status


def seat_to_compose(code: str) -> int:
    """The draft of a seat that is lent is the friend's to write."""
    number = my_seat(code)
    with house().reading() as session:
        if row_of(session, code, number).owner_id == my_id():
            raise Problem("A friend plays this seat now.")
    return number


@blueprint.post("/do/<token>/compose")
def compose_by_link(token: str) -> tuple[Response, int]:
    action = open_link(house().links.read_action(token))
    try:
        return compose_response(action.match, action.seat, action.turn)
    except Problem as problem:
        return jsonify(gone=told(problem)), problem.status


@blueprint.post("/m/<code>/rehearse")
def rehearse(code: str) -> Response:
    my_seat(code)
    return jsonify(told=rehearsal(read_match(code).view, page_speech()))


@blueprint.post("/do/<token>/rehearse")
def rehearse_by_link(token: str) -> tuple[Response, int]:
    action = open_link(house().links.read_action(token))
    try:
        view = read_by_link(action).view
    except TurnPassed as passed:
        return jsonify(told=told(passed)), passed.status
    return jsonify(told=rehearsal(view, page_speech())), 200


def compose_response(code: str, seat: int, only_turn: int | None = None) -> tuple[Response, int]:
    """Stores the draft, and answers what it leads to. A link is good for its own turn only."""
    turn, base, text = (
        forms.number("turn", later("The turn")),
        forms.number("base", later("The step")),
        forms.text("orders"),
    )
    if len(text) > LONGEST_TEXT:
        raise Problem("This is too long for orders.")
    if only_turn not in (None, turn):
        raise Stale(drafts.DECISION_PASSED)
    with house().reading() as session:
        position = drafts.position_of(session, code, seat, turn, base)
    if text != position.draft and not forms.text("look"):
        house().write(lambda session: drafts.save_draft(session, code, seat, turn, base, text))
    response = jsonify(composition_facts(position, text, page_speech()))
    response.headers["Cache-Control"] = "no-store"
    return response, 200


def composition_facts(position: DraftPosition, text: str, speech: Speech) -> dict[str, Any]:
    """What the orders lead to; if there is a mistake in them, what it is, and what those before it do."""
    rules, names = game(position.game), position.names

    def compose(orders: str) -> Composition:
        return rules.compose(position.view, orders, names, speech)

    problem = None
    try:
        composition = compose(text)
    except OrderError as error:
        problem = mistake_json(mistake_in(error, text, names, speech))
        composition = compose_before_mistake(text, error.start, compose)
    written = for_field(text, position.game, language_of(speech))
    return {"problem": problem, "written": written, **to_json(rules, composition, names, speech)}


def mistake_json(found: Mistake) -> dict[str, str]:
    place = found.place or Place("", "", "")
    return {"told": found.words, **place._asdict()}


def to_json(rules: Game, composition: Composition, names: list[str], speech: Speech) -> dict[str, Any]:
    language = language_of(speech)
    return {
        "actions": composition.actions,
        "shown": [in_words(action, rules.META.id, language) for action in composition.actions],
        "sentences": [rules.tell(event, names, speech) for event in composition.events],
        "stops": composition.stops,
        "left": composition.left,
        "warning": composition.warning,
        "spots": [spot._asdict() for spot in composition.spots],
        "taps": [tap_json(tap) for tap in composition.taps],
        "board": rules.svg(composition.view, names, speech),
    }


def tap_json(tap: Tap) -> dict[str, Any]:
    """Only the fields that have a value."""
    return {name: value for name, value in tap._asdict().items() if value}
