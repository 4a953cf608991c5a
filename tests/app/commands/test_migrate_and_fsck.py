"""./chasqui migrate and ./chasqui fsck on the embedded database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlmodel import Session, select

from app.commands import fsck, migrate, serve
from app.house import House, open_house
from app.models import Match
from app.serving import demo, settings_or_exit
from tests.servers import PATIENCE, free_port

ROOT = Path(__file__).parents[3]


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

    assert capsys.readouterr().out == "all is right\n"


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

    assert "the database cannot be read" in capsys.readouterr().err


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
