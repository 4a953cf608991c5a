"""A view as a page shows it: drawn, in sentences, in plain characters. And what orders would do to it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from engine.errors import OrderError
from engine.game import Event, View
from engine.registry import game
from engine.speech import Speech


class Board(NamedTuple):
    """The drawing holds presentation attributes only, which the policy of our pages allows."""

    svg: Markup
    text: str
    words: str


def board(
    told: dict[str, Any], speech: Speech, view: View | None = None, events: Sequence[Event] = ()
) -> Board:
    """`events`: what the drawing marks as changed."""
    rules, names = game(told["match"]["game"]), told["names"]
    seen = told["view"] if view is None else view
    return Board(
        Markup(rules.svg(seen, names, speech, events)),  # the engine escapes every name
        rules.board(seen, names, speech),
        rules.describe(seen, names, speech),
    )


class Tried(NamedTuple):
    """What orders would lead to, as far as it can be told beforehand."""

    orders: str
    sentences: list[str]
    stops: str
    rest: str
    view: View


def tried(told: dict[str, Any], orders: str, speech: Speech) -> Tried:
    """Raises an OrderError as `submit` would."""
    rules, names = game(told["match"]["game"]), told["names"]
    seen = rules.preview(told["view"], orders, names)
    sentences = [rules.tell(event, names, speech) for event in seen.events]
    return Tried(seen.canonical, sentences, seen.stops, seen.rest, seen.view)


class Mistake(NamedTuple):
    """An error in orders, and the place of it in what was typed."""

    told: str
    before: str = ""
    place: str = ""
    after: str = ""


AROUND = 200  # characters shown beside the place


def mistake(error: OrderError, text: str, speech: Speech) -> Mistake:
    start, end = error.start, max(error.end, error.start)
    if not (error.quoted or start or end) or start > len(text):
        return Mistake(error.tell(speech))
    before, after = text[:start], text[end:]
    return Mistake(error.tell(speech), before[-AROUND:], text[start:end], after[:AROUND])
