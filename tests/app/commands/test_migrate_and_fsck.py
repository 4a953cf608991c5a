"""./chasqui migrate and ./chasqui fsck on the embedded database."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session, select

from app.commands import fsck, migrate, serve
from app.house import House, open_house
from app.models import Match
from app.serving import demo, settings_or_exit
from app.serving.damage import lost
from tests.servers import PATIENCE, free_port
from tests.world.served import ROOT


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name in ("DATABASE_URL", "CHASQUI_DATA"):
        monkeypatch.delenv(name, raising=False)
    return str(tmp_path / "data")


def house_at(data: str) -> House:
    assert migrate.main(["--data", data]) == 0
    return open_house(settings_or_exit({"data": data}))


def test_migrate_makes_the_database_and_changes_nothing_afterwards(data: str) -> None:
    house = house_at(data)
    demo.prepare_demo(house)
    house.db.close()

    assert migrate.main(["--data", data]) == 0

    with house.db.reading() as session:
        assert session.exec(select(Match)).all()
    house.db.close()


def test_two_that_migrate_at_once_are_both_quiet(empty_database_url: str, tmp_path: Path) -> None:
    env = os.environ | {
        "DATABASE_URL": empty_database_url,
        "CHASQUI_DATA": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-P", "-m", "app.commands.migrate"]

    both = [subprocess.Popen(command, env=env, cwd=ROOT, stderr=subprocess.PIPE) for _ in range(2)]
    said = [each.communicate(timeout=PATIENCE)[1] for each in both]

    assert [each.returncode for each in both] == [0, 0], said
    assert said == [b"", b""]


def test_a_damaged_database_is_named_in_a_line(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(data).mkdir()
    (Path(data) / "chasqui.db").write_bytes(b"garbage " * 1000)
    (Path(data) / "keys").write_text("a key of the tests that is long enough")

    assert migrate.main(["--data", data]) == 1
    assert serve.main(["--data", data, "--port", str(free_port()), "--mail-port", str(free_port())]) == 1

    said = capsys.readouterr().err
    assert said.count("not a database") == 2
    assert len(said.splitlines()) == 2


def test_fsck_says_that_all_is_right(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    house = house_at(data)
    demo.prepare_demo(house)
    house.db.close()

    assert fsck.main(["--data", data]) == 0

    assert capsys.readouterr().out == "all is right (2 matches)\n"


def test_fsck_names_what_is_wrong(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    house = house_at(data)
    demo.prepare_demo(house)

    def change(session: Session) -> str:
        match = session.exec(select(Match).where(Match.game == "tikal")).one()
        match.head = "0" * 64
        return match.code

    code = house.db.write(change)
    house.db.close()

    assert fsck.main(["--data", data]) == 1

    said = capsys.readouterr().out
    assert f"match {code}: the head is 00000000" in said
    assert said.endswith("1 wrong\n")


def test_fsck_without_a_database_says_so(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(data).mkdir()

    assert fsck.main(["--data", data]) == 2

    assert (
        "chasqui.db: there is no such file; for another data folder, say --data DIR"
        in capsys.readouterr().err
    )


def test_a_second_demo_finds_the_matches_of_the_first(data: str) -> None:
    house = house_at(data)

    demo.prepare_demo(house)
    demo.prepare_demo(house)

    with house.db.reading() as session:
        assert sorted(match.game for match in session.exec(select(Match))) == ["incan-gold", "tikal"]
    house.db.close()


def test_fsck_makes_no_folder_where_there_is_none(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert fsck.main(["--data", data]) == 2

    assert "there is no such folder" in capsys.readouterr().err
    assert not Path(data).exists()


# --- Damage ---


def matches_at(data: str) -> list[Match]:
    house = house_at(data)
    demo.prepare_demo(house)
    with house.db.reading() as session:
        matches = list(session.exec(select(Match).order_by(Match.game)))
    house.db.close()
    return matches


def test_fsck_of_one_match_looks_at_no_other(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    incan, tikal = matches_at(data)
    house = house_at(data)
    house.db.write(lambda session: setattr(session.get_one(Match, tikal.id), "head", "0" * 64))
    house.db.close()

    assert fsck.main(["--data", data, "--match", incan.code]) == 0
    assert fsck.main(["--data", data, "--match", tikal.code]) == 1
    assert fsck.main(["--data", data, "--match", "nosuch"]) == 2

    assert "no match nosuch" in capsys.readouterr().err


def test_fsck_since_a_day_leaves_out_what_has_not_moved(
    data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    matches_at(data)
    house = house_at(data)
    house.db.write(lambda session: session.execute(text("UPDATE match SET head = 'x'")))
    house.db.close()

    assert fsck.main(["--data", data, "--since", "2999-01-01"]) == 0
    assert fsck.main(["--data", data, "--since", "2001-01-01"]) == 1


def test_fsck_in_several_processes_says_the_same(
    data: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    matches_at(data)
    monkeypatch.setattr(fsck, "FEW", 1)

    assert fsck.main(["--data", data, "--jobs", "2"]) == 0

    assert capsys.readouterr().out == "all is right (2 matches)\n"


def damage(file: Path, first: int, size: int) -> None:
    with file.open("r+b") as opened:
        opened.seek(first)
        opened.write(b"\xa5" * size)


def test_fsck_tells_of_damaged_pages_and_goes_on(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    matches_at(data)
    file = Path(data, "chasqui.db")
    damage(file, file.stat().st_size // 2, 40_000)

    assert fsck.main(["--data", data]) in (1, 2)

    said = capsys.readouterr()
    assert "chasqui.db" in said.out + said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize("first", [0, 100])
def test_fsck_of_a_damaged_file_says_what_to_do(
    data: str, first: int, capsys: pytest.CaptureFixture[str]
) -> None:
    matches_at(data)
    damage(Path(data, "chasqui.db"), first, 4000)

    assert fsck.main(["--data", data]) == 2

    told = capsys.readouterr().err
    assert "chasqui.db is damaged" in told
    assert "put back the last backup" in told
    assert told.count("\n") == 1


def test_serve_on_a_damaged_file_says_what_to_do(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    matches_at(data)
    damage(Path(data, "chasqui.db"), 100, 4000)

    assert serve.main(["--data", data, "--port", str(free_port())]) == 1

    told = capsys.readouterr().err
    assert "chasqui.db is damaged" in told
    assert told.count("\n") == 1


def test_what_is_lost_stays_lost_for_fsck_until_somebody_says_that_it_is_right(
    data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    matches_at(data)
    house = house_at(data)
    house.db.write(lambda session: session.execute(text("UPDATE player SET name = 'Bo'")))
    house.db.close()
    with sqlite3.connect(Path(data, "chasqui.db")) as older:
        older.execute("PRAGMA user_version = 1")
    older.close()

    assert fsck.main(["--data", data]) == 1
    assert "the end is lost: the changes 2 to" in capsys.readouterr().out

    Path(data, "chasqui.db-through").unlink()
    assert fsck.main(["--data", data]) == 0


def test_serve_tells_of_a_wal_that_has_lost_its_end(data: str, tmp_path: Path) -> None:
    matches_at(data)
    house = house_at(data)
    for name in ("Bo", "Cy", "Di"):
        house.db.write(partial(rename, name=name))
    crashed = tmp_path / "crashed"
    shutil.copytree(data, crashed)
    house.db.close()
    damage(crashed / "chasqui.db-wal", (crashed / "chasqui.db-wal").stat().st_size // 2, 200)

    told = lost(settings_or_exit({"data": str(crashed)}))

    assert told.startswith(f"{crashed / 'chasqui.db'} has lost its end")
    assert "\n" not in told
    assert lost(settings_or_exit({"data": data})) == ""


def rename(session: Session, name: str) -> None:
    session.connection().execute(text("UPDATE player SET name = :name"), {"name": name})


def test_migrate_on_a_damaged_file_says_so_in_a_line(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    matches_at(data)
    damage(Path(data, "chasqui.db"), 100, 4000)

    assert migrate.main(["--data", data]) == 1

    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(os.geteuid() != 0 or not Path("/proc/self/mounts").exists(), reason="mounts a folder")
def test_a_folder_in_which_nothing_can_be_written_is_named(
    data: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    matches_at(data)
    Path(data).chmod(0o700)
    with read_only(data):
        command = [sys.executable, "-m", "app.commands.serve", "--data", data, "--port", str(free_port())]
        served = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        checked = fsck.main(["--data", data])

    assert served.returncode != 0
    assert served.stderr == f"cannot write {data}/serve.lock: Read-only file system\n"
    assert checked == 2
    assert f"{data}/chasqui.db cannot be opened" in capfd.readouterr().err


@contextmanager
def read_only(folder: str) -> Iterator[None]:
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
