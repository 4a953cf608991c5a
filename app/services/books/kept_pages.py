"""Printed pages that are made once and kept, in files that all processes of a machine share.

A page is named by all that is on it, so it can never be an old one, and whoever may see it has been asked for
before. What is kept can be made again: the folder may be emptied at any time.
"""

import hashlib
import logging
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from app.printing.document import print_on_one_page
from app.services.books.board_page import Pages

log = logging.getLogger(__name__)

FOLDER = "pages"
MOST_BYTES = 50_000_000
LEFT = 0.8  # of them, after the oldest have been thrown away
UNFINISHED = ".new"


class KeptPages:
    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder / FOLDER
        self._most_bytes = most_bytes

    def find(self, laid_out: Pages) -> bytes | None:
        path = self._folder / name_of(laid_out)
        try:
            pdf = path.read_bytes()
            os.utime(path)  # the ones that nobody has asked for longest go first
        except OSError:
            return None
        return pdf

    def make(self, laid_out: Pages) -> bytes:
        pdf = print_on_one_page(laid_out.prints)
        try:
            self._keep(name_of(laid_out), pdf)
            self._throw_away()
        except OSError as error:  # a full disk, say: then it is made again the next time
            log.warning("a printed page could not be kept: %s", error)
        return pdf

    def _keep(self, name: str, pdf: bytes) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, path = tempfile.mkstemp(UNFINISHED, dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(pdf)
            Path(path).replace(self._folder / name)
        except OSError:
            Path(path).unlink(missing_ok=True)
            raise

    def _throw_away(self) -> None:
        found = []
        for path in self._folder.iterdir():
            with suppress(FileNotFoundError):  # another process has thrown it away
                found.append((path.stat().st_mtime, path.stat().st_size, path))
        total = sum(size for _, size, _ in found)
        if total <= self._most_bytes:
            return
        for _, size, path in sorted(found):
            path.unlink(missing_ok=True)
            total -= size
            if total <= LEFT * self._most_bytes:
                return


def name_of(laid_out: Pages) -> str:
    digest = hashlib.sha256()
    for part in (*laid_out.html, laid_out.svg):
        digest.update(hashlib.sha256(part.encode("utf-8", "replace")).digest())
    return f"{digest.hexdigest()}.pdf"
