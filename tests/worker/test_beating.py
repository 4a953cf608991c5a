"""Beat and a broker that is away."""

import logging
from typing import Any

import pytest
from celery.beat import ScheduleEntry
from celery.schedules import schedule

from app.settings import Settings
from app.wake_worker import Caller, celery_client, queue_of
from tests.servers import RedisServer, free_port
from worker import celery
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
    assert scheduler.is_well


def test_what_is_wrong_with_a_call_is_told_in_full(
    scheduler: BeatingScheduler, caplog: pytest.LogCaptureFixture
) -> None:
    scheduler.apply_entry(entry(scheduler, args=object()))

    (told,) = caplog.records
    assert told.exc_info
    assert "broker" not in told.message
    assert not scheduler.is_well, "it lives and does nothing, so it gives no sign of life"


def test_a_broker_that_ends_in_the_middle_of_a_call_is_called_again(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(redis_url=redis_server.url)
    client = celery_client(settings)
    policy = celery.conf.task_publish_retry_policy
    client.conf.update(task_publish_retry=True, task_publish_retry_policy=policy)
    scheduler = BeatingScheduler(app=client, lazy=True)
    count = Caller._waiting

    def last_count(*args: Any) -> int:
        found = count(*args)
        redis_server.stop()
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Caller, "_waiting", last_count)
        scheduler.apply_entry(entry(scheduler), producer=scheduler.producer)
    redis_server.start()
    scheduler.apply_entry(entry(scheduler), producer=scheduler.producer)

    with redis_server.client() as broker:
        assert broker.llen(queue_of(settings)) == 1
    assert scheduler.is_well
