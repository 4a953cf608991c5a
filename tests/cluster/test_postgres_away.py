"""PostgreSQL restarts, hangs, or breaks off at COMMIT: people are told what is known."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event

from app.db import lock_queue
from app.db.postgres import CONNECT
from app.db.waits import PAGES
from app.house import open_house
from app.settings import Settings
from app.web.health import SECONDS
from tests.servers import PostgresServer, until
from tests.world import Friends, World
from tests.world.database import emptied, make_tables
from tests.world.visitor import Visitor, local, marks, read
from tests.world.world import ADDRESS, KEYS, SENDER

HANGS_MOST = PAGES.answer + CONNECT + 2


@pytest.fixture(scope="module")
def tables(own_postgres: PostgresServer) -> str:
    make_tables(own_postgres.url)
    return own_postgres.url


@pytest.fixture
def world(tmp_path: Path, tables: str) -> Iterator[World]:
    """As a web server has it."""
    settings = Settings(database_url=emptied(tables), data=tmp_path, url=ADDRESS, sender=SENDER, keys=KEYS)
    made = World(open_house(settings, waits=PAGES))
    yield made
    made.close()


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match()


def order(friends: Friends, text: str = "torch") -> Any:
    form = {"what": "submit", "orders": text, "base": friends.match.steps}
    return Visitor(friends.world).client.post, local(friends.link(1)), form


def while_it_restarts(server: PostgresServer, visit: Callable[[], Any]) -> Any:
    server.kill()
    with ThreadPoolExecutor(1) as visitor:
        coming = visitor.submit(visit)
        time.sleep(0.5)
        server.start()
        return coming.result()


def test_a_page_waits_for_a_database_that_restarts(own_postgres: PostgresServer, friends: Friends) -> None:
    answer = while_it_restarts(own_postgres, lambda: Visitor(friends.world).get(f"/m/{friends.code}"))

    assert answer.status_code == 200


def test_orders_wait_for_a_database_that_restarts(own_postgres: PostgresServer, friends: Friends) -> None:
    send, link, form = order(friends)

    answer = while_it_restarts(own_postgres, lambda: send(link, data=form))

    assert answer.status_code == 303
    assert [receipt.orders for receipt in friends.receipts()] == ["torch"]


def test_while_it_is_away_people_are_told_and_can_send_it_again(
    own_postgres: PostgresServer, friends: Friends
) -> None:
    send, link, form = order(friends)
    own_postgres.kill()

    answer = send(link, data=form, headers={"Accept-Language": "de"})
    own_postgres.start()

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "again" in marks(answer)
    assert ">\ntorch</textarea>" in answer.text
    assert f'name="base" value="{form["base"]}"' in answer.text
    assert 'lang="de"' in answer.text
    assert "nichts" in read(answer)
    assert send(link, data=form).status_code == 303


def test_whoever_is_signed_in_is_told_in_their_own_language(
    own_postgres: PostgresServer, world: World
) -> None:
    ana = Visitor(world, "ana@example.org").sign_in()
    ana.post("/me", {"name": "Ana", "language": "pl", "zone": "UTC", "mail": "each"})
    own_postgres.kill()

    answer = ana.get("/me")

    own_postgres.start()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert 'lang="pl"' in answer.text


@pytest.mark.long
def test_one_that_hangs_keeps_nobody_waiting_for_long(own_postgres: PostgresServer, friends: Friends) -> None:
    Visitor(friends.world).get("/sign-in")
    own_postgres.signal(signal.SIGSTOP)
    began = time.monotonic()

    answer = Visitor(friends.world).get(f"/m/{friends.code}")

    own_postgres.signal(signal.SIGCONT)
    assert answer.status_code == 503
    assert time.monotonic() - began < HANGS_MOST


def test_few_threads_wait_for_one_locked_match(tables: str, friends: Friends) -> None:
    send, link, form = order(friends)

    def told(number: int) -> tuple[int, float]:
        began = time.monotonic()
        return send(link, data=form).status_code, time.monotonic() - began

    with psycopg.connect(tables) as frozen, ThreadPoolExecutor(6) as crowd:
        frozen.execute("SELECT 1 FROM match FOR UPDATE")
        came = list(crowd.map(told, range(6)))
        frozen.rollback()

    assert {status for status, _ in came} == {503}
    assert sum(seconds > PAGES.lock - 0.5 for _, seconds in came) <= lock_queue.MOST
    assert send(link, data=form).status_code == 303


@pytest.mark.parametrize("stands", [True, False])
def test_orders_whose_commit_broke_count_once_and_are_acknowledged(friends: Friends, stands: bool) -> None:
    send, link, form = order(friends)
    break_next_commit(friends.world, stands)

    answer = send(link, data=form)

    assert answer.status_code == 303
    assert [receipt.orders for receipt in friends.receipts()] == ["torch"]


def test_when_nobody_can_know_people_are_not_told_that_nothing_was_changed(friends: Friends) -> None:
    ana = Visitor(friends.world, "ana@example.org").sign_in()
    break_next_commit(friends.world, stands=True)

    answer = ana.post(f"/m/{friends.code}/note", {"note": "the temple is mine"})

    assert answer.status_code == 503
    assert "may be saved or not" in read(answer)
    assert "othing was changed" not in read(answer)
    assert "the temple is mine" in answer.text


def break_next_commit(world: World, stands: bool) -> None:
    """As when the connection is cut behind COMMIT, or before the server has read it."""

    @event.listens_for(world.house.db.engine, "commit", once=True)
    def cut(connection: Any) -> None:
        driver = connection.connection.driver_connection
        if stands:
            driver.commit()
        driver.close()


@pytest.mark.long
def test_while_it_hangs_few_threads_wait_for_it(own_postgres: PostgresServer, friends: Friends) -> None:
    """A crowd that comes in the same moment is told soon, and most who come later at once."""
    page = f"/m/{friends.code}"
    visitors = [Visitor(friends.world) for _ in range(10)]
    for visitor in visitors[:2]:
        visitor.get(page)
    own_postgres.signal(signal.SIGSTOP)

    def told(visitor: Visitor) -> float:
        began = time.monotonic()
        assert visitor.get(page).status_code == 503
        return time.monotonic() - began

    with ThreadPoolExecutor(18) as crowd:
        took = [crowd.submit(told, visitor) for visitor in visitors]
        time.sleep(4.5)
        late = sorted(crowd.map(told, [Visitor(friends.world) for _ in range(8)]))
        seconds = sorted(each.result() for each in took)

    own_postgres.signal(signal.SIGCONT)
    assert seconds[5] < CONNECT + 1.5
    assert seconds[-1] < HANGS_MOST
    assert late[3] < 1.5
    assert until(lambda: Visitor(friends.world).get(page).status_code == 200, 10)


def test_health_tells_within_a_second_or_two_that_it_hangs(
    own_postgres: PostgresServer, world: World
) -> None:
    visitor = Visitor(world)
    assert visitor.get("/healthz").json["database"] is True  # type: ignore[index]  # it has an answer
    own_postgres.signal(signal.SIGSTOP)
    began = time.monotonic()

    answer = visitor.get("/healthz")

    took = time.monotonic() - began
    own_postgres.signal(signal.SIGCONT)
    assert "database" in (answer.json or {})["wrong"]
    assert answer.status_code == 503
    assert took < SECONDS + 1  # of a machine that has other work
    assert until(lambda: "database" not in (visitor.get("/healthz").json or {})["wrong"], 10)
