"""The time limits of tasks that run in threads. Celery keeps them for processes only."""

import logging
import os
import time
from ctypes import c_ulong, py_object, pythonapi
from dataclasses import dataclass
from threading import Lock, Thread, get_ident
from typing import Any

from celery.signals import task_postrun, task_prerun

from app.printing.press import PRESS
from app.problems import OutOfTime

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
FAILED = 1


@dataclass
class Running:
    name: str
    soft: float  # when it is broken off
    hard: float  # when the whole process ends, since a thread cannot be ended
    is_told: bool = False


class TimeLimits:
    def __init__(self) -> None:
        self._lock = Lock()
        self.running: dict[int, Running] = {}

    def begin(self) -> None:
        task_prerun.connect(self.has_begun, weak=False)
        task_postrun.connect(self.has_ended, weak=False)
        Thread(target=self._watch, daemon=True, name="time limits").start()

    def has_begun(self, task: Any, **_: Any) -> None:
        at = time.monotonic()
        with self._lock:
            self.running[get_ident()] = Running(task.name, at + task.soft_time_limit, at + task.time_limit)

    def has_ended(self, **_: Any) -> None:
        with self._lock:
            self.running.pop(get_ident(), None)
            raise_in(get_ident(), None)

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            self.look(time.monotonic())

    def look(self, at: float) -> None:
        with self._lock:
            for thread, running in self.running.items():
                if at > running.hard:
                    log.critical("%s does not end, so the worker does", running.name)
                    os._exit(FAILED)
                if at > running.soft and not running.is_told:
                    running.is_told = True
                    raise_in(thread, OutOfTime)
                    PRESS.break_off()  # another thread that waits for it asks again


def raise_in(thread: int, error: type[BaseException] | None) -> None:
    """In another thread, with its next line of Python. None: what has not yet been raised will not be."""
    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(error) if error else None)
