"""Writing SVG: elements, numbers and text. The same picture always has the same bytes.

It uses only what every SVG renderer understands (browsers, mail programs, WeasyPrint for the book):
presentation attributes, and no style sheets, scripts or links to other files.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from math import cos, radians, sin
from unicodedata import category, combining, east_asian_width

Attributes = dict[str, str | float]

FONT = "'Source Sans Pro', 'Source Sans 3', 'DejaVu Sans', sans-serif"

# Characters that no XML document can hold, not even escaped.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NARROW = frozenset(" \u00a0\u202filjft.,:;'|!()[]I1")
_BROAD = frozenset("mwMW@%&…—")
_BOLD = 1.1
_ID = re.compile(r'id="([^"]+)"')
_TITLE_ID = re.compile(r'aria-labelledby="([^" ]+)-title ')
_REFERENCE = re.compile(r'(?:href="|="url\()#([^")]+)')
_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_JOINERS = "\u200c\u200d"


@lru_cache(maxsize=4096)  # the same few numbers place most of what is drawn
def number(value: float) -> str:
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def escape_text(words: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", words))


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An underscore in an attribute's name is written as a hyphen. `inside` is SVG and not escaped again."""
    pairs = "".join([_attribute(key, value) for key, value in attributes.items()])
    content = "".join(inside)
    return f"<{name}{pairs}>{content}</{name}>" if content else f"<{name}{pairs}/>"


@lru_cache(maxsize=4096)
def _attribute(name: str, value: str | float) -> str:
    return f' {name.replace("_", "-")}="{escape_text(value) if isinstance(value, str) else number(value)}"'


def group(*inside: str, **attributes: str | float) -> str:
    return element("g", *inside, **attributes)


def group_at(x: float, y: float, *inside: str, scale: float = 1, **attributes: str | float) -> str:
    scaling = f" scale({number(scale)})" if scale != 1 else ""
    return group(*inside, transform=f"translate({number(x)} {number(y)}){scaling}", **attributes)


