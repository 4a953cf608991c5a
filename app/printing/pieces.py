"""A drawing taken apart into pieces, such as a token, a tile's ground or a word, each with its place.

Many drawings have the same pieces, in different places. `sprites.py` draws each of them once.
"""

import re
from functools import lru_cache
from math import ceil
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from app.printing.extent import INHERITED, Box, Matrix, NotUnderstood, boxes, is_known, numbers, transform_of

Pairs = tuple[tuple[str, str], ...]

NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
_DEFS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_DEFINITION = re.compile(r'(?=<\w+ id=")')
_ID = re.compile(r'id="([^"]*)"')
_REFERENCE = re.compile(r'(?:href="|url\()#([^")]+)')
_WHOLE = frozenset(("opacity", "clip-path"))  # a group with one of these is one piece
_PLACED_BY = ("transform", "x", "y")  # what says only where a `use` stands
_ROOT = INHERITED | {"viewBox", "role"}

matrix_of = lru_cache(maxsize=2000)(transform_of)


class Piece(NamedTuple):
    """What is drawn, but not where. Equal pieces look the same."""

    kind: str
    attributes: Pairs
    words: str  # or the elements inside, as text
    above: Pairs  # the attributes that it inherits
    definitions: str  # those that it uses
    turn: tuple[float, float, float, float]  # how it is turned and scaled


class Place(NamedTuple):
    piece: Piece
    element: Element
    x: float  # in pixels
    y: float


class Drawing(NamedTuple):
    width: int  # in pixels
    height: int
    stretch: float  # downwards, by which the rasteriser makes the height a whole number of pixels
    places: list[Place]  # from the bottom to the top


class Library:
    """The definitions of a drawing, by name."""

    def __init__(self, markup: str) -> None:
        self._texts = {_ID.findall(text)[0]: text for text in _DEFINITION.split(markup) if text}
        self._used_by: dict[str, str] = {}

    def used_by(self, name: str) -> str:
        """The definition of this name and those that it uses, as text."""
        if name not in self._used_by:
            found = [name]
            for one in found:  # it grows meanwhile
                found += [other for other in references(self._text(one)) if other not in found]
            self._used_by[name] = "".join(map(self._text, found))
        return self._used_by[name]

    def _text(self, name: str) -> str:
        if name not in self._texts:
            raise NotUnderstood(name)
        return self._texts[name]


@lru_cache(maxsize=2000)
def references(markup: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_REFERENCE.findall(markup)))


def taken_apart(svg: str, width: int) -> Drawing:
    """For a picture of this width. Raises `NotUnderstood` if it would not surely look the same."""
    definitions = _DEFS.search(svg)
    try:
        library = Library(definitions[1] if definitions else "")
        root = fromstring(_DEFS.sub("", svg, count=1).replace(NAMESPACE, "", 1))
        return _drawing(root, library, width)
    except (ParseError, ValueError, IndexError) as error:
        raise NotUnderstood("no drawing of ours") from error


def _drawing(root: Element, library: Library, width: int) -> Drawing:
    frame = numbers(root.get("viewBox", ""))
    if root.tag != "svg" or len(frame) != 4 or min(frame[2:]) < 1:
        raise NotUnderstood("its size")
    if not all(name in _ROOT or is_silent(name) for name in root.attrib):
        raise NotUnderstood("the drawing's attributes")
    # The rasteriser rounds in this way: first the drawing's size, and then that of the picture.
    wide, high = round(frame[2]), round(frame[3])
    scale, height = width / wide, ceil(width * high / wide)
    matrix = Matrix(a=scale, d=scale, e=-frame[0] * scale, f=-frame[1] * scale)
    places: list[Place] = []
    _take(root, matrix, inherited(root, ()), library, places)
    return Drawing(width, height, height / high / scale, places)


def is_silent(attribute: str) -> bool:
    """It says nothing about the look."""
    return attribute == "id" or attribute.startswith(("data-", "aria-"))


@lru_cache(maxsize=500)
def _are_known(attributes: tuple[str, ...]) -> bool:
    return all(map(is_known, attributes))


def inherited(element: Element, above: Pairs) -> Pairs:
    if INHERITED.isdisjoint(element.attrib):
        return above
    own = {name: value for name, value in element.attrib.items() if name in INHERITED}
    return tuple(sorted({**dict(above), **own}.items()))


def _take(group: Element, matrix: Matrix, above: Pairs, library: Library, places: list[Place]) -> None:
    """Puts the pieces of a group behind those that are there."""
    for element in group:
        kind, attributes = element.tag, element.attrib
        if kind in ("title", "desc"):
            continue
        here = matrix
        if "transform" in attributes:
            here = matrix.then(matrix_of(attributes["transform"]))
        if kind == "use":
            places.append(_used(element, here, above, library))
        elif kind == "g" and _WHOLE.isdisjoint(attributes):
            if not _are_known(tuple(attributes)):
                raise NotUnderstood("a group's attributes")
            _take(element, here, inherited(element, above), library, places)
        else:
            places.append(_other(element, here, above, library))


def _used(element: Element, matrix: Matrix, above: Pairs, library: Library) -> Place:
    attributes = element.attrib
    x, y = float(attributes.get("x", 0)), float(attributes.get("y", 0))
    own = tuple([pair for pair in attributes.items() if pair[0] not in _PLACED_BY])
    definitions = library.used_by(attributes.get("href", "").removeprefix("#"))
    a, b, c, d, e, f = matrix
    piece = Piece("use", own, "", above, definitions, (a, b, c, d))
    return Place(piece, element, a * x + c * y + e, b * x + d * y + f)


def _other(element: Element, matrix: Matrix, above: Pairs, library: Library) -> Place:
    own = tuple([pair for pair in element.attrib.items() if pair[0] != "transform"])
    words, definitions = element.text or "", ""
    if len(element):
        words = "".join(map(as_text, element))
    if len(element) or "clip-path" in element.attrib:
        definitions = "".join(map(library.used_by, references(as_text(element))))
    return Place(Piece(element.tag, own, words, above, definitions, matrix[:4]), element, *matrix[4:])


def as_text(element: Element) -> str:
    return tostring(element, "unicode")


class Stencil:
    """How to draw a piece by itself. It is compared by identity, which is quick."""

    def __init__(self, place: Place) -> None:
        piece = place.piece
        bare = Element(piece.kind, dict(piece.attributes))
        bare.text = place.element.text
        bare.extend(place.element)
        group = Element("g", dict(piece.above))
        group.append(bare)
        self.markup = f"<defs>{piece.definitions}</defs>{as_text(group)}"
        self.turn = piece.turn
        self.box = _box(group, piece)


def _box(group: Element, piece: Piece) -> Box | None:
    """The room that it takes round its place, in pixels; None if it draws nothing."""
    try:
        definitions = {one.get("id", ""): one for one in fromstring(f"<defs>{piece.definitions}</defs>")}
        every = boxes(group, {}, definitions)
    except (ParseError, ValueError, KeyError) as error:
        raise NotUnderstood(piece.kind) from error
    if not every:
        return None
    left, top, right, bottom = zip(*every, strict=True)
    return Box(min(left), min(top), max(right), max(bottom)).seen_by(Matrix(*piece.turn))
