"""Prints with WeasyPrint. It may use only the pictures and fonts that are handed to it, and fetches nothing.

Its libraries may be missing on a machine, so only the press imports this, when it has to print.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydyf import Array  # type: ignore[import-untyped]  # neither library has types
from weasyprint import CSS, HTML, Attachment, Document  # type: ignore[import-untyped]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]
from weasyprint.urls import URLFetcher, URLFetcherResponse  # type: ignore[import-untyped]

from app.printing import booklet, drawn_once, read_once, used_once
from app.printing.document import URL_SCHEME, AttachedFile, PrintJob
from app.printing.fonts import FAMILY, font_file

STYLES = Path(__file__).parents[2] / "templates" / "pdf"
VARIANT = "pdf/ua-1"  # tagged, for screen readers; a booklet is not, as it is for paper
FACES = {
    "regular": ("", 400, "normal"),
    "italic": ("It", 400, "italic"),
    "semibold": ("Semibold", 600, "normal"),
    "bold": ("Bold", 700, "normal"),
}
FONT_FACE_RULE = "@font-face{{font-family:'{}';src:url({});font-weight:{};font-style:{}}}"

# fontTools, which makes subsets of emoji fonts, writes the time into them; this makes it always the same.
os.environ.setdefault("SOURCE_DATE_EPOCH", "1790000000")

drawn_once.prepare()
read_once.prepare()
used_once.prepare()


class NotHandedOver(ValueError):
    """The page refers to something that was not handed over with it."""


class AssetFetcher(URLFetcher):  # type: ignore[misc]  # untyped
    """Gives WeasyPrint pictures and fonts by their names; refuses files, networks and data: addresses."""

    def __init__(self, pictures: Mapping[str, str]) -> None:
        super().__init__(allowed_protocols=set())
        self._pictures = pictures

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        kind, _, name = url.removeprefix(URL_SCHEME).partition("/")
        if url.startswith(URL_SCHEME) and kind == "font" and name in FACES:
            return URLFetcherResponse(url, read_font(name), {"Content-Type": "font/ttf"})
        if url.startswith(URL_SCHEME) and kind == "picture" and name in self._pictures:
            svg = self._pictures[name].encode("utf-8", "replace")
            return URLFetcherResponse(url, svg, {"Content-Type": "image/svg+xml"})
        raise NotHandedOver(f"{url[:80]!r} is nothing that was handed over")


def read_font(name: str) -> bytes:
    return Path(font_file(FACES[name][0])).read_bytes()


@cache
def _fonts() -> FontConfiguration:
    return FontConfiguration()


def font_face_rules(address: Callable[[str], str]) -> str:
    """The @font-face rules of a style sheet. `address` gives the URL of a face by its name."""
    return "".join(FONT_FACE_RULE.format(FAMILY, address(name), *style[1:]) for name, style in FACES.items())


@cache
def _style(name: str) -> CSS:
    """Read once in a process, together with its fonts."""
    text = font_face_rules(lambda face: f"{URL_SCHEME}font/{face}") + (STYLES / name).read_text()
    return CSS(string=text, font_config=_fonts(), url_fetcher=AssetFetcher({}))


def lay_out(job: PrintJob) -> Document:
    page = HTML(string=job.html, url_fetcher=AssetFetcher(job.pictures))
    styles = [_style(name) for name in job.styles]
    return page.render(font_config=_fonts(), stylesheets=styles, pdf_variant=_variant(job))


def _variant(job: PrintJob) -> str | None:
    return None if job.booklet else VARIANT


def pdf_on_one_page(jobs: Sequence[PrintJob]) -> bytes:
    """The first one that fits on a page, or the last one."""
    for job in jobs:
        laid_out = lay_out(job)
        if len(laid_out.pages) == 1 or job is jobs[-1]:
            return _pdf_bytes(laid_out, job)
    raise ValueError("there is nothing to print")


def _pdf_bytes(laid_out: Document, job: PrintJob) -> bytes:
    pdf: bytes = laid_out.write_pdf(
        pdf_identifier=job.identifier,
        pdf_variant=_variant(job),
        finisher=_finish_booklet if job.booklet else _mark_as_source,
        attachments=[_attachment(enclosure) for enclosure in job.enclosures],
    )
    return pdf


def _attachment(enclosure: AttachedFile) -> Attachment:
    """Its times are those of the match. With the present time every copy would be another file."""
    labels: dict[str, Any] = {"name": enclosure.name, "description": enclosure.about}
    times = {"created": enclosure.at, "modified": enclosure.at}
    return Attachment(string=enclosure.content, **labels, **times)


def _finish_booklet(document: Document, pdf: Any) -> None:
    booklet.impose(pdf)
    _mark_as_source(document, pdf)


def _mark_as_source(_: Document, pdf: Any) -> None:
    """Marks attached files as the /Source of the page: WeasyPrint sets AFRelationship only for PDF/A."""
    files: list[Any] = [
        object_ for object_ in pdf.objects if isinstance(object_, dict) and object_.get("Type") == "/Filespec"
    ]
    for file in files:
        file["AFRelationship"] = "/Source"
    if files:
        pdf.catalog["AF"] = Array([file.reference for file in files])