def use(name: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """Draws here what `symbol` has defined under this name."""
    if scale != 1:
        return f'<use href="#{name}" transform="translate({number(x)} {number(y)}) scale({number(scale)})"/>'
    return f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>' if x or y else f'<use href="#{name}"/>'


def symbol(name: str, *inside: str, **attributes: str | float) -> str:
    return element("g", *inside, id=name, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def path(d: str, **attributes: str | float) -> str:
    return element("path", d=d, **attributes)


def circle(x: float, y: float, r: float, **attributes: str | float) -> str:
    return element("circle", cx=x, cy=y, r=r, **attributes)


def polar(angle: float, radius: float) -> tuple[float, float]:
    """A point at this angle (clockwise from north, in degrees) and this distance from 0,0."""
    turn = radians(angle)
    return radius * sin(turn), -radius * cos(turn)


def point(x: float, y: float) -> str:
    """A point for a path, rounded to tenths. The small shift keeps values off the border between two tenths,
    where different machines might round differently.
    """
    return f"{number(round(x + 1e-4, 1))} {number(round(y + 1e-4, 1))}"


def text(x: float, y: float, size: float, words: str, **attributes: str | float) -> str:
    return element("text", escape_text(words), x=x, y=y, font_size=size, **attributes)


def middle(x: float, y: float, size: float, words: str, **attributes: str | float) -> str:
    return text(x, y, size, words, text_anchor="middle", **attributes)


def width(words: str, size: float) -> float:
    """At most how wide a text is: an estimate after DejaVu Sans Bold, the widest of the usual fonts."""
    return size * _BOLD * sum(map(_em, words))


def _em(char: str) -> float:
    if combining(char) or category(char) in ("Mn", "Me", "Cf"):
        return 0
    if east_asian_width(char) in ("W", "F"):
        return 1.2
    return 0.4 if char in _NARROW else 1 if char in _BROAD else 0.75 if char.isupper() else 0.65


def shorten(words: str, room: float, size: float) -> str:
    """As much of a text as there is room for, with an ellipsis if something is missing."""
    # Unicode marks that change the direction of writing would change it for the rest of the line as well.
    words = "".join([char for char in words if category(char) != "Cf" or char in _JOINERS])
    if width(words, size) <= room:
        return words
    while words and width(words, size) + size > room:
        words = words[:-1]
    return words.rstrip(" " + _JOINERS) + "…"


def fitted_text(
    x: float, y: float, size: float, words: str, room: float, least: float = 0.6, **attributes: str | float
) -> str:
    """A line of text that fits into the room: made a little smaller if it must be, and then shortened."""
    smaller = max(least * size, min(size, size * room / max(width(words, size), 1)))
    return text(x, y, round(smaller, 1), shorten(words, room + 0.5, smaller), **attributes)


def two_lines(x: float, y: float, size: float, words: str, room: float, **attributes: str | float) -> str:
    """Words in the room, whole: on one line or two, and made smaller as far as they must be.

    `y`: the middle of what is written.
    """
    lines = [words] if width(words, size) <= room else _halves(words)
    size = round(min(size, *(size * room / max(width(line, size), 1) for line in lines)), 1)
    top = y + 0.35 * size - 0.58 * size * (len(lines) - 1)
    return "".join(
        [text(x, round(top + 1.16 * size * n, 1), size, line, **attributes) for n, line in enumerate(lines)]
    )


def _halves(words: str) -> list[str]:
    """Broken where the longer of the two is shortest."""
    parts = words.split(" ")
    ways = [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]
    return list(min(ways, key=lambda way: max(map(len, way)))) if ways else [words]


def definitions_by_id(definitions: Iterable[str]) -> dict[str, str]:
    return {_ID.findall(definition)[0]: definition for definition in definitions}


def used_definitions(inside: str, definitions: Mapping[str, str]) -> str:
    """The `defs` element: the definitions that are used, also by other definitions, in their order."""
    used, new = set[str](), set(_REFERENCE.findall(inside))
    while new:
        used |= new
        new = {name for one in new for name in _references(definitions[one])} - used
    return element("defs", *[definition for name, definition in definitions.items() if name in used])


@lru_cache(maxsize=1024)
def _references(definition: str) -> tuple[str, ...]:
    return tuple(_REFERENCE.findall(definition))


def document(
    prefix: str,
    size: tuple[float, float],
    title: str,
    description: str,
    inside: str,
    definitions: Mapping[str, str],
) -> str:
    """A whole picture. Its ids begin with `prefix`, so that two kinds of pictures can stand on one page."""
    return element(
        "svg",
        element("title", escape_text(title), id=f"{prefix}-title"),
        element("desc", escape_text(description), id=f"{prefix}-desc"),
        used_definitions(inside, definitions),
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(size[0])} {number(size[1])}",
        role="img",
        aria_labelledby=f"{prefix}-title {prefix}-desc",
        font_family=FONT,
    )


def size_of(svg: str) -> tuple[float, float]:
    """How wide and how high a whole picture is."""
    found = _SIZE.search(svg)
    assert found
    return float(found[1]), float(found[2])


def sign_picture(*inside: str) -> str:
    """A small picture for a button, 48 wide and high, its middle at 0,0. The button's words say the same."""
    return element(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-24 -24 48 48",
        aria_hidden="true",
        font_family=FONT,
    )


def with_own_ids(picture: str, name: str) -> str:
    """The same picture with ids of its own, for a page that shows several pictures of one kind."""
    found = _TITLE_ID.search(picture)
    if not found:
        return picture
    prefix, other = found[1], f"{found[1]}-{name}"
    for mark in ('id="', 'href="#', '"url(#', 'aria-labelledby="'):
        picture = picture.replace(f"{mark}{prefix}-", f"{mark}{other}-")
    return picture.replace(f' {prefix}-desc"', f' {other}-desc"', 1)
