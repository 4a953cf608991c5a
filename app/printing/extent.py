"""How much room a part of a drawing takes, in its own coordinates: a box that is surely large enough."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from math import cos, dist, radians, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element

from PIL import ImageFont

from app.printing.fonts import font_file

Definitions = Mapping[str, Element]

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COMMAND = re.compile(r"([A-Za-z])([^A-DF-Za-df-z]*)")  # an e is part of a number
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate)\(([^)]*)\)[\s,]*")
_NUMBERS_OF = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
# So many times its width a stroke can reach beyond its line: at the sharp corners of a path, and elsewhere.
_SHARP, _BLUNT = 2, 0.75
# What these say cannot make a part larger than its lines are.
INHERITED = frozenset(
    "fill fill-opacity fill-rule stroke stroke-width stroke-linejoin stroke-linecap stroke-dasharray "
    "stroke-opacity font-size font-family font-weight font-style text-anchor".split()
)
_OWN = frozenset("id transform opacity clip-path x y width height rx ry cx cy r d x1 y1 x2 y2 href".split())


class NotUnderstood(Exception):
    """The drawing has something that is only safe to draw as a whole."""


class Matrix(NamedTuple):
    """As SVG writes it: x' = ax + cy + e, y' = bx + dy + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def then(self, inner: "Matrix") -> "Matrix":
        """What `inner` has placed, placed by this."""
        a, b, c, d, e, f = self
        ia, ib, ic, id_, ie, if_ = inner
        return Matrix(
            a * ia + c * ib,
            b * ia + d * ib,
            a * ic + c * id_,
            b * ic + d * id_,
            a * ie + c * if_ + e,
            b * ie + d * if_ + f,
        )


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def seen_by(self, matrix: Matrix) -> "Box":
        a, b, c, d, e, f = matrix
        corners = [
            (a * x + c * y + e, b * x + d * y + f)
            for x in (self.left, self.right)
            for y in (self.top, self.bottom)
        ]
        return around(corners)

    def wider(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def around(points: list[tuple[float, float]]) -> Box:
    across, down = [x for x, _ in points], [y for _, y in points]
    return Box(min(across), min(down), max(across), max(down))


def is_known(attribute: str) -> bool:
    return attribute in INHERITED or attribute in _OWN or attribute.startswith(("data-", "aria-"))


def numbers(text: str) -> list[float]:
    return [float(one) for one in _NUMBER.findall(text)]


def transform_of(text: str) -> Matrix:
    matrix = Matrix()
    if _TRANSFORM.sub("", text).strip():
        raise NotUnderstood(text)
    for kind, values in _TRANSFORM.findall(text):
        matrix = matrix.then(_one_transform(kind, numbers(values)))
    return matrix


def _one_transform(kind: str, values: list[float]) -> Matrix:
    match kind, values:
        case "translate", [x, *y]:
            return Matrix(e=x, f=y[0] if y else 0)
        case "scale", [x, *y]:
            return Matrix(a=x, d=y[0] if y else x)
        case "rotate", [angle]:
            turn = radians(angle)
            return Matrix(cos(turn), sin(turn), -sin(turn), cos(turn))
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
    raise NotUnderstood(kind)


# --- Elements ---


def boxes(element: Element, above: Mapping[str, str], definitions: Definitions) -> list[Box]:
    """Of everything that the element draws. `above`: what it inherits."""
    for attribute in element.attrib:
        if not is_known(attribute):
            raise NotUnderstood(attribute)
    here = {**above, **element.attrib}
    inside = _inside(element, here, definitions)
    matrix = transform_of(element.get("transform", ""))
    return [box.seen_by(matrix) for box in inside]


def _inside(element: Element, here: Mapping[str, str], definitions: Definitions) -> list[Box]:
    kind = element.tag
    if kind == "g":
        inherited = {name: value for name, value in here.items() if name in INHERITED}
        return [box for child in element for box in boxes(child, inherited, definitions)]
    if kind == "use":
        return _used(element, here, definitions)
    if kind == "text":
        return [_text(element, here)]
    points = _points(kind, element)
    sharp = kind == "path" and here.get("stroke-linejoin") != "round"
    stroke = (_SHARP if sharp else _BLUNT) * float(here.get("stroke-width", 1))
    return [around(points).wider(stroke)] if points else []


def _used(element: Element, here: Mapping[str, str], definitions: Definitions) -> list[Box]:
    name = element.get("href", "").removeprefix("#")
    if name not in definitions:
        raise NotUnderstood(name)
    others = {other: one for other, one in definitions.items() if other != name}  # it cannot use itself
    inherited = {name: value for name, value in here.items() if name in INHERITED}
    shift = Matrix(e=_number(element, "x"), f=_number(element, "y"))
    return [box.seen_by(shift) for box in boxes(definitions[name], inherited, others)]


def _number(element: Element, name: str) -> float:
    try:
        return float(element.get(name, 0))
    except ValueError as error:  # a unit or a share
        raise NotUnderstood(name) from error


def _text(element: Element, here: Mapping[str, str]) -> Box:
    if len(element):
        raise NotUnderstood("text in parts")
    size, x, y = float(here.get("font-size", 16)), _number(element, "x"), _number(element, "y")
    long = size * (_length(element.text or "") * 1.05 + 0.5)
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[here.get("text-anchor", "start")]
    return Box(x - before * long - size / 2, y - 1.3 * size, x + (1 - before) * long, y + 0.6 * size)


@cache
def _broadest_face() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file("Bold"), 100)


