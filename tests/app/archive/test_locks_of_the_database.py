"""Nobody opens the database's file beside SQLite: to close it again would end all locks of that process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.archive import tables
from app.db.database import connect
from tests.world.archived import Service
from tests.world.served import ROOT

ANOTHER = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM player').fetchall()"
# Says whether the file is opened by Python, while the command runs.
WATCHED = """
import sys
from importlib import import_module

database, command, *arguments = sys.argv[1:]
sys.addaudithook(lambda name, of: name == "open" and str(of[0]) == database and print("OPENED", database))
sys.exit(import_module(f"app.commands.{command}").main(arguments))
"""


def test_who_closes_the_database_is_not_the_last_one_while_a_program_looks_at_it_twice(
    service: Service,
) -> None:
    """The last one removes the write-ahead log, and whoever goes on writing it damages the database."""
    database = service.settings.database
    file = database.removeprefix("sqlite:///")
    engine = connect(database)
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT * FROM player").fetchall()
        with tables.snapshot(database) as seen:
            tables.schema_of(seen)

        subprocess.run([sys.executable, "-c", ANOTHER, file], check=True)

        assert Path(f"{file}-wal").exists()
    engine.dispose()


COMMANDS = (
    ["backup", "copy"],
    ["doctor"],
    ["fsck"],
    ["migrate"],
    ["move", "--to", "postgresql://127.0.0.1:1/nobody"],
    ["update", "--check"],
    ["update"],
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_opens_the_database_by_sqlite_alone(
    service: Service, command: list[str], tmp_path: Path
) -> None:
    file = service.settings.folder / "chasqui.db"
    watched = [sys.executable, "-c", WATCHED, str(file), *command]
    env = os.environ | service.environment | {"PYTHONPATH": str(ROOT)}

    ended = subprocess.run(watched, env=env, cwd=tmp_path, capture_output=True, text=True)

    assert ended.returncode in (0, 1, 2)
    assert "OPENED" not in ended.stdout
    assert "Traceback" not in ended.stderr
