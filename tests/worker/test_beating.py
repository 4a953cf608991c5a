"""Beat and a broker that is away."""

import logging
from typing import Any

import pytest
from celery.beat import ScheduleEntry
from celery.schedules import schedule

from app.settings import Settings
from app.wake_worker import celery_client
from tests.servers import free_port
from worker.beating import BeatingScheduler


@pytest.fixture
def scheduler() -> BeatingScheduler:
    """Whose broker is not there."""
    client = celery_client(Settings(redis_url=f"redis://127.0.0.1:{free_port()}/0"))
    return BeatingScheduler(app=client, lazy=True)


def entry(scheduler: BeatingScheduler, **more: Any) -> ScheduleEntry:
    return ScheduleEntry("ring", "worker.tasks.ring", schedule=schedule(15), app=scheduler.app, **more)


def test_a_broker_that_is_away_is_told_in_one_line(
    scheduler: BeatingScheduler, caplog: pytest.LogCaptureFixture
) -> None:
    scheduler.apply_entry(entry(scheduler))

    (told,) = caplog.records
    assert told.levelno == logging.WARNING
    assert "the broker is away" in told.message
    assert len(told.message.splitlines()) == 1
    assert not told.exc_info


def test_what_is_wrong_with_a_call_is_told_in_full(
    scheduler: BeatingScheduler, caplog: pytest.LogCaptureFixture
) -> None:
    scheduler.apply_entry(entry(scheduler, args=object()))

    (told,) = caplog.records
    assert told.exc_info
    assert "broker" not in told.message
