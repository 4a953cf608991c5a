"""Prints HTML pages as PDF. The same page always gives the same bytes."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import Any, NamedTuple

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
    return bytes(_weasy().pdf_of(job))


def print_on_one_page(jobs: Sequence[PrintJob]) -> bytes:
    """The first one that fits on a page, or the last one."""
    return bytes(_weasy().pdf_on_one_page(jobs))


def _weasy() -> Any:
    """Imported when it is needed: that takes a third of a second, and fails where Pango is missing."""
    try:
        return import_module("app.printing.weasy")
    except OSError:
        raise PrintingUnavailable(
            "Nothing can be printed on this machine because Pango is missing. To install it: "
            "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
        ) from None
