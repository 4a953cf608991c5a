"""Wakes the worker after a commit, by a Celery message. If one is lost, the next sweep finds the work.

Nothing of the worker is imported here: its task is known by name only.
"""

import hashlib
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
# Calls that may wait for a worker. Each finds all the work there is, so more of them would be of no use. They
# have no time at which they expire: a worker whose clock is wrong would throw every one of them away.
MOST_WAITING = 100
MOST_ALIKE = 10  # of one task: nine tasks together never reach the other bound, so none keeps another one out

# Seconds between two calls. Work that comes in between shares the next call.
PAUSE = 0.1
# Seconds after a call that failed.
PAUSE_AFTER_FAILURE = 15.0

# After so many seconds the broker gives an unanswered message to another worker. That is longer than any task
# may take. Of all programs on one broker the shortest time counts, so all use this one.
VISIBILITY_SECONDS = 900

# Whoever can write to the broker must not be able to run code here, as pickles would.
JSON_ONLY: dict[str, Any] = {
    "task_serializer": "json",
    "result_serializer": "json",
    "event_serializer": "json",
    "accept_content": ["json"],
    "result_accept_content": ["json"],
}


def queue_of(settings: Settings) -> str:
    """Sites that share a broker have queues of their own: a site is where its letters lead to."""
    return f"chasqui-{hashlib.sha256(settings.url.encode()).hexdigest()[:16]}"


class Caller(Celery):
    """A Celery app whose calls are dropped while enough others wait."""

    def send_task(self, name: str, *args: Any, **options: Any) -> Any:
        with self.producer_or_acquire(options.pop("producer", None)) as producer:
            if self._has_enough(producer, name):
                return None
            options["producer"] = producer
            return super().send_task(name, *args, **options)

    def _has_enough(self, producer: Any, name: str) -> bool:
        waiting = self._waiting(producer)
        if not MOST_ALIKE <= waiting < MOST_WAITING:
            return waiting >= MOST_WAITING
        calls = producer.channel.client.lrange(self.conf.task_default_queue, 0, MOST_WAITING)
        return sum(f'"task": "{name}"'.encode() in call for call in calls) >= MOST_ALIKE

    def _waiting(self, producer: Any) -> int:
        declared = producer.channel.queue_declare(queue=self.conf.task_default_queue)
        return int(declared.message_count)


def celery_client(settings: Settings) -> Celery:
    """A Celery app that only sends. It gives up soon, and does not try again."""
    celery = Caller("web", broker=settings.broker, set_as_current=False)
    celery.conf.update(
        task_default_queue=queue_of(settings),
        **JSON_ONLY,
        task_ignore_result=True,
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


def wake_once(settings: Settings) -> bool:
    """For a program that ends soon. False if it could not be called; then the next sweep finds the work."""
    try:
        celery_client(settings).send_task(WAKE, retry=False)
    except Exception as error:  # whatever it is, nothing more can be done about it here
        log.info("the worker could not be called: %s", _describe(error))
        return False
    return True


def make_waker(settings: Settings, quiet: float = PAUSE_AFTER_FAILURE) -> Callable[[], None]:
    return Waker(celery_client(settings), quiet).wake


class Waker:
    """Calls the worker from a thread, so that no request waits for a broker that is stopped or frozen."""

    def __init__(self, celery: Celery, quiet: float = PAUSE_AFTER_FAILURE) -> None:
        self._celery = celery
        self._pause_after_failure = quiet
        self._wanted = Event()
        self._lock = Lock()
        self._process = 0  # the process in which the thread runs

    def wake(self) -> None:
        self._wanted.set()
        if self._process != os.getpid():
            self._start()

    def _start(self) -> None:
        """Called at the first use in each process, because a thread does not survive a fork."""
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                Thread(target=self._run, name="waker", daemon=True).start()

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            time.sleep(PAUSE if self._call() else self._pause_after_failure)

    def _call(self) -> bool:
        try:
            self._celery.send_task(WAKE, retry=False)
        except Exception as error:  # whatever it is, nothing more can be done about it here
            log.warning("the worker could not be called: %s; its sweep finds the work", _describe(error))
            return False
        return True


def _describe(error: Any) -> str:
    return f"{type(error).__name__}: {error}"
