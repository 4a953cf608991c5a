"""Killed, without room, read-only at any moment: an update is done, or goes on where it was."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from app.archive import Refused, tables
from app.archive.form import Manifest, Reader
from app.commands import update
from app.db.schema_version import needed
from app.models import Edition, Letter, Match, Seat
from app.services.upkeep import editions, fsck
from app.settings import Settings
from tests.cluster.disks import ERRORS, Forgetful
from tests.lengths import long
from tests.servers import postgres_database
from tests.world import World
from tests.world.editions import edition
from tests.world.killing import killed, time_of
from tests.world.released import NAMES, begin_with, settings_of, world_of

TIMES = 100
RELEASE = NAMES[0]
OF_UPDATES = {"edition", "alembic_version"}


@contextmanager
def old(folder: Path, cluster: str | None = None) -> Iterator[Settings]:
    """In a new folder, or a new database."""
    if cluster is None:
        settings = settings_of(folder)
        begin_with(RELEASE, settings)
        yield settings
        return
    with postgres_database(cluster) as url:
        settings = settings_of(folder, url)
        begin_with(RELEASE, settings)
        yield settings


def run(settings: Settings) -> int:
    """With another engine, so that the update has something to set aside."""
    with edition("newer", otherwise=True):
        try:
            update.bring_up_to_date(settings, print)
        except (Refused, SQLAlchemyError, OSError):
            return 1
    return 0


def schema_of(settings: Settings) -> str:
    with tables.snapshot(settings.database) as connection:
        return tables.schema_of(connection)


def sums(settings: Settings) -> Manifest:
    with tables.snapshot(settings.database) as connection:
        return tables.sums(connection, tables.shapes_of(connection))


def check_whole(settings: Settings, before: Manifest) -> None:
    """All as it was, or with new tables; each match is set aside with its letters, or not at all."""
    if schema_of(settings) == RELEASE:
        assert sums(settings) == before
    else:
        assert schema_of(settings) == needed()
        check_matches(world_of(settings))
    backups = [*(settings.folder / "backups").glob("*.gz")]
    assert all(Reader(backup).check() == before for backup in backups)


def check_matches(world: World) -> None:
    with world.house.reading() as session:
        for match in session.exec(select(Match)):
            letters = session.exec(select(Letter).where(Letter.match_id == match.id, Letter.kind == "aside"))
            people = select(Seat).where(Seat.match_id == match.id, col(Seat.player_id).is_not(None))
            people = people.where(col(Seat.bot).is_(False), col(Seat.number).is_not(None))
            told = len(letters.all())
            assert told in (0, len(session.exec(people).all()))
            assert bool(told) == bool(match.aside_at) == bool(match.aside_why) == bool(match.aside_from)
    world.close()


def check_done(settings: Settings) -> None:
    """The next update goes on where this one was, and the old engine then has all as it was."""
    assert run(settings) == 0
    world = world_of(settings)
    with world.house.reading() as session:
        assert [row.looked_at is not None for row in session.exec(select(Edition))] == [True]
        assert editions.set_aside(session)
    update.bring_up_to_date(settings, print)
    with world.house.reading() as session:
        assert editions.set_aside(session) == []
        assert fsck.check_matches(session, world.house) == []
    world.close()


CASES = [("sqlite", 2), ("postgresql", 2), ("sqlite", TIMES), ("postgresql", TIMES)]


@pytest.mark.parametrize(("where", "times"), [long(*case) for case in CASES])
def test_an_update_that_is_killed_goes_on_where_it_was(
    tmp_path: Path, request: pytest.FixtureRequest, where: str, times: int
) -> None:
    cluster = request.getfixturevalue("postgres_cluster") if where == "postgresql" else None
    with old(tmp_path / "whole", cluster) as settings:
        before, whole = sums(settings), time_of(lambda: run(settings))

    for number in range(times):
        with old(tmp_path / f"data{number}", cluster) as settings:
            killed(lambda: run(settings), Random(number).uniform(0, whole))
            check_whole(settings, before)
            check_done(settings)


@pytest.mark.parametrize(("error", "times"), [long(error, times) for times in (2, TIMES) for error in ERRORS])
def test_an_update_on_a_disk_that_refuses_goes_on_where_it_was(
    tmp_path: Path, disk: Forgetful, error: str, times: int
) -> None:
    most = changes_of_an_update(disk, tmp_path / "counted")

    for number in range(times):
        with old(disk.place / f"data{number}") as settings:
            before = sums(settings)
            disk.say(f"refuse {ERRORS[error]} {Random(number).randrange(most)}")
            time_or_failure(settings)
            disk.say("refuse 0 0")
            check_whole(settings, before)
            check_done(settings)


def changes_of_an_update(disk: Forgetful, counted: Path) -> int:
    with old(disk.place / "whole") as settings:
        disk.say("refuse 0 0")
        assert run(settings) == 0
    disk.say(f"count {counted}")
    return int(counted.read_text())


def time_or_failure(settings: Settings) -> None:
    """In a process of its own: what an open connection has noticed of the disk ends with it."""
    killed(lambda: run(settings), 60)
