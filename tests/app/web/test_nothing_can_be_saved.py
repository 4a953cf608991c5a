"""A disk that is full, or a process that holds on to the file: people read on, and keep what they typed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from app.db.database import PAGES, Database
from tests.world import World
from tests.world.frozen import frozen_with
from tests.world.visitor import Evening, Visitor, marks, read

NOTE = "the temple in the south is mine " * 150


def fill_the_disk(world: World) -> None:
    """As SQLite meets it: no page more."""

    @event.listens_for(world.house.db.writing, "connect")
    def full(connection: Any, record: Any) -> None:
        connection.execute("PRAGMA max_page_count=1")

    world.house.db.writing.dispose()


def test_on_a_full_disk_people_read_on_and_keep_what_they_typed(evening: Evening) -> None:
    fill_the_disk(evening.world)

    answer = evening.ana.post(f"/m/{evening.code}/note", {"note": NOTE})

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert {"problem", "again"} <= marks(answer)
    assert NOTE.strip() in answer.text
    assert "nothing was changed" in read(answer)
    assert evening.ana.get(f"/m/{evening.code}").status_code == 200


def test_while_a_process_is_frozen_in_its_turn_people_read_on_and_keep_what_they_typed(
    evening: Evening,
) -> None:
    house = evening.world.house
    impatient = Database(house.settings.database, replace(PAGES, statement=0.2))
    evening.world.app.extensions["house"] = replace(house, db=impatient)
    with frozen_with(house.settings.folder / "chasqui.db-turn"):
        answer = evening.ana.post(f"/m/{evening.code}/note", {"note": NOTE})
        page = evening.ana.get(f"/m/{evening.code}")

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert {"problem", "again"} <= marks(answer)
    assert NOTE.strip() in answer.text
    assert page.status_code == 200
    evening.world.app.extensions["house"] = house
    impatient.close()
    assert evening.ana.post(f"/m/{evening.code}/note", {"note": NOTE}).status_code == 303


@pytest.mark.parametrize("path", ["/", "/nothing", "/sign-in", "/static/chasqui.css"])
def test_where_the_database_is_gone_each_page_says_so_or_needs_none(world: World, path: str) -> None:
    folder: Path = world.house.settings.folder
    world.house.db.close()
    (folder / "chasqui.db").unlink()
    (folder / "chasqui.db").mkdir()

    with Visitor(world).get(path) as answer:
        assert answer.status_code in (200, 404, 503)
