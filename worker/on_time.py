"""The soft time limit of a task, as something that the work itself cannot swallow."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import current_thread, main_thread
from types import FrameType

from app.problems import OutOfTime

log = logging.getLogger(__name__)


@contextmanager
def on_time(name: str) -> Iterator[None]:
    """Celery's own exception at the soft limit would be taken for a fault of the letter or clock at hand.

    What was begun has its lease, and so it is tried again, but not without end.
    """
    with celerys_signal() if current_thread() is main_thread() else nullcontext():
        try:
            yield
        except OutOfTime:
            log.error("%s has taken too long, and is broken off", name)


@contextmanager
def celerys_signal() -> Iterator[None]:
    """That a process of its worker gets. A thread is told by worker/time_limits.py."""
    before = signal.signal(signal.SIGUSR1, _out_of_time)
    try:
        yield
    finally:
        signal.signal(signal.SIGUSR1, before)


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise OutOfTime
