"""At the start: tables of an older version and keys that do not fit are refused, with what to do."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from app.serving import WRONG_SETTINGS
from app.serving.fitness import what_does_not_fit
from app.settings import Settings, WrongSetting, read_settings
from tests.servers import PATIENCE, free_port
from tests.world import World

ROOT = Path(__file__).parents[3]
OTHER_KEYS = ("another key that is long enough as well",)


@pytest.fixture
def world(world_on_each: World) -> World:
    world_on_each.match()
    return world_on_each


def test_tables_and_keys_that_fit_are_taken(world: World) -> None:
    assert what_does_not_fit(world.house.settings) == ""


def test_tables_of_an_older_version_are_refused(world: World) -> None:
    older = text("UPDATE alembic_version SET version_num = '0012'")
    newer = text("UPDATE alembic_version SET version_num = '9999'")

    world.house.write(lambda session: session.connection().execute(older))
    assert "Type: ./chasqui update" in what_does_not_fit(world.house.settings)

    world.house.write(lambda session: session.connection().execute(newer))
    assert what_does_not_fit(world.house.settings) == ""


def test_keys_that_open_no_match_are_refused(world: World) -> None:
    said = what_does_not_fit(replace(world.house.settings, keys=OTHER_KEYS))

    assert "bring back the keys" in said


def test_a_database_that_is_away_keeps_nobody_from_starting(tmp_path: Path) -> None:
    away = f"postgresql://chasqui@127.0.0.1:{free_port()}/chasqui"

    assert what_does_not_fit(Settings(data=tmp_path, database_url=away, keys=OTHER_KEYS)) == ""


def test_no_new_key_is_made_beside_old_matches(world_on_sqlite: World) -> None:
    world_on_sqlite.match()
    folder = world_on_sqlite.house.settings.folder

    with pytest.raises(WrongSetting, match="Bring the file back from the backup"):
        read_settings({"CHASQUI_DATA": str(folder)})

    assert not (folder / "keys").exists()


def test_without_matches_a_key_is_made(world_on_sqlite: World) -> None:
    folder = world_on_sqlite.house.settings.folder

    assert read_settings({"CHASQUI_DATA": str(folder)}).keys


@pytest.mark.parametrize(
    "program", ["gunicorn -c python:app.serving.web --bind 127.0.0.1:0 app.wsgi:app", "worker.door"]
)
def test_programs_that_could_only_fail_end_at_once(world_on_sqlite: World, program: str) -> None:
    world_on_sqlite.match()
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "CHASQUI_DATA": str(world_on_sqlite.house.settings.folder),
        "CHASQUI_KEYS": OTHER_KEYS[0],
    }

    ended = subprocess.run(
        [sys.executable, "-P", "-m", *program.split()], env=env, capture_output=True, timeout=PATIENCE
    )

    assert ended.returncode == WRONG_SETTINGS, ended
    assert b"bring back the keys" in ended.stderr
