"""The Celery app: celery -A worker worker, celery -A worker beat.

Tasks carry nothing and look for what is due, so that a lost message costs a little time, and a second one
nothing.
"""

from typing import Any

from celery import Celery
from kombu import Queue

from app.settings import read
from app.wake_worker import EXPIRES, VISIBILITY_SECONDS

settings = read()

# How often each task looks for what nobody has called it for, in seconds.
EVERY = {
    **dict.fromkeys(("ring", "post", "read_mail", "books"), settings.sweep_seconds),
    "tidy": 3600,
}


def beat(name: str, every: int) -> dict[str, Any]:
    """A call that has waited for longer than a minute past the next one is nothing new."""
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
    # Nothing is acknowledged: a broker that freezes at that moment would leave the worker waiting for ever.
    # What is lost with a worker that is killed, the next sweep finds.
    task_queues=[Queue("celery", no_ack=True)],
    task_time_limit=90,
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0.2},
    worker_prefetch_multiplier=1,
    worker_soft_shutdown_timeout=20,
    worker_max_memory_per_child=300_000,  # kilobytes
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,  # a broker may be away for a night
    # Without socket timeouts a frozen broker would hold whoever talks to it for ever.
    broker_transport_options={
        "visibility_timeout": VISIBILITY_SECONDS,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "health_check_interval": 10,
    },
)
