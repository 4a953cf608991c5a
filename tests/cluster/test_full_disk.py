"""The disk of PostgreSQL is full: people read on, and keep what they typed; with room, all goes on."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from app import migrations
from app.settings import Settings
from app.web import health
from tests.servers import PostgresServer, cluster_folder, until
from tests.world import World
from tests.world.small_disk import SmallDisk, small_disk
from tests.world.visitor import Evening, Visitor

MEGABYTE = 1_000_000

pytestmark = pytest.mark.long


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    with cluster_folder(partial(small_disk, megabytes=200)) as folder:
        server = PostgresServer(folder)
        server.start()
        yield server
        server.kill()


@pytest.fixture
def disk(postgres: PostgresServer) -> SmallDisk:
    disk = SmallDisk(postgres.folder)
    assert disk.is_mounted, "the test needs root, to mount a disk"
    return disk


@pytest.fixture
def world(postgres: PostgresServer, tmp_path: Path) -> Iterator[World]:
    migrations.upgrade(Settings(database_url=postgres.url).database)
    made = World.new(tmp_path, postgres.url)
    yield made
    made.close()


def look(world: World) -> dict[str, Any]:
    return Visitor(world).get("/healthz").json or {}


def test_little_room_is_told_before_anything_fails(
    world: World, disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "ROOM_EVERY", 0.0)
    assert "disk" not in look(world)["wrong"]

    disk.fill(but=10 * MEGABYTE)
    seen = look(world)
    assert seen["write"] is True
    assert "PostgreSQL" in seen["words"]["disk"]
    assert "disk" in seen["wrong"]

    disk.make_room()
    assert "disk" not in look(world)["wrong"]


def test_people_are_told_and_all_goes_on_when_there_is_room(world: World, disk: SmallDisk) -> None:
    evening = Evening.begun(world)
    disk.fill()

    refused, typed = write_until_refused(evening)
    page = evening.ana.get(f"/m/{evening.code}")
    disk.make_room()

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert typed in refused.text
    assert page.status_code == 200
    assert note(evening, typed).status_code == 303


def test_one_that_ends_for_want_of_room_is_started_again_and_has_all(
    world: World, disk: SmallDisk, postgres: PostgresServer
) -> None:
    evening = Evening.begun(world)
    evening.friends.order(1, "torch")
    disk.fill()
    with suppress(OperationalError), world.house.db.engine.connect() as connection:
        connection.execute(text("SELECT pg_switch_wal()"))

    refused, typed = write_until_refused(evening)
    disk.make_room()
    if not postgres.runs:
        postgres.start()

    assert refused.status_code == 503
    assert typed in refused.text
    assert until(lambda: note(evening, typed).status_code == 303)
    assert [receipt.orders for receipt in evening.friends.receipts()] == ["torch"]
    assert "write" not in look(world)["wrong"]


def write_until_refused(evening: Evening) -> tuple[TestResponse, str]:
    """The tables have some room inside."""
    chance = Random(1)
    for _ in range(200):
        typed = "".join(chance.choices("abcdefgh ", k=4000)).strip()
        answer = note(evening, typed)
        if answer.status_code != 303:
            break
    return answer, typed


def note(evening: Evening, typed: str) -> TestResponse:
    return evening.ana.post(f"/m/{evening.code}/note", {"note": typed})