def _length(words: str) -> float:
    """In font sizes."""
    return _broadest_face().getlength(words) / 100


def _points(kind: str, element: Element) -> list[tuple[float, float]]:
    """Points round which a shape lies, without its stroke."""
    values = [_number(element, name) for name in _PLACE.get(kind, ())]
    match kind, values:
        case "rect", [x, y, width, height]:
            return [(x, y), (x + width, y + height)]
        case "circle", [x, y, r]:
            return [(x - r, y - r), (x + r, y + r)]
        case "ellipse", [x, y, rx, ry]:
            return [(x - rx, y - ry), (x + rx, y + ry)]
        case "line", [x, y, x2, y2]:
            return [(x, y), (x2, y2)]
        case "path", _:
            return list(_path(element.get("d", "")))
    raise NotUnderstood(kind)


_PLACE = {
    "rect": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
}


def _path(d: str) -> Iterator[tuple[float, float]]:
    """The ends of its lines and the points that its curves lean to."""
    x = y = start_x = start_y = 0.0
    lean = (0.0, 0.0)  # from the last point to the one that the last curve came from
    for command, text in _COMMAND.findall(d):
        kind, values = command.lower(), numbers(text)
        count = _NUMBERS_OF.get(kind)
        if count is None or (len(values) % count if count else values):
            raise NotUnderstood(d)
        for n in range(0, len(values), count or 1):
            points = _steps(kind, values[n : n + count], (x, y), command.islower())
            if kind == "a":
                radius = max(abs(values[n]), abs(values[n + 1]))
                yield from _arc((x, y), points[0], max(2 * radius, dist((x, y), points[0])))
            if kind in "st":
                yield x - lean[0], y - lean[1]
            yield from points
            x, y = points[-1]
            near = points[-2] if len(points) > 1 else points[-1]
            lean = (near[0] - x, near[1] - y)
            if kind == "m" and n == 0:
                start_x, start_y = x, y
        if kind == "z":
            x, y = start_x, start_y


def _arc(
    start: tuple[float, float], end: tuple[float, float], widest: float
) -> Iterator[tuple[float, float]]:
    """No point of it is farther than its width from either end."""
    yield min(start[0], end[0]) + widest, min(start[1], end[1]) + widest
    yield max(start[0], end[0]) - widest, max(start[1], end[1]) - widest


def _steps(
    kind: str, values: list[float], at: tuple[float, float], relative: bool
) -> list[tuple[float, float]]:
    x, y = at if relative else (0.0, 0.0)
    if kind == "h":
        return [(x + values[0], at[1])]
    if kind == "v":
        return [(at[0], y + values[0])]
    if kind == "a":
        values = values[5:]
    return [(x + values[n], y + values[n + 1]) for n in range(0, len(values), 2)]
