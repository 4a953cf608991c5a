"""How many processes of a worker may do one kind of work at the same time.

A mail server that is slow, a book or a mail that takes long keep the processes that they have, and never the
last one: that is left to the clocks and bots. A place is a locked byte of a file without a name, which the
worker's processes inherit, and the kernel frees it when a process is killed. Threads share their process's
locks, so a process knows by itself which places its threads have.
"""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import IO

MOST_PLACES = 1000
LETTERS, MAILS, BOOKS = KINDS = ("letters", "mails", "books")


@dataclass
class Shares:
    """`processes`: how many the worker has."""

    processes: int
    file: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    _ours: set[int] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def _bounds(self, kind: str) -> list[tuple[int, int]]:
        """The bounds that hold for a kind: where the places of each begin, and how many there are."""
        slow, few = max(1, self.processes // 2), max(1, self.processes // 4)
        all_but_clocks = self.processes - 1 if self.processes > 2 else self.processes
        bounds = [(0, all_but_clocks)]
        bounds += [(MOST_PLACES, slow)] if kind in (LETTERS, BOOKS) else []
        return bounds + ([(2 * MOST_PLACES, few)] if kind == BOOKS else [])

    @contextmanager
    def place(self, kind: str) -> Iterator[bool]:
        """Whether there is a place for one more. If not, whoever leaves sees that somebody was here."""
        self._wanted(kind, True)
        taken = self._take(kind)
        inside = len(taken) == len(self._bounds(kind))
        if inside:
            self._wanted(kind, False)
        else:
            self._free(taken)
        try:
            yield inside
        finally:
            self._free(taken if inside else [])

    def _take(self, kind: str) -> list[int]:
        free = (self._first_free(first, count) for first, count in self._bounds(kind))
        return [place for place in free if place is not None]

    def _first_free(self, first: int, count: int) -> int | None:
        with self._lock:
            for place in range(first, first + count):
                if place not in self._ours and self._locks(place):
                    self._ours.add(place)
                    return place
        return None

    def _locks(self, place: int) -> bool:
        try:
            fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except OSError:
            return False
        return True

    def _free(self, places: list[int]) -> None:
        with self._lock:
            for place in places:
                fcntl.lockf(self.file, fcntl.LOCK_UN, 1, place)
                self._ours.discard(place)

    # --- Who came in vain ---

    def _wanted(self, kind: str, is_wanted: bool) -> None:
        os.pwrite(self.file.fileno(), bytes([is_wanted]), KINDS.index(kind))

    def came_in_vain(self) -> list[str]:
        """The kinds of work that somebody wanted to do when there was no place."""
        marks = os.pread(self.file.fileno(), len(KINDS), 0)
        return [kind for kind, mark in zip(KINDS, marks, strict=False) if mark]
