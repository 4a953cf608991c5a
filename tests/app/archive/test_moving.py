"""Everything moves to another database, and back, and is looked at on the other side."""

import re
from functools import partial
from pathlib import Path
from shlex import quote

import pytest
from sqlalchemy import text

from app.clock import now
from app.commands import move
from app.models import Heartbeat, Match, Player
from app.services.upkeep import heartbeats
from app.serving.supervisor import only_one_serve
from tests.world import World
from tests.world.archived import Service


@pytest.fixture
def moved(service: Service, postgres_url: str) -> Service:
    assert service.move(postgres_url) == 0
    return Service(service.folder, postgres_url)


def test_all_is_on_the_other_side_and_the_old_database_is_as_it_was(
    service: Service, postgres_url: str
) -> None:
    before = service.sums()

    assert service.move(postgres_url) == 0

    moved = Service(service.folder, postgres_url)
    assert moved.sums() == service.sums() == before
    assert moved.problems() == []


def test_matches_go_on_there(moved: Service) -> None:
    with moved.house() as house:
        World(house).match("incan-gold", 3).play()

    assert moved.problems() == []


def test_it_moves_back_into_another_folder(moved: Service, tmp_path: Path) -> None:
    target = Service(tmp_path / "back")
    target.folder.mkdir()
    (target.folder / "keys").write_bytes((moved.folder / "keys").read_bytes())

    assert Service(target.folder, moved.database_url).move("sqlite") == 0

    assert target.sums() == moved.sums()
    assert target.problems() == []


def test_it_says_what_to_set_with_time_and_memory(
    service: Service, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    service.move(postgres_url)

    said = capsys.readouterr().out
    assert f"Now set DATABASE_URL={quote(postgres_url)}" in said
    assert re.search(r"Carried over: 3 matches, \d+ steps.*, in [\d.]+ s with at most [\d,]+ MB", said)
    assert "Every match was played again there, and all is right" in said


def test_what_to_set_can_be_put_into_a_file_of_settings(service: Service) -> None:
    """Which a shell reads, too."""
    url = "postgresql://chasqui@/chasqui?host=/var/run/postgresql"

    assert f"Now set DATABASE_URL='{url}', and" in move.what_to_set(service.settings, url)


def test_a_match_that_is_wrong_is_named_and_the_setting_not(
    service: Service, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with service.house() as house:
        World(house).change(Match, 1, head="0" * 64)

    assert service.move(postgres_url) == 1

    said = capsys.readouterr()
    assert "the head is 00000000" in said.out
    assert "DATABASE_URL" not in said.out


def test_it_moves_into_an_empty_database_alone(
    service: Service, moved: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    before = moved.sums()
    with service.house() as house:
        World(house).friend("Zoe")

    assert service.move(moved.database_url) == 1

    assert "is not empty" in capsys.readouterr().err
    assert moved.sums() == before


def test_a_new_database_that_is_not_there_is_the_one_that_is_told(
    service: Service, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert service.move(re.sub(r"/\w+(\?|$)", r"/nosuch\1", postgres_url)) == 1

    said = capsys.readouterr().err
    assert "the new database cannot be used" in said
    assert "nosuch" in said
    assert "chasqui.db" not in said


def test_keys_that_do_not_fit_are_told_before_anything_is_carried_over(
    service: Service, postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHASQUI_KEYS", "another key that is also long enough")

    assert service.move(postgres_url) == 1

    said = capsys.readouterr()
    assert f"put the content of {service.folder / 'keys'}" in said.err
    assert "Carried over" not in said.out


def test_it_does_not_move_beside_serve(
    service: Service, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with only_one_serve(service.folder):
        assert service.move(postgres_url) == 1
        assert "stop that one first" in capsys.readouterr().err
        assert service.move(postgres_url, "--anyway") == 0


def test_it_does_not_move_while_processes_give_signs_of_life(
    moved: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a worker on any machine. The one that looks for them sleeps, and the worker beats meanwhile."""
    with moved.house() as house:
        house.write(partial(heartbeats.beat, role="worker"))

        def worker_beats(seconds: float) -> None:
            with house.reading() as session:
                later = heartbeats.database_time(session)
            World(house).change(Heartbeat, 1, at=later)

        monkeypatch.setattr("app.serving.stopped.time.sleep", worker_beats)

        assert Service(tmp_path / "back", moved.database_url).move("sqlite") == 1

    assert "the service is at work with this database" in capsys.readouterr().err
    assert not (tmp_path / "back" / "chasqui.db").exists()


def test_an_unknown_database_is_a_wrong_call(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        service.move("mysql://elsewhere")

    assert "--to" in capsys.readouterr().err


def test_what_postgresql_cannot_hold_moves_nothing(
    service: Service, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with service.house() as house:
        house.write(lambda session: session.add(Player(id=70, name="with \0 inside", created_at=now())))

    assert service.move(postgres_url) == 1

    assert "a row of player does not fit into PostgreSQL" in capsys.readouterr().err
    with Service(service.folder, postgres_url).house() as house, house.reading() as session:
        tables = text("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'")
        assert session.connection().scalar(tables) == 0
