"""Each component by itself, for a page that explains the game: `picture("temple")`, `picture("D4")`.

The larger pictures of `diagrams.py` are among them, and the positions that the guide's examples start from.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from engine.speech import ENGLISH, Speech
from engine.svg import document, group_at, use, with_own_ids
from engine.tikal.board import describe
from engine.tikal.draw.diagrams import DIAGRAMS, Diagram, corner
from engine.tikal.draw.members import plaque
from engine.tikal.draw.places import HALF, SIZE
from engine.tikal.draw.ruins import PREFIX, camp, guarded_temple, temple
from engine.tikal.draw.shapes import definitions
from engine.tikal.draw.tiles import tile
from engine.tikal.pieces import BASE, MOTIFS, SQUARES, TILES
from engine.tikal.positions import POSITIONS, position
from engine.tikal.state import explored_hex
from engine.tikal.table import tile_in_words
from engine.tikal.tell import treasure
from engine.tikal.view import view

_SEATS = 4  # the most there can be, so that the definitions have every token


class Component(NamedTuple):
    width: float
    height: float
    draw: Callable[[], str]  # its middle at 0,0
    title: Callable[[Speech], str]
    large: bool = False  # drawn as wide as there is room
    describe: Callable[[Speech], str] | None = None  # where the title does not say it all


def picture(name: str, speech: Speech = ENGLISH) -> str:
    """A component, with ids that no other drawing has. Raises KeyError if there is no such component."""
    component = components()[name]
    title = component.title(speech)
    size = (component.width, component.height)
    drawing = group_at(size[0] / 2, size[1] / 2, component.draw())
    about = component.describe(speech) if component.describe else title
    return with_own_ids(document(PREFIX, size, title, about, drawing, definitions(_SEATS)), name)


@cache
def components() -> dict[str, Component]:
    tiles = {name: _tile(name) for name in TILES}
    kinds = {"temple": "A4", "treasure": "A2", "jungle": "A3", "volcano": "B1"}
    alike = {kind: tiles[name]._replace(title=_KINDS[kind]) for kind, name in kinds.items()}
    squares = {f"square-{value}": _square(value) for value in SQUARES}
    motifs = {motif: _motif(motif) for motif in MOTIFS}
    small = {**alike, "base": _hex("", _KINDS["base"], BASE), **_PIECES, **squares, **motifs, **tiles}
    diagrams = {name: _diagram(DIAGRAMS[name](), title) for name, title in _DIAGRAM_TITLES.items()}
    return {**small, **diagrams, **{name: _position(name) for name in POSITIONS}}


def _diagram(diagram: Diagram, title: Callable[[Speech], str]) -> Component:
    width, height, drawing = diagram
    return Component(width, height, lambda: group_at(-width / 2, -height / 2, drawing), title, large=True)


def _position(name: str) -> Component:
    seen = view(position(name), None)
    drawn = _diagram(corner(name), lambda speech: speech.gettext("a position as an example"))
    return drawn._replace(describe=lambda speech: describe(seen, (), speech))


def _tile(name: str) -> Component:
    return _hex(name, lambda speech: tile_in_words(name, speech))


def _hex(name: str, title: Callable[[Speech], str], printed: str = "") -> Component:
    here: dict[str, Any] = explored_hex(name, printed)._asdict()
    return Component(2 * SIZE + 4, 2 * HALF + 4, lambda: tile(here), title)


def _square(value: int) -> Component:
    return Component(
        62,
        62,
        lambda: temple(value),
        lambda speech: speech.gettext("temple tile {value}").format(value=value),
    )


def _motif(motif: str) -> Component:
    return Component(38, 38, lambda: use(f"{PREFIX}-motif-{motif}"), lambda speech: treasure(motif, speech))


def _members(workers: int, leader: bool) -> str:
    drawing = plaque(1, workers, leader)
    return group_at(-drawing.width / 2, 0, drawing.svg)


_KINDS: dict[str, Callable[[Speech], str]] = {
    "temple": lambda speech: speech.gettext("temple"),
    "treasure": lambda speech: speech.gettext("treasure"),
    "jungle": lambda speech: speech.gettext("jungle"),
    "volcano": lambda speech: speech.gettext("volcano"),
    "base": lambda speech: speech.gettext("base camp"),
}
_DIAGRAM_TITLES: dict[str, Callable[[Speech], str]] = {
    "coordinates": lambda speech: speech.gettext("the board with the names of its hexes"),
    "rotations": lambda speech: speech.gettext("a tile in its six rotations"),
    "stones-between": lambda speech: speech.gettext("stones between two hexes, and their sum"),
    "scoring": lambda speech: speech.gettext("an example of scoring"),
}
_PIECES = {
    "worker": Component(54, 32, lambda: _members(1, False), lambda speech: speech.gettext("1 worker")),
    "leader": Component(44, 56, lambda: _members(0, True), lambda speech: speech.gettext("the leader")),
    "members": Component(
        70, 56, lambda: _members(2, True), lambda speech: speech.gettext("leader, 2 workers")
    ),
    "stones": Component(
        38, 22, lambda: use(f"{PREFIX}-stones-2", 0, 46), lambda speech: speech.gettext("2 stones")
    ),
    "wafer": Component(
        32, 32, lambda: use(f"{PREFIX}-wafer"), lambda speech: speech.gettext("wafer, face down")
    ),
    "camp": Component(66, 56, lambda: camp(1), lambda speech: speech.gettext("camp")),
    "guard": Component(
        108, 62, lambda: guarded_temple(4, 1, False), lambda speech: speech.gettext("guarded temple")
    ),
}
