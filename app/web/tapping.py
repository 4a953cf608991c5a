"""Orders by tapping: the script of a match's page asks here what a draft leads to, and how it can go on."""

from typing import Any, NamedTuple

from flask import Blueprint, Response, jsonify

from app.i18n.order_words import for_field, in_words, language_of
from app.problems import Problem, Stale
from app.services.matches.seat_links import Held
from app.services.play import drafts
from app.services.play.drafts import DraftPosition
from app.services.play.order_errors import Place
from app.web import compression, forms
from app.web.boards import PARTS, Mistake, Part, Parts, mistake_in, parts_after, parts_of
from app.web.choices import rehearsal
from app.web.match_reading import (
    TurnPassed,
    held,
    my_seat,
    open_link,
    read_by_link,
    read_match,
    write_as,
)
from app.web.pages import house, page_speech, told
from app.web.patches import changes
from app.web.sessions import my_id
from engine.composing import compose_before_mistake
from engine.errors import OrderError
from engine.game import Game, View
from engine.registry import game
from engine.speech import Speech, later
from engine.taps import Composition, Tap
from engine.words import LONGEST_TEXT

blueprint = Blueprint("tapping", __name__)


@blueprint.post("/m/<code>/compose")
def compose_by_session(code: str) -> tuple[Response, int]:
    try:
        return compose_response(seat_to_compose(code))
    except Problem as problem:
        return jsonify(gone=told(problem)), problem.status


def seat_to_compose(code: str) -> Held:
    """The draft of a seat that is lent is the friend's to write."""
    seat = my_seat(code)
    if seat.owner_id == my_id():
        raise Problem("A friend plays this seat now.")
    return held(code, seat)


@blueprint.post("/do/<token>/compose")
def compose_by_link(token: str) -> tuple[Response, int]:
    action = open_link(house().links.read_action(token))
    try:
        return compose_response(Held(action.match, action.seat, action.holder), action.turn)
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


def compose_response(mine: Held, only_turn: int | None = None) -> tuple[Response, int]:
    """Stores the draft, and answers what it leads to. A link is good for its own turn only."""
    code, seat = mine.match, mine.number
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
        position = drafts.position_of(
            session, code, seat, turn, base, since=forms.number("since", later("The step"), 0)
        )
    if text != position.draft and not forms.text("look"):
        write_as(mine, lambda session: drafts.save_draft(session, code, seat, turn, base, text))
    speech = page_speech()
    found = composed(position, text, speech)
    shown = pictures(position, text, found.composition.view, speech)
    compression.allow()  # only our own pages can send this, and no secret is in it
    response = jsonify({**found_json(position, text, found, speech), **shown})
    response.headers["Cache-Control"] = "no-store"
    return response, 200


class Found(NamedTuple):
    composition: Composition
    problem: Mistake | None


def composed(position: DraftPosition, text: str, speech: Speech) -> Found:
    """What the orders lead to; if there is a mistake in them, what it is, and what those before it do."""
    rules, names = game(position.game), position.names

    def compose(orders: str) -> Composition:
        return rules.compose(position.view, orders, names, speech)

    try:
        return Found(compose(text), None)
    except OrderError as error:
        mistake = mistake_in(error, text, names, speech)
        return Found(compose_before_mistake(text, error.start, compose), mistake)


def found_json(position: DraftPosition, text: str, found: Found, speech: Speech) -> dict[str, Any]:
    written = for_field(text, position.game, language_of(speech))
    problem = mistake_json(found.problem) if found.problem else None
    told = to_json(game(position.game), found.composition, position.names, speech)
    return {"problem": problem, "written": written, **told}


def pictures(position: DraftPosition, text: str, view: View, speech: Speech) -> dict[str, Any]:
    """Each picture that is another one than the page has: what differs in it, or else all of it.

    The page says what it has: the orders that its pictures show, and the pictures' digests.
    """

    def drawn(view: View) -> Parts:
        return parts_of(position.game, position.names, view, speech, position.marked)

    def drawn_before() -> Parts:
        return drawn(composed(position, shown, speech).composition.view)

    shown, known = forms.text("shown"), {name: forms.text(f"drawn-{name}") for name in PARTS}
    after = parts_after(position, text, speech, lambda: drawn(view))
    new = [name for name in PARTS if after[name].digest != known[name]]
    before = parts_after(position, shown, speech, drawn_before) if new else after
    return {
        "drawn": {name: after[name].digest for name in PARTS},
        **{name: picture_json(before[name], after[name], known[name]) for name in new},
    }


def picture_json(before: Part, after: Part, known: str) -> str | dict[str, Any]:
    if not before.svg or not after.svg or before.digest != known:
        return after.svg
    return {"changes": changes(before.svg, after.svg)}


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
    }


def tap_json(tap: Tap) -> dict[str, Any]:
    """Only the fields that have a value."""
    return {name: value for name, value in zip(tap._fields, tap, strict=True) if value}
