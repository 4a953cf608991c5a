"""A picture that a document shows several times is drawn once: tokens, and boards that are shown again.

WeasyPrint draws each SVG anew wherever it stands, which was most of the time of a book.
"""

from typing import Any

from weasyprint.images import SVGImage  # type: ignore[import-untyped]  # the library has no types

_draw_anew = SVGImage.draw


def draw_once(image: Any, stream: Any, width: float, height: float, style: Any) -> None:
    """As a form of the PDF, which is kept with the resources that all pages of a document share."""
    shared = stream._resources["XObject"]
    drawn = vars(image).setdefault("_drawn", {})
    if id(shared) not in drawn:
        form = stream.add_group(0, 0, width, height)
        _draw_anew(image, form, width, height, style)
        drawn[id(shared)] = form.id, width, height
    name, as_wide, as_high = drawn[id(shared)]
    stream.transform(a=width / as_wide, d=height / as_high)
    stream.draw_x_object(name)


def prepare() -> None:
    SVGImage.draw = draw_once
