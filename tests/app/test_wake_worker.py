"""Calling the worker: nobody ever waits for it, and what does not get through is only late."""

import json
import time
from collections import Counter
from pathlib import Path

import pytest

from app.settings import Settings
from app.wake_worker import MOST_ALIKE, MOST_WAITING, WAKE, Waker, celery_client, queue_of, wake_once
from tests.servers import RedisServer, until

QUIET = 0.2
QUEUE = queue_of(Settings())
GIVEN_UP = "could not be called"


@pytest.fixture
def waker(redis_server: RedisServer) -> Waker:
    return Waker(celery_client(Settings(redis_url=redis_server.url)), QUIET)


def calls(server: RedisServer) -> list[bytes]:
    with server.client() as asking:
        return list(asking.lrange(QUEUE, 0, -1))


def seconds_of(waker: Waker) -> float:
    begun = time.monotonic()
    waker.wake()
    return time.monotonic() - begun


def arrives(waker: Waker, server: RedisServer) -> bool:
    """Whether calls get through again, some time."""
    before = len(calls(server))

    def another() -> bool:
        waker.wake()
        return len(calls(server)) > before

    return until(another)


def test_a_call_names_the_task_and_carries_nothing(waker: Waker, redis_server: RedisServer) -> None:
    waker.wake()

    assert until(lambda: len(calls(redis_server)) == 1)
    assert WAKE.encode() in calls(redis_server)[0]


def test_the_call_of_a_program_that_ends_is_made_before_it_goes_on(redis_server: RedisServer) -> None:
    assert wake_once(Settings(redis_url=redis_server.url))

    assert [WAKE.encode() in call for call in calls(redis_server)] == [True]
    assert not wake_once(Settings(redis_url="redis://127.0.0.1:1/0"))


def test_many_calls_at_once_are_few_messages(waker: Waker, redis_server: RedisServer) -> None:
    for _ in range(1000):
        waker.wake()

    assert until(lambda: len(calls(redis_server)) >= 1)
    assert len(calls(redis_server)) < 20


def test_calls_that_nobody_takes_become_no_heap_and_never_expire(redis_server: RedisServer) -> None:
    celery = celery_client(Settings(redis_url=redis_server.url))

    for _ in range(MOST_ALIKE + 20):
        celery.send_task(WAKE, retry=False)

    assert len(calls(redis_server)) == MOST_ALIKE
    assert {json.loads(call)["headers"]["expires"] for call in calls(redis_server)} == {None}


def test_calls_of_one_kind_keep_no_other_kind_out(redis_server: RedisServer) -> None:
    celery = celery_client(Settings(redis_url=redis_server.url))

    for _ in range(MOST_ALIKE + 20):
        for task in ("ring", "post"):
            celery.send_task(f"worker.tasks.{task}", retry=False)
    celery.send_task("worker.tasks.report", retry=False)

    named = Counter(json.loads(call)["headers"]["task"] for call in calls(redis_server))
    assert sorted(named.values()) == [1, MOST_ALIKE, MOST_ALIKE]


def test_the_whole_queue_has_a_bound(redis_server: RedisServer) -> None:
    celery = celery_client(Settings(redis_url=redis_server.url))

    for number in range(MOST_WAITING + 20):
        celery.send_task(f"worker.tasks.{number}", retry=False)

    assert len(calls(redis_server)) == MOST_WAITING


def test_sites_that_share_a_broker_have_queues_of_their_own(redis_server: RedisServer) -> None:
    for site in ("https://one.example", "https://two.example"):
        celery_client(Settings(redis_url=redis_server.url, url=site)).send_task(WAKE, retry=False)

    with redis_server.client() as asking:
        queues = [name for name in asking.keys("chasqui-*") if asking.type(name) == b"list"]
        assert [asking.llen(name) for name in queues] == [1, 1]


def test_a_broker_that_is_stopped_holds_nobody_up(
    waker: Waker, redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    redis_server.stop()

    assert max(seconds_of(waker) for _ in range(20)) < 0.5

    assert until(lambda: GIVEN_UP in caplog.text)
    redis_server.start()
    assert arrives(waker, redis_server)


@pytest.mark.parametrize("connected", [False, True])
def test_a_broker_that_is_frozen_holds_nobody_up(
    waker: Waker, redis_server: RedisServer, connected: bool, caplog: pytest.LogCaptureFixture
) -> None:
    if connected:
        waker.wake()
        assert until(lambda: len(calls(redis_server)) == 1)
    redis_server.freeze()

    assert max(seconds_of(waker) for _ in range(20)) < 0.5
    assert until(lambda: GIVEN_UP in caplog.text)
    redis_server.thaw()
    assert arrives(waker, redis_server)


def test_a_call_to_a_frozen_broker_is_given_up_soon(redis_server: RedisServer) -> None:
    celery = celery_client(Settings(redis_url=redis_server.url))
    redis_server.freeze()
    begun = time.monotonic()

    with pytest.raises(Exception, match=r"[Tt]imeout|[Tt]imed out"):
        celery.send_task(WAKE, retry=False)

    assert time.monotonic() - begun < 4
    redis_server.thaw()


def test_without_a_broker_at_the_socket_nothing_is_raised(tmp_path: Path) -> None:
    waker = Waker(celery_client(Settings(data=tmp_path)), QUIET)

    assert seconds_of(waker) < 0.5
