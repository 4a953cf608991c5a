"""What `serve` runs in place of the Procfile's worker, beat and post: one process, with threads for each.

Each process more would cost 25 to 60 MB. Celery's command line is left out too, for its libraries take 10 MB.
"""

import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

from celery.signals import task_postrun, worker_shutting_down

from app.serving.patient import SWITCH_SECONDS
from worker import FEWEST, celery
from worker.beside import Beside
from worker.tasks import house
from worker.time_limits import TimeLimits

THREADS = FEWEST  # of a small house
MOST_MB = 260  # with more it ends in good order, and a fresh one takes its place
END_SECONDS = 10  # with those of whoever gives the signal to end
PAGE = os.sysconf("SC_PAGE_SIZE")
# What several workers tell one another.
ALONE: dict[str, Any] = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}
SPEECH: dict[str, Any] = {"loglevel": "WARNING", "quiet": True, "redirect_stdouts": False}


def work() -> int:
    sys.setswitchinterval(SWITCH_SECONDS)
    worker = celery.Worker(pool="threads", concurrency=THREADS, **SPEECH, **ALONE)
    house()  # before there are threads, which share it
    beside, limits = Beside(), TimeLimits()
    worker_shutting_down.connect(partial(end_soon, beside), weak=False)
    limits.begin()
    task_postrun.connect(partial(end_when_grown, limits), weak=False)
    beside.begin()
    worker.start()
    beside.end()
    return int(worker.exitcode or 0)


def end_soon(beside: Beside, **_: Any) -> None:
    """Tasks that take longer than that are broken off: others begin them again."""
    signal.alarm(END_SECONDS)
    beside.end_soon()


def end_when_grown(limits: TimeLimits, **_: Any) -> None:
    if not limits.running and megabytes() > MOST_MB:
        os.kill(os.getpid(), signal.SIGTERM)


def megabytes() -> float:
    """That this process has now; 0 where the system does not tell."""
    if sys.platform != "linux":
        return 0.0
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1024**2
