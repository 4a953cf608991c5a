"""What workers that were killed have left in the broker goes by itself."""

from pathlib import Path

from redis import Redis

from app.serving import broker
from tests.servers import until
from worker.broker_keys import KEPT, let_expire


def test_names_of_workers_get_a_time_and_calls_do_not(tmp_path: Path) -> None:
    path = tmp_path / "broker.sock"
    child = broker.broker(tmp_path, path, tmp_path, {})
    child.start()
    try:
        assert until(lambda: path.exists() and broker.is_answering(path))
        redis: Redis = broker.client(path)
        redis.sadd("_kombu.binding.celeryev", "one", "two")
        redis.sadd("_kombu.binding.reply.celery.pidbox", "three")
        redis.lpush("chasqui-0123", "a call")

        assert let_expire(f"redis+socket://{path}") == 2
        assert let_expire(f"redis+socket://{path}") == 0

        assert 0 < redis.ttl("_kombu.binding.celeryev") <= KEPT
        assert redis.ttl("chasqui-0123") == -1
    finally:
        child.ask_to_stop()
        assert child.process
        child.process.wait(10)


def test_a_broker_that_is_away_is_no_trouble(tmp_path: Path) -> None:
    assert let_expire(f"redis+socket://{tmp_path}/none.sock") == 0
