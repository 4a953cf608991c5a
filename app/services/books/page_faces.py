"""The typeface of pages: made when the first page asks for it, and kept with the printed pages.

Where it cannot be made, pages have the fonts of the reader's machine, and the log says so once.
"""

import logging
from functools import cache
from threading import Lock

from app.house import House
from app.printing import faces
from app.printing.press import PRESS, PressFailed
from app.services.books.kept_pages import KeptFiles

log = logging.getLogger(__name__)


class PageFaces:
    """Of one process. Its threads share what is made."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: dict[str, bytes] = {}
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
                try:
                    kept_as = f"{self.version}-{name}.woff2"
                    self._made[name] = files.find_or_make(kept_as, lambda: PRESS.face(name))
                except (PressFailed, OSError) as error:
                    self._do_without(error)
            return self._made.get(name, b"") if self.version else b""

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


@cache
def style_sheet() -> bytes:
    return faces.style_sheet().encode()
