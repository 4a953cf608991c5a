"""/metrics: true figures, for this machine itself or whoever has the token."""

import os
import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import insert
from werkzeug.test import TestResponse

from app.clock import now
from app.models import Letter, Tally
from app.services.upkeep import heartbeats, tallies
from app.tally import PENDING, Pending
from tests.world import World
from tests.world.visitor import Evening, Visitor

TOKEN = "t0ken-of-a-test"
QUICK = 2.0  # seconds
LINE = re.compile(r"(\w+)(?:\{(.*)\})? (\S+)")


@pytest.fixture(autouse=True)
def nothing_counted_before() -> None:
    PENDING.take()


def scrape(world: World, peer: str = "127.0.0.1", **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Visitor(world).client.get("/metrics", headers=named, environ_base={"REMOTE_ADDR": peer})


def figures(world: World) -> dict[tuple[str, str], float]:
    answer = scrape(world)
    assert answer.status_code == 200
    lines = [LINE.fullmatch(line) for line in answer.text.splitlines() if not line.startswith("#")]
    assert all(lines)
    return {(line[1], line[2] or ""): float(line[3]) for line in lines if line}


def with_settings(world: World, **settings: Any) -> World:
    world.house = replace(world.house, settings=replace(world.house.settings, **settings))
    return world


def test_letters_are_told_by_kind_and_fate(evening: Evening) -> None:
    evening.world.send()
    evening.world.change(Letter, 1, dropped="given up", error="came back: unknown", sent_at=now())

    found = figures(evening.world)

    letters = {labels: count for (name, labels), count in found.items() if name == "chasqui_letters_of_day"}
    assert sum(letters.values()) == len(evening.world.letters())
    assert letters[f'fate="came back",kind="{evening.world.letters()[0].kind}"'] == 1
    assert found["chasqui_letters_lost_of_week", 'fate="given up"'] == 1


def test_orders_refusals_and_what_waits_are_told(evening: Evening) -> None:
    evening.friends.order(1, "torch")
    evening.ana.post(f"/m/{evening.code}/orders", {"orders": "dance", "turn": "1", "base": "1"})
    evening.world.change(Letter, 1, wanted_at=now() - timedelta(hours=1), due_at=now() - timedelta(hours=1))

    found = figures(evening.world)

    assert any(name == "chasqui_refusals_total" and 'way="orders"' in labels for name, labels in found)
    assert 3600 <= found["chasqui_oldest_waiting_seconds", 'what="letter"'] < 3700
    assert found["chasqui_clocks_late", ""] == 0
    assert found["chasqui_queue_length", 'what="mail"'] == 0
    assert found["chasqui_queue_length", 'what="film"'] == 0


def test_processes_say_how_much_memory_they_take(world: World) -> None:
    world.house.write(partial(heartbeats.beat, role="beat"))

    memory = {labels: taken for (name, labels), taken in figures(world).items() if "memory" in name}

    own = heartbeats.place_of(os.getpid())
    assert max(taken for labels, taken in memory.items() if own in labels) > 1_000_000


def test_what_two_processes_have_counted_is_added_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        process = Pending()
        process.count("refused", "page", "TooMuch", "Wait.")
        process.count("refused", "page", "TooMuch", "Wait.")
        monkeypatch.setattr(tallies, "PENDING", process)
        tallies.write_down(world.house.db)

    assert figures(world)["chasqui_refusals_total", 'kind="TooMuch",reason="Wait.",way="page"'] == 4


def test_a_database_that_is_away_loses_no_count(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    process = Pending()
    process.count("refused", "page", "TooMuch", "Wait.")
    monkeypatch.setattr(tallies, "PENDING", process)
    with world.house.db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE tally RENAME TO away")

    assert not tallies.write_down(world.house.db)

    with world.house.db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE away RENAME TO tally")
    assert tallies.write_down(world.house.db)
    with world.house.reading() as session:
        assert session.get_one(Tally, 1).count == 1


@pytest.mark.parametrize(
    ("proxies", "peer", "headers", "status"),
    [
        ((), "127.0.0.1", {}, 200),
        ((), "::1", {}, 200),
        ((), "203.0.113.5", {}, 403),
        ((), "127.0.0.1", {"X_Forwarded_For": "127.0.0.1"}, 403),
        ((), "127.0.0.1", {"Via": "1.1 caddy"}, 403),
        (("127.0.0.1/32",), "127.0.0.1", {"X_Forwarded_For": "203.0.113.5"}, 403),
        (("127.0.0.1/32",), "127.0.0.1", {"X_Forwarded_For": "127.0.0.1, 203.0.113.5"}, 403),
        (("127.0.0.1/32",), "127.0.0.1", {}, 403),
        (("127.0.0.1/32",), "127.0.0.1", {"X_Forwarded_For": "127.0.0.1"}, 403),
        (("10.0.0.0/8",), "10.0.0.2", {"X_Forwarded_For": "127.0.0.1"}, 200),
    ],
)
def test_only_this_machine_sees_them_without_a_token(
    world: World, proxies: tuple[str, ...], peer: str, headers: dict[str, str], status: int
) -> None:
    answer = scrape(with_settings(world, proxies=proxies, metrics_token=TOKEN), peer, **headers)

    assert answer.status_code == status
    assert (b"chasqui_" in answer.data) == (status == 200)


@pytest.mark.parametrize(("said", "status"), [(TOKEN, 200), (f"{TOKEN}x", 403), ("", 403), ("ünï", 403)])
def test_with_the_token_any_machine_sees_them(world: World, said: str, status: int) -> None:
    world = with_settings(world, metrics_token=TOKEN)

    assert scrape(world, "203.0.113.5", Authorization=f"Bearer {said}").status_code == status


def test_where_no_token_is_set_none_is_right(world: World) -> None:
    assert scrape(world, "203.0.113.5", Authorization="Bearer ").status_code == 403


def test_a_site_is_asked_by_its_number_too(world: World) -> None:
    world = with_settings(world, url="https://play.example")

    assert scrape(world, Host="127.0.0.1:8000").status_code == 200
    assert scrape(world, Host="play.example").status_code == 403


@pytest.mark.long
def test_they_are_quick_with_a_million_letters(world: World) -> None:
    row = {
        "kind": "your_turn",
        "facts": {},
        "created_at": now() - timedelta(days=30),
        "to": "",
        "message_id": "",
    }
    row |= {"wanted_at": row["created_at"], "sent_at": row["created_at"], "text": "", "html": "", "tries": 1}
    row |= {"cause": "", "claims": 0, "dropped": "", "error": "", "subject": ""}
    with world.house.db.writing.begin() as connection:
        for part in range(100):
            rows = [row | {"key": f"{part} {number}"} for number in range(10_000)]
            connection.execute(insert(Letter), rows)
    figures(world)
    begun = monotonic()

    figures(world)

    assert monotonic() - begun < QUICK
