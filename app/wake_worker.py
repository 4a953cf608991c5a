"""Telling the worker that there is work, after a commit. Best effort: what is not told, its sweep finds.

The web knows the worker's task by name only, for nothing of the worker is imported here.
"""

import logging
import os
import time
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any

from celery import Celery

from app.settings import Settings

log = logging.getLogger(__name__)

WAKE = "worker.tasks.wake"
EXPIRES = 60  # seconds; a worker that was away for longer has nothing of old calls

# Between two calls: work that comes meanwhile shares the next one.
BREATH = 0.1
# After a call that did not get through.
QUIET = 15.0

# How long the broker waits for a worker before it gives a message to another: longer than any task may take.
# On one broker the shortest of all programs counts, so all have this one.
VISIBILITY_SECONDS = 900


def client(settings: Settings) -> Celery:
    """For sending only: gives up soon, and does not try again."""
    celery = Celery("web", broker=settings.broker, set_as_current=False)
    celery.conf.update(
        task_ignore_result=True,
        task_serializer="json",
        accept_content=["json"],
        task_publish_retry=False,
        broker_connection_timeout=1,
        broker_connection_retry=False,
        broker_transport_options={
            "visibility_timeout": VISIBILITY_SECONDS,
            "socket_timeout": 1,
            "socket_connect_timeout": 1,
            "retry_on_timeout": False,
            "max_retries": 0,
        },
    )
    return celery


def waker(settings: Settings, quiet: float = QUIET) -> Callable[[], None]:
    return Waker(client(settings), quiet).wake


class Waker:
    """Calls from a thread of its own, so that no request waits for a broker that is stopped or frozen."""

    def __init__(self, celery: Celery, quiet: float = QUIET) -> None:
        self._celery = celery
        self._quiet = quiet
        self._wanted = Event()
        self._lock = Lock()
        self._process = 0  # where the thread runs

    def wake(self) -> None:
        self._wanted.set()
        if self._process != os.getpid():
            self._start()

    def _start(self) -> None:
        """At the first call in this process: a thread does not survive a fork."""
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                Thread(target=self._run, name="waker", daemon=True).start()

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            time.sleep(BREATH if self._call() else self._quiet)

    def _call(self) -> bool:
        try:
            self._celery.send_task(WAKE, expires=EXPIRES, retry=False)
        except Exception as error:  # whatever it is, there is nobody who could do something about it
            log.warning("the worker could not be called: %s; its sweep finds the work", _told(error))
            return False
        return True


def _told(error: Any) -> str:
    return f"{type(error).__name__}: {error}"
