"""The Celery app: celery -A worker worker, celery -A worker beat.

A task has no arguments: it looks into the database for work that is due. So a lost message costs a little
time, and a message that comes twice costs nothing.
"""

from typing import Any

from celery import Celery
from kombu import Queue

from app.settings import read_settings
from app.wake_worker import EXPIRES, VISIBILITY_SECONDS

settings = read_settings()

# Seconds between the sweeps: then each task runs by itself, and finds the work for which no message has come.
EVERY = {
    **dict.fromkeys(("ring", "post", "read_mail", "books"), settings.sweep_seconds),
    "tidy": 3600,
}


def beat(name: str, every: int) -> dict[str, Any]:
    """A call expires a minute after the next one, which looks for the same work."""
    return {
        "task": f"worker.tasks.{name}",
        "schedule": float(every),
        "options": {"expires": EXPIRES + every},
    }


celery = Celery("worker", broker=settings.broker, include=["worker.tasks"])
celery.conf.update(
    beat_schedule={name: beat(name, every) for name, every in EVERY.items()},
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    # Messages are not acknowledged: if the broker froze at that moment, the worker would wait for ever. The
    # next sweep finds the work that a killed worker has lost.
    task_queues=[Queue("celery", no_ack=True)],
    task_time_limit=90,
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0.2},
    worker_prefetch_multiplier=1,
    worker_soft_shutdown_timeout=20,
    worker_max_memory_per_child=300_000,  # kilobytes
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,  # a broker may be away for a night
    # Without socket timeouts every program that talks to a frozen broker would wait for ever.
    broker_transport_options={
        "visibility_timeout": VISIBILITY_SECONDS,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "health_check_interval": 10,
    },
)
