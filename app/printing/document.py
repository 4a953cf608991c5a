"""Pages to print: from a template and facts to the bytes of a PDF, the same for the same facts."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import Any, NamedTuple

from app.problems import Problem

NAMES = "chasqui:"  # what pages call things by that are handed over with them


class NoPress(Problem):
    """The libraries that pages are printed with are not on this machine."""

    status = 503


class Enclosure(NamedTuple):
    """A file within the PDF."""

    name: str
    about: str
    content: str
    at: datetime


@dataclass(frozen=True)
class Print:
    """All that goes into a PDF. The pictures are SVG; the page shows them by their names."""

    html: str
    styles: tuple[str, ...]
    pictures: Mapping[str, str] = field(default_factory=dict)
    enclosures: tuple[Enclosure, ...] = ()

    @property
    def identifier(self) -> bytes:
        digest = hashlib.sha256(self.html.encode("utf-8", "replace"))
        for enclosure in self.enclosures:
            digest.update(enclosure.content.encode())
        return digest.hexdigest()[:32].encode()


def shown(name: str) -> str:
    """The address of a picture, for a page that is printed."""
    return f"{NAMES}picture/{name}"


def printed(order: Print) -> bytes:
    return bytes(_press().pdf_of(order))


def printed_on_one_page(orders: Sequence[Print]) -> bytes:
    """The first of them that fits, or the last."""
    return bytes(_press().fitted(orders))


def _press() -> Any:
    """Imported when it is needed: it takes a third of a second, and libraries that may be missing."""
    try:
        return import_module("app.printing.weasy")
    except OSError:
        raise NoPress(
            "Nothing can be printed on this machine: Pango is missing. Whoever keeps it types: "
            "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
        ) from None
