"""What a picture uses several times (`use`) is drawn once in a document: tokens, tiles, trees.

WeasyPrint draws it anew at each place, which was more than half of the time of a board.
"""

import re
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, tostring

from pydyf import Array  # type: ignore[import-untyped]  # neither library has types
from weasyprint.svg import NOT_INHERITED_ATTRIBUTES, SVG  # type: ignore[import-untyped]

_draw_anew = SVG.draw_node

_PLACE = ("x", "y", "transform")
# A `use` with one of these, or of something that depends on where it stands, is drawn as WeasyPrint does it.
_SPECIAL = frozenset("style class opacity clip-path mask filter width height display visibility".split())
_DEPENDS = re.compile(r'%|url\(|context-|class="|marker')
_REFERENCE = re.compile(r'href="#([^"]*)"')
_ROOM = 10_000  # a form is cut off at its box, and nothing of ours is so large


class Definition(NamedTuple):
    """As text, with all that it uses itself."""

    text: str
    depends: bool


class KeptForm:
    """A form where WeasyPrint has the images of a document, which may stand at many places."""

    def __init__(self, form: Any) -> None:
        self._form = form

    def get_x_object(self, interpolate: bool, dpi_ratio: float) -> Any:
        return self._form


def draw_node(svg: Any, node: Any, font_size: float, fill_stroke: bool = True, context: Any = None) -> None:
    used = _definition_of(svg, node) if fill_stroke and node.tag == "use" else None
    if used is None or used.depends or not _SPECIAL.isdisjoint(node.attrib):
        _draw_anew(svg, node, font_size, fill_stroke, context)
        return
    name = _name(used, tuple(node.attrib.items()), font_size)
    stream = svg.stream
    if name not in stream._images:
        _keep(name, svg, node, font_size, context)
    stream._resources["XObject"][name] = None  # WeasyPrint puts in what it finds among the images
    stream.push_state()
    svg.transform(node, font_size)
    x, y = svg.point(node.get("x"), node.get("y"), font_size)
    stream.transform(e=x, f=y)
    stream.draw_x_object(name)
    stream.pop_state()


def _keep(name: str, svg: Any, node: Any, font_size: float, context: Any) -> None:
    """Draws it by itself, without its place."""
    stream, attributes = svg.stream, node.attrib
    form = stream.add_group(-_ROOM, -_ROOM, 2 * _ROOM, 2 * _ROOM)
    del stream._resources["XObject"][form.id]
    del form.extra["Group"]  # it is painted like all else, and not as a layer of its own
    form.extra["BBox"] = Array((-_ROOM, -_ROOM, _ROOM, _ROOM))
    try:
        svg.stream = form
        node.attrib = {key: value for key, value in attributes.items() if key not in _PLACE}
        _draw_anew(svg, node, font_size, True, context)
    finally:
        svg.stream, node.attrib = stream, attributes
    image = {"image": KeptForm(form), "interpolate": False, "dpi_ratios": {1}, "x_object": None}
    stream._images[name] = image


def _name(used: Definition, attributes: tuple[tuple[str, str], ...], font_size: float) -> str:
    """Of all that says how it looks."""
    return _hashed(used.text, _inherited(attributes), font_size)


@lru_cache(maxsize=2000)
def _inherited(attributes: tuple[tuple[str, str], ...]) -> str:
    return repr(sorted(pair for pair in attributes if _says_how_it_looks(pair[0])))


def _says_how_it_looks(attribute: str) -> bool:
    return attribute not in NOT_INHERITED_ATTRIBUTES and not attribute.startswith(("data-", "aria-"))


@lru_cache(maxsize=2000)
def _hashed(text: str, inherited: str, font_size: float) -> str:
    said = f"{text}\0{inherited}\0{font_size}"
    return "u" + blake2b(said.encode(), digest_size=12).hexdigest()


def _definition_of(svg: Any, node: Any) -> Definition | None:
    """None for something that is not in this picture."""
    known: dict[str, Definition | None] = vars(svg).setdefault("_definitions", {})
    name = node.get("href", "").removeprefix("#")
    if name not in known:
        if "_elements" not in vars(svg):
            svg._elements = _by_name(svg.tree._etree_node)
        known[name] = _definition(name, svg._elements)
    return known[name]


def _by_name(picture: Element) -> dict[str, Element]:
    """None for a picture with a style sheet, by which things can look different where they stand."""
    every = list(picture.iter())
    return {one.get("id", ""): one for one in every} if not any(map(_is_style, every)) else {}


def _is_style(element: Element) -> bool:
    return isinstance(element.tag, str) and element.tag.rpartition("}")[2] == "style"


def _definition(name: str, elements: dict[str, Element]) -> Definition | None:
    names, texts = [name], []
    for one in names:  # it grows meanwhile
        if one not in elements:
            return None
        texts.append(tostring(elements[one], "unicode"))
        names += [other for other in _REFERENCE.findall(texts[-1]) if other not in names]
    text = "".join(texts)
    return Definition(text, bool(_DEPENDS.search(text)))


def prepare() -> None:
    SVG.draw_node = draw_node
