"""Writing SVG: elements, numbers and text, the same bytes for the same picture every time.

Only what every reader of SVG understands (browsers, pictures in mails, the printed book): presentation
attributes, no style sheets, no scripts, nothing from elsewhere.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape
from math import cos, radians, sin
from unicodedata import category, combining, east_asian_width

Attributes = dict[str, str | float]

FONT = "'Source Sans Pro', 'Source Sans 3', 'DejaVu Sans', sans-serif"

# What no XML document can hold, not even escaped.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NARROW = frozenset(" iljft.,:;'|!()[]I1")
_BROAD = frozenset("mwMW@%&…—")
_BOLD = 1.1
_ID = re.compile(r'id="([^"]+)"')
_TITLE_ID = re.compile(r'aria-labelledby="([^" ]+)-title ')
_REFERENCE = re.compile(r'(?:href="|="url\()#([^")]+)')
_JOINERS = "\u200c\u200d"


def number(value: float) -> str:
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def escaped(words: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", words))


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An underscore in an attribute's name stands for a hyphen. What is inside is SVG already."""
    written = "".join(
        [f' {key.replace("_", "-")}="{escaped(value) if isinstance(value, str) else number(value)}"'
         for key, value in attributes.items()]
    )  # fmt: skip
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def group(*inside: str, **attributes: str | float) -> str:
    return element("g", *inside, **attributes)


def placed(x: float, y: float, *inside: str, scale: float = 1, **attributes: str | float) -> str:
    grown = f" scale({number(scale)})" if scale != 1 else ""
    return group(*inside, transform=f"translate({number(x)} {number(y)}){grown}", **attributes)


def use(name: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """What `symbol` has defined under this name."""
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
    """Clockwise from north, in degrees."""
    turned = radians(angle)
    return radius * sin(turned), -radius * cos(turned)


def point(x: float, y: float) -> str:
    """For a path: to a tenth, and never on the edge between two tenths, where machines might differ."""
    return f"{number(round(x + 1e-4, 1))} {number(round(y + 1e-4, 1))}"


def text(x: float, y: float, size: float, words: str, **attributes: str | float) -> str:
    return element("text", escaped(words), x=x, y=y, font_size=size, **attributes)


def middle(x: float, y: float, size: float, words: str, **attributes: str | float) -> str:
    return text(x, y, size, words, text_anchor="middle", **attributes)


def width(words: str, size: float) -> float:
    """About how wide a text is at most. No fonts here: by DejaVu Sans Bold, the widest of the usual ones."""
    return size * _BOLD * sum(map(_em, words))


def _em(char: str) -> float:
    if combining(char) or category(char) in ("Mn", "Me", "Cf"):
        return 0
    if east_asian_width(char) in ("W", "F"):
        return 1.2
    return 0.4 if char in _NARROW else 1 if char in _BROAD else 0.75 if char.isupper() else 0.65


def shorten(words: str, room: float, size: float) -> str:
    """As much as there is room for, with an ellipsis where something is missing."""
    # Marks that turn the direction of writing would turn the rest of the line as well.
    words = "".join([char for char in words if category(char) != "Cf" or char in _JOINERS])
    if width(words, size) <= room:
        return words
    while words and width(words, size) + size > room:
        words = words[:-1]
    return words.rstrip(" " + _JOINERS) + "…"


def fitted(
    x: float, y: float, size: float, words: str, room: float, least: float = 0.72, **attributes: str | float
) -> str:
    """A line of text in the room there is: a little smaller where it must be, and shortened only then."""
    smaller = max(least * size, min(size, size * room / max(width(words, size), 1)))
    return text(x, y, round(smaller, 1), shorten(words, room + 0.5, smaller), **attributes)


def definitions_by_id(definitions: Iterable[str]) -> dict[str, str]:
    return {_ID.findall(definition)[0]: definition for definition in definitions}


def needed(inside: str, definitions: Mapping[str, str]) -> str:
    """Those of the definitions that are used, and what these use themselves, in their order."""
    found, new = set[str](), set(_REFERENCE.findall(inside))
    while new:
        found |= new
        new = {name for one in new for name in _REFERENCE.findall(definitions[one])} - found
    return element("defs", *[definition for name, definition in definitions.items() if name in found])


def document(
    prefix: str,
    size: tuple[float, float],
    title: str,
    description: str,
    inside: str,
    definitions: Mapping[str, str],
) -> str:
    """A whole picture; `prefix` keeps its names apart from those of another kind on the same page."""
    return element(
        "svg",
        element("title", escaped(title), id=f"{prefix}-title"),
        element("desc", escaped(description), id=f"{prefix}-desc"),
        needed(inside, definitions),
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(size[0])} {number(size[1])}",
        role="img",
        aria_labelledby=f"{prefix}-title {prefix}-desc",
        font_family=FONT,
    )


def apart(picture: str, name: str) -> str:
    """The same picture with ids of its own, where a page shows several of a kind."""
    found = _TITLE_ID.search(picture)
    if not found:
        return picture
    prefix, other = found[1], f"{found[1]}-{name}"
    for mark in ('id="', 'href="#', '"url(#', 'aria-labelledby="'):
        picture = picture.replace(f"{mark}{prefix}-", f"{mark}{other}-")
    return picture.replace(f' {prefix}-desc"', f' {other}-desc"', 1)
