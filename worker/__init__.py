"""The Celery app: celery -A worker worker, celery -A worker beat.

A task has no arguments: it looks into the database for work that is due. So a lost message costs a little
time, and a message that comes twice costs nothing.
"""

import logging
import os
import warnings
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from celery.exceptions import CPendingDeprecationWarning
from celery.signals import after_setup_logger, after_setup_task_logger, worker_init
from kombu import Queue

from app.data_folder import keep_new_files_private
from app.serving import announce, settings_or_exit
from app.serving.logs import begin_logging, take_over
from app.wake_worker import JSON_ONLY, VISIBILITY_SECONDS, Caller, queue_of

keep_new_files_private()
settings = settings_or_exit()
if settings.logs_json:
    begin_logging(settings)  # Celery warns of some things before it has set up its own


@worker_init.connect
def end_with_a_line_like_all_others(**_: Any) -> None:
    """What Celery says about its end goes past all loggers."""
    if settings.logs_json:
        program = import_module("celery.apps.worker")
        vars(program)["safe_say"] = lambda text, *_: announce(text.strip())


@after_setup_logger.connect
@after_setup_task_logger.connect
def log_like_all_others(logger: logging.Logger, **_: Any) -> None:
    take_over(logger, settings)


# Seconds between the sweeps: then each task runs by itself, and finds the work for which no message has come.
EVERY = {
    **dict.fromkeys(("ring", "post", "read_mail", "books"), settings.sweep_seconds),
    "report": settings.sweep_seconds,
    "look": 60,
    "tidy": 3600,
    "back_up": 3600,
}

FEWEST = 3  # processes, where the operator names no number

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def beat(name: str, every: int) -> dict[str, Any]:
    """Each call is due at the start: beat remembers nothing of an earlier run."""
    return {"task": f"worker.tasks.{name}", "schedule": float(every), "last_run_at": LONG_AGO}


# At each loss of the broker, a paragraph about a setting that is set below.
warnings.simplefilter("ignore", CPendingDeprecationWarning)

celery = Caller("worker", broker=settings.broker, include=["worker.tasks"], task_cls="worker.calm:CalmTask")
celery.conf.update(
    beat_schedule={name: beat(name, every) for name, every in EVERY.items()},
    # Celery's usual one keeps its times in a file of pickles: anybody who can write that file runs code here.
    beat_scheduler="worker.beating:BeatingScheduler",
    **JSON_ONLY,
    task_ignore_result=True,
    # Messages are not acknowledged: if the broker froze at that moment, the worker would wait for ever. The
    # next sweep finds the work that a killed worker has lost.
    task_default_queue=queue_of(settings),
    task_queues=[Queue(queue_of(settings), no_ack=True)],
    task_time_limit=90,
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0.2},
    worker_prefetch_multiplier=1,
    # One process stays free for clocks, whatever the others wait for (worker/shares.py).
    worker_concurrency=max(FEWEST, os.cpu_count() or 1),
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
