"""Work in a process of its own, which is killed at some moment."""

import os
import signal
import time
from collections.abc import Callable
from multiprocessing import get_context


def killed(work: Callable[[], int], after: float) -> bool:
    """Whether it was still at work. A fork has all modules already, so the time goes to the work."""
    process = get_context("fork").Process(target=lambda: os._exit(work()), daemon=True)
    process.start()
    process.join(after)
    process.kill()
    process.join()
    return process.exitcode == -signal.SIGKILL


def time_of(work: Callable[[], int]) -> float:
    begun = time.monotonic()
    process = get_context("fork").Process(target=lambda: os._exit(work()))
    process.start()
    process.join()
    assert process.exitcode == 0
    return time.monotonic() - begun
