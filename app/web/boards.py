"""Boards on pages: drawn, in sentences, and in plain characters. And what orders would do to a board."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup

from app.services.matches.match_view import SeatView
from app.services.play.drafts import DraftPosition
from app.services.play.order_errors import Place, place_of
from engine.errors import OrderError
from engine.game import Event, Game, Size, View
from engine.registry import game
from engine.speech import Speech

MOST_DRAWN = 64  # boards that a process keeps, by all that is in them: a drawing is half the work of its page
_DRAWN: dict[Any, Any] = {}
_ONE_CHANGE = Lock()
D = TypeVar("D")
AROUND = 200  # characters that a page shows on either side of a mistake


class Board(NamedTuple):
    """The drawing has presentation attributes only, which our Content-Security-Policy allows."""

    svg: Markup
    text: str
    words: str


def board(
    view: SeatView, speech: Speech, game_view: View | None = None, events: Sequence[Event] = ()
) -> Board:
    """`game_view`: instead of the present one. `events`: the drawing marks what they changed."""
    game_view = view.game_view if game_view is None else game_view
    return board_of(view.match.game, view.names, game_view, speech, events)


PARTS: dict[str, Size] = {"board": "scene", "beside": "beside", "below": "below"}


class Part(NamedTuple):
    """One of the pictures that a match's page puts together; empty where there is nothing to show."""

    svg: Markup
    digest: str


Parts = dict[str, Part]
NO_PART = Part(Markup(), "")


def parts_of(
    name: str, names: Sequence[str], game_view: View, speech: Speech, events: Sequence[Event] = ()
) -> Parts:
    """By name. They are what `board_of` has in one picture."""
    key = ("parts", name, tuple(names), repr(game_view), repr(events), speech)
    return _kept(key, lambda: _draw_parts(game(name), names, game_view, speech, events))


def parts_after(position: DraftPosition, orders: str, speech: Speech, draw: Callable[[], Parts]) -> Parts:
    """What orders lead to for the seat of this position. The next tap asks for it again, to compare."""
    seen = (position.game, *position.names, repr(position.view), repr(position.marked))
    return _kept(("after", seen, orders, speech), draw)


def _draw_parts(
    rules: Game, names: Sequence[str], game_view: View, speech: Speech, events: Sequence[Event]
) -> Parts:
    """A game that has only one picture shows it once."""
    parts = {name: _part(rules, names, game_view, speech, events, size) for name, size in PARTS.items()}
    only = parts["board"].digest
    return {name: part if name == "board" or part.digest != only else NO_PART for name, part in parts.items()}


def _part(
    rules: Game, names: Sequence[str], game_view: View, speech: Speech, events: Sequence[Event], size: Size
) -> Part:
    svg = rules.svg(game_view, names, speech, events, size)  # the engine escapes every name
    return Part(Markup(svg), hashlib.sha256(svg.encode()).hexdigest()[:16])


def board_of(
    name: str, names: Sequence[str], game_view: View, speech: Speech, events: Sequence[Event] = ()
) -> Board:
    key = (name, tuple(names), repr(game_view), repr(events), speech)
    return _kept(key, lambda: _draw(game(name), names, game_view, speech, events))


def _kept(key: Any, draw: Callable[[], D]) -> D:
    drawn: D = _DRAWN.get(key) or draw()
    with _ONE_CHANGE:
        _DRAWN.pop(key, None)
        _DRAWN[key] = drawn
        if len(_DRAWN) > MOST_DRAWN:
            del _DRAWN[next(iter(_DRAWN))]
    return drawn


def _draw(
    rules: Game, names: Sequence[str], game_view: View, speech: Speech, events: Sequence[Event]
) -> Board:
    return Board(
        Markup(rules.svg(game_view, names, speech, events)),  # the engine escapes every name
        rules.board(game_view, names, speech),
        rules.describe(game_view, names, speech),
    )


@dataclass(frozen=True)
class Trial:
    """What orders would lead to, as far as a seat can know it beforehand."""

    orders: str
    sentences: list[str]
    stops: str
    rest: str
    game_view: View


def try_orders(view: SeatView, orders: str, speech: Speech) -> Trial:
    """Tries orders without submitting them. Raises an OrderError like `submit`."""
    rules, names = game(view.match.game), view.names
    preview = rules.preview(view.game_view, orders, names)
    sentences = [rules.tell(event, names, speech) for event in preview.events]
    return Trial(preview.canonical, sentences, preview.stops, preview.rest, preview.view)


@dataclass(frozen=True)
class Mistake:
    """An error in orders, and its place in the text that was typed."""

    words: str
    place: Place | None


def mistake_in(error: OrderError, text: str, names: Sequence[str], speech: Speech) -> Mistake:
    return Mistake(error.tell(speech, names), place_of(error, text, AROUND))
