"""What WeasyPrint does for us, and what it may not do: it knows the names it is handed, and fetches nothing.

Its libraries may be missing on a machine, so only `app.books` imports this, when something is printed.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from pydyf import Array  # type: ignore[import-untyped]  # it declares none
from weasyprint import CSS, HTML, Attachment, Document  # type: ignore[import-untyped]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]
from weasyprint.urls import URLFetcher, URLFetcherResponse  # type: ignore[import-untyped]

from app.printing.document import NAMES, Enclosure, Print
from app.printing.fonts import FAMILY, face

STYLES = Path(__file__).parents[2] / "templates" / "pdf"
VARIANT = "pdf/ua-1"  # tagged, for screen readers
FACES = {
    "regular": ("", 400, "normal"),
    "italic": ("It", 400, "italic"),
    "semibold": ("Semibold", 600, "normal"),
    "bold": ("Bold", 700, "normal"),
}
FACE = "@font-face{{font-family:'{}';src:url({});font-weight:{};font-style:{}}}"

# A font whose letters are pictures (emoji) is cut by fontTools, which writes the time into it.
os.environ.setdefault("SOURCE_DATE_EPOCH", "1790000000")

# One at a time in a process: side by side they are slower, and take the memory of both.
_ALONE = Lock()


class Refused(ValueError):
    """A name that nobody has handed over."""


class Shelf(URLFetcher):  # type: ignore[misc]  # untyped
    """Knows pictures and fonts by name; files, networks and data in addresses it does not know."""

    def __init__(self, pictures: Mapping[str, str]) -> None:
        super().__init__(allowed_protocols=set())
        self._pictures = pictures

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        kind, _, name = url.removeprefix(NAMES).partition("/")
        if url.startswith(NAMES) and kind == "font" and name in FACES:
            return URLFetcherResponse(url, font(name), {"Content-Type": "font/ttf"})
        if url.startswith(NAMES) and kind == "picture" and name in self._pictures:
            svg = self._pictures[name].encode("utf-8", "replace")
            return URLFetcherResponse(url, svg, {"Content-Type": "image/svg+xml"})
        raise Refused(f"{url[:80]!r} is nothing that was handed over")


def font(name: str) -> bytes:
    return Path(face(FACES[name][0])).read_bytes()


@cache
def _fonts() -> FontConfiguration:
    return FontConfiguration()


def faces(address: Callable[[str], str]) -> str:
    """For a style sheet; `address`: where it finds a face."""
    return "".join(FACE.format(FAMILY, address(name), *how[1:]) for name, how in FACES.items())


@cache
def _style(name: str) -> CSS:
    """Read once in a process, with the fonts that it names."""
    text = faces(lambda face: f"{NAMES}font/{face}") + (STYLES / name).read_text()
    return CSS(string=text, font_config=_fonts(), url_fetcher=Shelf({}))


def lay_out(order: Print) -> Document:
    page = HTML(string=order.html, url_fetcher=Shelf(order.pictures))
    styles = [_style(name) for name in order.styles]
    return page.render(font_config=_fonts(), stylesheets=styles, pdf_variant=VARIANT)


def pdf_of(order: Print) -> bytes:
    with _ALONE:
        return _written(lay_out(order), order)


def fitted(orders: Sequence[Print]) -> bytes:
    """The first that fits on one page, or the last of them."""
    with _ALONE:
        for order in orders:
            laid_out = lay_out(order)
            if len(laid_out.pages) == 1 or order is orders[-1]:
                return _written(laid_out, order)
    raise ValueError("there is nothing to print")


def _written(laid_out: Document, order: Print) -> bytes:
    made: bytes = laid_out.write_pdf(
        pdf_identifier=order.identifier,
        pdf_variant=VARIANT,
        finisher=_related,
        attachments=[_attachment(enclosure) for enclosure in order.enclosures],
    )
    return made


def _attachment(enclosure: Enclosure) -> Attachment:
    """Its times are the match's: the present would make every copy another file."""
    named: dict[str, Any] = {"name": enclosure.name, "description": enclosure.about}
    times = {"created": enclosure.at, "modified": enclosure.at}
    return Attachment(string=enclosure.content, **named, **times)


def _related(_: Document, pdf: Any) -> None:
    """What is attached is what the page was made from. Only archives (PDF/A) are told so without this."""
    files: list[Any] = [
        thing for thing in pdf.objects if isinstance(thing, dict) and thing.get("Type") == "/Filespec"
    ]
    for file in files:
        file["AFRelationship"] = "/Source"
    if files:
        pdf.catalog["AF"] = Array([file.reference for file in files])
