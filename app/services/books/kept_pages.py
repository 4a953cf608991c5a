"""Printed pages, pictures and fonts that are made once and kept, in files that all
processes of a machine share.

A file is named by all that is in it, so it can never be an old one, and whoever may see it has been asked for
before. What is kept can be made again: the folder may be emptied at any time.
"""

import hashlib
import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from app.db.turn import Turn
from app.printing.document import print_on_one_page
from app.services.books.board_page import Pages

log = logging.getLogger(__name__)

FOLDER = "pages"
MOST_BYTES = 50_000_000
LEFT = 0.8  # of them, after the oldest have been thrown away
UNFINISHED = ".new"
FROZEN = 5.0  # seconds; after them nobody waits for another process any more


class KeptFiles:
    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder / FOLDER
        self._most_bytes = most_bytes

    def find(self, name: str) -> bytes | None:
        path = self._folder / name
        try:
            found = path.read_bytes()
            os.utime(path)  # the ones that nobody has asked for longest go first
        except OSError:
            return None
        return found

    def keep(self, name: str, made: bytes) -> None:
        try:
            self._write(name, made)
            self._throw_away()
        except OSError as error:  # a full disk, say: then it is made again the next time
            log.warning("%s could not be kept: %s", name, error)

    def find_or_make(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Of all processes that want the same file at once, one makes it."""
        found = self.find(name)
        if found is not None:
            return found
        with self._turn():
            found = self.find(name)
            if found is None:
                found = make()
                self.keep(name, found)
            return found

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One process after another, unless there can be no lock, or the one that has it is frozen."""
        with ExitStack() as stack:
            with suppress(OSError):
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                stack.enter_context(Turn(self._open).within(FROZEN))
            yield

    def _open(self) -> int:
        return os.open(self._folder, os.O_RDONLY)

    def _write(self, name: str, made: bytes) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, path = tempfile.mkstemp(UNFINISHED, dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(made)
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


class KeptPages:
    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._files = KeptFiles(folder, most_bytes)

    def find(self, laid_out: Pages) -> bytes | None:
        return self._files.find(name_of(laid_out))

    def make(self, laid_out: Pages) -> bytes:
        pdf = print_on_one_page(laid_out.prints)
        self._files.keep(name_of(laid_out), pdf)
        return pdf


def name_of(laid_out: Pages) -> str:
    return f"{name_of_parts(*laid_out.html, laid_out.svg)}.pdf"


def name_of_parts(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part.encode("utf-8", "replace")).digest())
    return digest.hexdigest()
