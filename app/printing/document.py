"""Prints HTML pages as PDF. The same page always gives the same bytes."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from app.problems import Problem

URL_SCHEME = "chasqui:"  # the URL scheme of pictures and fonts that are handed over with a page


class PrintingUnavailable(Problem):
    """The libraries that WeasyPrint needs are not on this machine."""

    status = 503


class AttachedFile(NamedTuple):
    """A file that is attached to the PDF."""

    name: str
    about: str
    content: str
    at: datetime


@dataclass(frozen=True)
class PrintJob:
    """All that goes into a PDF. The pictures are SVG, by the names that the page uses for them."""

    html: str
    styles: tuple[str, ...]
    pictures: Mapping[str, str] = field(default_factory=dict)
    enclosures: tuple[AttachedFile, ...] = ()
    booklet: bool = False  # two pages on each side of a sheet, to be folded

    @property
    def identifier(self) -> bytes:
        digest = hashlib.sha256(self.html.encode("utf-8", "replace"))
        for enclosure in self.enclosures:
            digest.update(enclosure.content.encode())
        return digest.hexdigest()[:32].encode()


def picture_address(name: str) -> str:
    """The address of a picture in a page that is printed."""
    return f"{URL_SCHEME}picture/{name}"


def print_pdf(job: PrintJob) -> bytes:
    return print_on_one_page([job])


def print_on_one_page(jobs: Sequence[PrintJob]) -> bytes:
    """The first one that fits on a page, or the last one."""
    from app.printing import press  # it knows jobs, and so comes after them

    try:
        return press.PRESS.print_first_that_fits(jobs)
    except press.PangoMissing:
        raise PrintingUnavailable(
            "Nothing can be printed on this machine because Pango is missing. To install it: "
            "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
        ) from None
