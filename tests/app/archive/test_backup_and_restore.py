"""What is backed up comes back whole, on either database, or nothing changes."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import select

from app import migrations
from app.archive import tables
from app.archive.making import make
from app.commands import backup as backing_up
from app.models import Match, Player
from app.serving.supervisor import only_one_serve
from tests.lengths import long
from tests.world import World
from tests.world.archived import ODD_TEXT, Service, lines_of

NAMES = {"sqlite": "elsewhere", "postgresql": "in_postgres"}


@pytest.fixture(params=[*NAMES.values()], ids=[*NAMES])
def target(request: pytest.FixtureRequest) -> Service:
    service: Service = request.getfixturevalue(request.param)
    return service


# For what does not differ much between them.
mostly_on_sqlite = pytest.mark.parametrize(
    "target", ["elsewhere", long("in_postgres")], indirect=True, ids=[*NAMES]
)


def with_keys_of(service: Service, target: Service) -> Service:
    target.folder.mkdir()
    (target.folder / "keys").write_bytes((service.folder / "keys").read_bytes())
    return target


def test_a_restored_service_is_the_same_and_plays_on(
    service: Service, target: Service, tmp_path: Path
) -> None:
    backup = service.backup(tmp_path / "backup")
    with_keys_of(service, target)

    assert target.restore(backup) == 0

    assert target.sums() == service.sums()
    assert target.problems() == []
    with target.house() as house:
        World(house).match("incan-gold", 3).play()
    assert target.problems() == []


def test_the_same_content_has_the_same_bytes_on_both_databases(
    service: Service, in_postgres: Service, tmp_path: Path
) -> None:
    first = service.backup(tmp_path / "first")
    assert with_keys_of(service, in_postgres).restore(first) == 0

    assert in_postgres.backup(tmp_path / "second").read_bytes() == first.read_bytes()


def test_nobody_else_can_read_a_backup(service: Service, tmp_path: Path) -> None:
    assert service.backup(tmp_path / "backup").stat().st_mode & 0o777 == 0o600


def test_a_backup_is_of_one_moment_while_others_write(service: Service, tmp_path: Path) -> None:
    with service.house() as house, tables.snapshot(service.settings.database) as connection:
        before = tables.sums(connection, tables.shapes_of(connection))
        World(house).match("tikal", 2).play(2)

        assert tables.sums(connection, tables.shapes_of(connection)) == before
    assert service.sums() != before


@mostly_on_sqlite
def test_letters_of_all_scripts_and_odd_signs_come_back(
    service: Service, target: Service, tmp_path: Path
) -> None:
    with_keys_of(service, target).restore(service.backup(tmp_path / "backup"))

    with tables.snapshot(target.settings.database) as connection:
        assert connection.scalar(text("SELECT text FROM talk")) == ODD_TEXT


def test_a_database_that_is_not_empty_stays_as_it_is(
    service: Service, target: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = service.backup(tmp_path / "backup")
    with_keys_of(service, target).restore(backup)
    before = target.sums()

    assert target.restore(backup) == 1

    assert "is not empty" in capsys.readouterr().err
    assert target.sums() == before


@mostly_on_sqlite
def test_one_row_is_enough_for_not_empty(service: Service, target: Service, tmp_path: Path) -> None:
    backup = service.backup(tmp_path / "backup")
    migrations.upgrade(target.settings.database)
    with target.house() as house:
        World(house).friend("Zoe")

    assert target.restore(backup) == 1

    with target.house() as house, house.reading() as session:
        assert session.exec(select(Player.name)).all() == ["Zoe"]


@mostly_on_sqlite
def test_tables_without_rows_are_empty(service: Service, target: Service, tmp_path: Path) -> None:
    migrations.upgrade(target.settings.database)

    assert target.restore(service.backup(tmp_path / "backup")) == 0

    assert target.sums() == service.sums()


@mostly_on_sqlite
def test_a_damaged_file_is_named_with_its_place_and_changes_nothing(
    service: Service, target: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = service.backup(tmp_path / "backup")
    data = bytearray(backup.read_bytes())
    data[-400] ^= 1
    backup.write_bytes(data)
    migrations.upgrade(target.settings.database)
    before = {name: data for name, data in target.files().items() if not name.endswith(".lock")}

    assert target.restore(backup) == 1

    assert f"{backup} is damaged near byte" in capsys.readouterr().err
    assert {name: data for name, data in target.files().items() if not name.endswith(".lock")} == before
    assert not any(found.rows for found in target.sums().values())


def test_a_missing_file_is_told(elsewhere: Service, capsys: pytest.CaptureFixture[str]) -> None:
    assert elsewhere.restore(Path("/nowhere/backup")) == 1

    assert "/nowhere/backup: No such file" in capsys.readouterr().err


@mostly_on_sqlite
def test_a_backup_of_an_older_version_is_brought_up_to_date(
    elsewhere: Service, target: Service, tmp_path: Path
) -> None:
    old = f"sqlite:///{tmp_path / 'old.db'}"
    migrations.upgrade(old, "0012")
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection, connection:
        connection.execute(
            "INSERT INTO player (id, email, name, language, zone, mail, sign_ins, sessions, created_at,"
            " digest_hour, late_hours, receipts, entries, talk_letters, hard_bounces, stop_key) VALUES"
            " (41, 'ana@example.org', 'Ana', 'pl', 'UTC', 'each', 0, 0, '2026-05-31 12:00:00',"
            " 8, 12, false, true, false, 0, 'stop')"
        )
    make(old, tmp_path / "old")
    assert lines_of(tmp_path / "old")[0] == {"chasqui-backup": 1, "schema": "0012", "keys": None}

    assert target.restore(tmp_path / "old") == 0

    with target.house() as house, house.reading() as session:
        [ana] = session.exec(select(Player)).all()
    assert (ana.id, ana.language) == (41, "pl")
    with tables.snapshot(target.settings.database) as found:
        assert tables.schema_of(found) == migrations.versions()[0]


@mostly_on_sqlite
def test_a_backup_of_a_later_version_is_refused(
    service: Service, target: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(service.folder / "chasqui.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    backup = service.backup(tmp_path / "backup")

    assert target.restore(backup) == 1

    assert "version 9999, which this program does not know" in capsys.readouterr().err


@mostly_on_sqlite
def test_a_new_row_has_the_number_after_the_last(service: Service, target: Service, tmp_path: Path) -> None:
    service.move_numbers(5000)
    with_keys_of(service, target).restore(service.backup(tmp_path / "backup"))

    with target.house() as house:
        zoe = World(house).friend("Zoe")

    assert zoe == 5001


def test_nothing_is_restored_beside_a_running_service(
    service: Service, elsewhere: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = service.backup(tmp_path / "backup")

    with only_one_serve(elsewhere.folder):
        assert elsewhere.restore(backup) == 1

    assert "stop that one first" in capsys.readouterr().err
    assert not (elsewhere.folder / "chasqui.db").exists()


def test_nothing_is_restored_into_a_file_that_is_open_elsewhere(
    service: Service, elsewhere: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = service.backup(tmp_path / "backup")
    migrations.upgrade(elsewhere.settings.database)
    other = sqlite3.connect(elsewhere.folder / "chasqui.db")
    other.execute("SELECT count(*) FROM player").fetchone()

    assert elsewhere.restore(backup) == 1

    assert "is in use by another program" in capsys.readouterr().err
    other.close()


def test_what_was_counted_before_is_not_missed_after_a_restore(
    service: Service, elsewhere: Service, tmp_path: Path
) -> None:
    """The old database has been written far more often than the new one."""
    migrations.upgrade(elsewhere.settings.database)
    with elsewhere.house() as house:
        for number in range(30):
            World(house).friend(f"Friend{number}")
    with closing(sqlite3.connect(elsewhere.folder / "chasqui.db")) as connection, connection:
        connection.execute("DELETE FROM player")
    backup = service.backup(tmp_path / "backup")

    (elsewhere.folder / "keys").write_bytes((service.folder / "keys").read_bytes())
    assert elsewhere.restore(backup) == 0

    assert elsewhere.problems() == []


def test_a_backup_takes_the_place_of_an_older_one_only_when_it_is_whole(
    service: Service, elsewhere: Service, tmp_path: Path
) -> None:
    path = service.backup(tmp_path / "backup")
    whole = path.read_bytes()

    assert elsewhere.run(backing_up, path) == 1

    assert path.read_bytes() == whole
    assert [file.name for file in tmp_path.glob("backup*")] == ["backup"]


def test_a_match_is_backed_up_with_its_head(service: Service, tmp_path: Path) -> None:
    with service.house() as house, house.reading() as session:
        heads = set(session.exec(select(Match.head)))

    said = [line for line in lines_of(service.backup(tmp_path / "backup")) if isinstance(line, list)]

    assert heads <= {value for line in said for value in line if isinstance(value, str)}


def test_a_backup_of_no_database_says_how_to_name_another_folder(
    elsewhere: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert elsewhere.run_backup(tmp_path / "backup") == 1

    assert "there is no database; for another data folder, say --data DIR" in capsys.readouterr().err
