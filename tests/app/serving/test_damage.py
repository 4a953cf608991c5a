"""What is damaged is named before anything is lost without a word."""

import shutil
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.serving.damage import damage_of, lost_commits, told
from app.settings import Settings

COMMITS = 40


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """As a machine leaves it that has lost its power: with its write-ahead log."""
    living = sqlite3.connect(tmp_path / "living.db", isolation_level=None)
    living.execute("PRAGMA journal_mode=WAL")
    living.execute("PRAGMA wal_autocheckpoint=0")
    living.execute("CREATE TABLE step (line TEXT)")
    living.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(COMMITS):
        living.execute("INSERT INTO step VALUES (?)", [f"line {number} " * 50])
    for name in ("db", "db-wal"):
        (tmp_path / f"left.{name}").write_bytes((tmp_path / f"living.{name}").read_bytes())
    living.close()
    return tmp_path / "left.db"


def log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def overwrite(file: Path, at: float, with_bytes: bytes = b"?" * 200) -> None:
    content = bytearray(file.read_bytes())
    begin = int(len(content) * at)
    content[begin : begin + len(with_bytes)] = with_bytes
    file.write_bytes(content)


def test_what_is_whole_is_not_damaged(database: Path) -> None:
    assert lost_commits(log_of(database)) == 0
    assert damage_of(database) == ""


def test_a_file_that_cannot_be_opened_now_is_not_called_damaged(database: Path) -> None:
    database.with_name(f"{database.name}-shm").mkdir()  # no room for it has the same end

    assert damage_of(database) == ""


def test_garbage_is_damage(database: Path) -> None:
    log_of(database).unlink()
    overwrite(database, 0, b"garbage" * 500)

    assert damage_of(database)


def test_an_error_of_a_full_disk_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    assert "the disk fails" in told(Settings(data=tmp_path), error)

    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=0))

    assert "the disk is full" in told(Settings(data=tmp_path), error)


def test_commits_behind_a_damaged_place_of_the_log_are_counted(database: Path) -> None:
    overwrite(log_of(database), 0.5)

    lost = lost_commits(log_of(database))

    with sqlite3.connect(database) as connection:
        left = connection.execute("SELECT count(*) FROM step").fetchone()[0]
    assert 0 < left < COMMITS
    assert lost >= COMMITS - left


def test_a_last_transaction_that_was_half_written_is_no_damage(database: Path) -> None:
    log = log_of(database)
    log.write_bytes(log.read_bytes()[:-3000])

    assert lost_commits(log) == 0


def test_a_log_that_is_no_log_is_told(database: Path) -> None:
    overwrite(log_of(database), 0.0)

    assert lost_commits(log_of(database)) > 0


def test_a_database_that_is_none_is_named(database: Path) -> None:
    log_of(database).unlink()
    overwrite(database, 0.0)

    assert "not a database" in damage_of(database)


def test_where_there_is_no_database_nothing_is_damaged(tmp_path: Path) -> None:
    assert damage_of(tmp_path / "no.db") == ""
    assert lost_commits(tmp_path / "no.db-wal") == 0
