"""Logs: a time and a level in each line, files that stay small, one line for a database that is away."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.db.away import in_one_line
from app.serving import logs
from tests.servers import free_port
from tests.world import World
from tests.world.visitor import Visitor

ROOT = Path(__file__).parents[3]


def test_a_log_that_grows_is_emptied_while_its_program_writes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LARGEST", 100)
    log = tmp_path / "web.log"
    with log.open("ab", buffering=0) as program:
        program.write(b"old\n" * 50)

        logs.keep_small(log)
        program.write(b"new\n")
        logs.keep_small(log)

    assert log.read_bytes() == b"new\n"
    assert (tmp_path / "web.old.log").read_bytes() == b"old\n" * 50


def test_a_line_has_its_time_and_level() -> None:
    record = logging.LogRecord("app.web", logging.WARNING, "", 1, "trouble", None, None)

    line = logging.Formatter(logs.FORMAT).format(record)

    assert line[:2] == "20"
    assert line.endswith(" WARNING app.web: trouble")


def test_a_database_that_is_away_costs_one_line(world: World, caplog: pytest.LogCaptureFixture) -> None:
    folder = world.house.settings.folder
    world.house.db.close()
    (folder / "chasqui.db").unlink()
    (folder / "chasqui.db").mkdir()

    answer = Visitor(world).get("/m/abcdefgh")

    assert answer.status_code == 503
    ours = [record for record in caplog.records if record.name == "app.web.errors"]
    assert ours
    assert all(record.exc_info is None and "\n" not in record.getMessage() for record in ours)


def test_the_words_of_a_database_are_one_line() -> None:
    assert in_one_line(OSError("first\n\tsecond")) == "first second"
    assert in_one_line(KeyError()) == "KeyError"


def test_a_task_that_finds_the_database_away_says_so_in_a_line(tmp_path: Path) -> None:
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "CHASQUI_DATA": str(tmp_path),
        "DATABASE_URL": f"postgresql://chasqui@127.0.0.1:{free_port()}/chasqui",
    }
    do = "from worker import tasks; tasks.tidy()"

    done = subprocess.run([sys.executable, "-P", "-c", do], env=env, capture_output=True, text=True)

    assert done.returncode == 0, done
    (line,) = done.stderr.splitlines()
    assert line.startswith("worker.tasks.tidy: the database: ")
