"""The typeface of pages, as fonts, and as outlines for pictures that are files of their own.

They are made when the first page asks for them, and kept with the printed pages. Where they cannot be made,
pages have the fonts of the reader's machine, and the log says so once.
"""

import logging
from collections.abc import Callable
from functools import cache, partial
from threading import Lock

from app.house import House
from app.printing import faces
from app.printing.outlined import Glyphs, Outlines
from app.printing.press import PRESS, PressFailed
from app.services.books.kept_pages import KeptFiles

log = logging.getLogger(__name__)


class PageFaces:
    """Of one process. Its threads share what is made."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: dict[str, bytes] = {}
        self._outlines: Outlines | None = None
        self._version: str | None = None

    @property
    def version(self) -> str:
        """Empty where pages do without."""
        if self._version is None:
            try:
                self._version = faces.version()
            except (ImportError, KeyError, OSError) as error:
                self._do_without(error)
        return self._version or ""

    def face(self, files: KeptFiles, name: str) -> bytes:
        """Empty where pages do without."""
        with self._lock:
            if self.version and name not in self._made:
                self._made[name] = self._kept(files, f"{name}.woff2", partial(PRESS.face, name))
            return self._made.get(name, b"") if self.version else b""

    def outlines(self, files: KeptFiles) -> Outlines | None:
        with self._lock:
            if self.version and not self._outlines:
                made = {
                    name: self._kept(files, f"{name}.json", partial(PRESS.glyphs, name))
                    for name in faces.AT_ONCE
                }
                if all(made.values()):
                    self._outlines = Outlines({name: Glyphs.read(each) for name, each in made.items()})
            return self._outlines

    def _kept(self, files: KeptFiles, name: str, make: Callable[[], bytes]) -> bytes:
        try:
            return files.find_or_make(f"{self.version}-{name}", make)
        except (PressFailed, OSError) as error:
            self._do_without(error)
            return b""

    def _do_without(self, error: Exception) -> None:
        self._version = ""
        log.warning(
            "pages have no typeface of their own, only the fonts of their readers' machines: %r", error
        )


OURS = PageFaces()


def version() -> str:
    return OURS.version


def face(house: House, name: str) -> bytes:
    return OURS.face(KeptFiles(house.settings.folder), name)


def in_outlines(house: House, svg: str) -> str:
    """A drawing that a page shows as a picture: the fonts of the page are not for it."""
    outlines = OURS.outlines(KeptFiles(house.settings.folder))
    return outlines.of(svg) if outlines else svg


@cache
def style_sheet() -> bytes:
    return faces.style_sheet().encode()
