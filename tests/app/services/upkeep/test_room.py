"""Why nothing can be saved: each cause has its words."""

from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from app.db.away import Busy
from app.services.upkeep import room
from tests.world import World


@pytest.fixture
def world(world_on_each: World) -> World:
    return world_on_each


def full(session: Session) -> None:
    session.connection().execute(text("PRAGMA max_page_count=1"))
    session.connection().execute(text("CREATE TABLE filler AS SELECT hex(randomblob(99999))"))


def read_only(session: Session) -> None:
    session.connection().execute(text("PRAGMA query_only=ON"))
    session.connection().execute(text("CREATE TABLE filler (n INTEGER)"))


def read_only_postgres(session: Session) -> None:
    session.connection().execute(text("SET TRANSACTION READ ONLY"))
    session.connection().execute(text("CREATE TABLE filler (n INTEGER)"))


def held(session: Session) -> None:
    raise Busy("the turn to write")


def no_such_table(session: Session) -> None:
    session.connection().execute(text("INSERT INTO no_such_table VALUES (1)"))


@pytest.mark.parametrize(
    ("database_url", "trouble", "said"),
    [
        ("sqlite", full, room.FULL),
        ("sqlite", read_only, room.ONLY_READS),
        ("postgresql", read_only_postgres, room.ONLY_READS),
        ("sqlite", held, room.HELD),
        ("sqlite", no_such_table, room.NO_WRITE),
    ],
    indirect=["database_url"],
)
def test_each_cause_has_its_words(world: World, trouble: Callable[[Session], None], said: str) -> None:
    with pytest.raises(SQLAlchemyError) as told:
        world.house.db.write(trouble)

    assert room.why_nothing_is_saved(told.value) == said


def test_a_database_with_room_has_it(world: World) -> None:
    with world.house.reading() as session:
        assert room.database_has_room(session)
