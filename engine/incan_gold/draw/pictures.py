"""Each component by itself, for a page that explains the game: `picture("snake")`, `picture("gem")`."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from engine.incan_gold.board import describe
from engine.incan_gold.draw import diagrams
from engine.incan_gold.draw.diagrams import Diagram
from engine.incan_gold.draw.path import face
from engine.incan_gold.draw.shapes import CARD_HEIGHT, CARD_WIDTH, PREFIX, definitions
from engine.incan_gold.pieces import ARTIFACT, HAZARDS, TREASURES, Card
from engine.incan_gold.positions import POSITIONS, position
from engine.incan_gold.tell import hazard
from engine.incan_gold.view import view
from engine.speech import ENGLISH, Speech
from engine.svg import document, group_at, use, with_own_ids

_SEATS = 8


class Component(NamedTuple):
    width: float
    height: float
    draw: Callable[[Speech], str]  # its middle at 0,0
    title: Callable[[Speech], str]
    large: bool = False  # drawn as wide as there is room
    describe: Callable[[Speech], str] | None = None  # where the title does not say it all


def picture(name: str, speech: Speech = ENGLISH) -> str:
    """A component, with ids that no other drawing has. Raises KeyError if there is no such component."""
    component = components()[name]
    title = component.title(speech)
    size = (component.width, component.height)
    drawing = group_at(size[0] / 2, size[1] / 2, component.draw(speech))
    about = component.describe(speech) if component.describe else title
    return with_own_ids(document(PREFIX, size, title, about, drawing, definitions(_SEATS)), name)


@cache
def components() -> dict[str, Component]:
    treasures = {f"treasure-{value}": _treasure(value) for value in sorted(set(TREASURES))}
    hazards = {kind: _hazard(kind) for kind in HAZARDS}
    positions = {name: _position(name) for name in POSITIONS}
    return {**_PIECES, **treasures, **hazards, **_diagrams(), **positions}


def _diagrams() -> dict[str, Component]:
    return {
        "treasures": _diagram(diagrams.treasures, lambda speech: speech.gettext("all treasure cards")),
        "division": _diagram(
            diagrams.division, lambda speech: speech.gettext("a treasure card divided among four players")
        ),
    }


def _diagram(draw: Callable[[Speech], Diagram], title: Callable[[Speech], str]) -> Component:
    width, height, _ = draw(ENGLISH)
    return Component(
        width, height, lambda speech: group_at(-width / 2, -height / 2, draw(speech).svg), title, large=True
    )


def _position(name: str) -> Component:
    seen = view(position(name), None)
    drawn = _diagram(
        lambda speech: diagrams.way(name, speech), lambda speech: speech.gettext("a position as an example")
    )
    return drawn._replace(describe=lambda speech: describe(seen, (), speech))


def _card(card: Card, lying: int, title: Callable[[Speech], str]) -> Component:
    return Component(CARD_WIDTH + 4, CARD_HEIGHT + 4, lambda speech: face(card, lying, speech), title)


def _treasure(value: int) -> Component:
    return _card(value, 0, lambda speech: speech.gettext("treasure worth {value}").format(value=value))


def _hazard(kind: str) -> Component:
    return _card(kind, 0, lambda speech: hazard(kind, speech))


def _defined_piece(name: str, width: float, height: float, title: Callable[[Speech], str]) -> Component:
    return Component(width, height, lambda _: use(f"{PREFIX}-{name}"), title)


_PIECES = {
    ARTIFACT: _card(ARTIFACT, 1, lambda speech: speech.gettext("artifact")),
    "back": _defined_piece("back", 26, 34, lambda speech: speech.gettext("a card face down")),
    "gem": _defined_piece("gem", 34, 34, lambda speech: speech.gettext("treasure")),
    "torch": _defined_piece("torch", 28, 48, lambda speech: speech.gettext("torch: go on")),
    "tent": _defined_piece("tent-1", 66, 56, lambda speech: speech.gettext("camp: go home")),
    "explorer": _defined_piece("A", 34, 34, lambda speech: speech.gettext("explorer")),
}
