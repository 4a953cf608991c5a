"""While the database restarts, a request that has changed nothing yet is tried again inside."""

import time
from collections.abc import Callable
from threading import Semaphore
from typing import Any, TypeVar

from flask import Flask

from app.db.away import Away, commits, is_restart
from app.db.hanging import hangs

R = TypeVar("R")

SECONDS = 3.0  # then people are told
PAUSES = (0.1, 0.2, 0.4, 0.8, 0.8)
MOST = 2  # threads of a process that sleep here; the others tell people at once


class PatientApp(Flask):
    """What a request does before its first COMMIT leaves nothing behind, so all of it can be done again."""

    _places = Semaphore(MOST)

    def preprocess_request(self) -> Any:
        return self._patiently(super().preprocess_request)

    def dispatch_request(self) -> Any:
        return self._patiently(super().dispatch_request)

    def _patiently(self, work: Callable[[], R]) -> R:
        until, before = time.monotonic() + SECONDS, commits()
        for pause in PAUSES:
            try:
                return work()
            except Away as error:
                late = time.monotonic() + pause > until
                if late or not is_restart(error) or commits() != before or not self._sleeps(pause):
                    raise
        return work()

    def _sleeps(self, seconds: float) -> bool:
        if hangs() or not self._places.acquire(blocking=False):
            return False
        try:
            time.sleep(seconds)
        finally:
            self._places.release()
        return True
