"""A file lock that nobody waits for without an end.

flock() waits for as long as another process has the lock, and one that is frozen has it for as long as it
likes. So where the lock is not free at once, a thread beside ours waits for it. When our time is over, it is
left behind; as long as it waits there, nobody else begins to, and when it has the lock, it frees it.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Thread
from time import monotonic

MOST = 4  # threads of a process that wait for their whole time; a web server has a handful
SHORT = 2.0  # seconds that the others wait


class Turn:
    """One at a time, in all threads and processes. The system frees the lock of a process that dies."""

    def __init__(self, open_file: Callable[[], int]) -> None:
        self._open = open_file
        self._of_this_process = Lock()
        self._waiting: list[float] = []
        self._left_behind: list[Waiting] = []

    @contextmanager
    def within(self, seconds: float) -> Iterator[bool]:
        """Whether it is ours, after so many seconds at most."""
        until = monotonic() + (seconds if len(self._waiting) < MOST else min(seconds, SHORT))
        self._waiting.append(until)
        try:
            is_first = self._of_this_process.acquire(timeout=until - monotonic())
        finally:
            self._waiting.remove(until)
        if not is_first:
            yield False
            return
        try:
            file = self._lock(until)
            try:
                yield file is not None
            finally:
                if file is not None:
                    os.close(file)
        finally:
            self._of_this_process.release()

    def _lock(self, until: float) -> int | None:
        file = self._open()
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not self._left_behind:
                return Waiting(file, self._left_behind).lock(until)
            os.close(file)
            return None
        return file


class Waiting:
    """A thread that waits for the lock of a file."""

    def __init__(self, file: int, left_behind: "list[Waiting]") -> None:
        self._file, self._left_behind = file, left_behind
        self._error: OSError | None = None
        self._changing, self._over = Lock(), Lock()
        self._over.acquire()

    def lock(self, until: float) -> int | None:
        Thread(target=self._wait, daemon=True, name="turn").start()
        try:
            is_ours = self._over.acquire(timeout=max(0.0, until - monotonic())) or not self._is_left()
        except BaseException:  # a signal: the time for our own work is over
            if not self._is_left():
                os.close(self._file)
            raise
        if self._error:
            os.close(self._file)
            raise self._error
        return self._file if is_ours else None

    def _wait(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX)
        except OSError as error:
            self._error = error
        with self._changing:
            if self in self._left_behind:
                self._left_behind.remove(self)
                os.close(self._file)
            else:
                self._over.release()

    def _is_left(self) -> bool:
        """Unless it has the lock by now."""
        with self._changing:
            if self._over.acquire(blocking=False):
                return False
            self._left_behind.append(self)
            return True
