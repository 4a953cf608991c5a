"""./chasqui update: from databases of released versions to this one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import col, select

from app.archive import Refused, shelf, tables
from app.archive.form import Reader
from app.clock import now
from app.commands import serve, update
from app.db.database import connect
from app.db.schema_version import needed
from app.house import open_house
from app.models import Letter, Match, Player
from app.services.upkeep import editions, fsck, operators
from app.serving.supervisor import CannotStart
from app.settings import Settings
from app.status import goes_on
from tests.lengths import long
from tests.servers import postgres_database
from tests.world import Friends, World
from tests.world.editions import edition
from tests.world.released import NAMES, begin_with, settings_of, world_of
from tests.world.visitor import Visitor

KINDS = ("sqlite", "postgresql")
QUICK = (NAMES[0], "sqlite")
ALL = [(name, kind) for name in NAMES for kind in KINDS]


@pytest.fixture
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """A database as that release has left it."""
    release, kind = getattr(request, "param", QUICK)
    if kind == "sqlite":
        settings = settings_of(tmp_path / "data")
        begin_with(release, settings)
        yield settings
        return
    with postgres_database(request.getfixturevalue("postgres_cluster")) as url:
        settings = settings_of(tmp_path / "data", url)
        begin_with(release, settings)
        yield settings


each_release = pytest.mark.parametrize(
    "old", [QUICK, *(long(case) for case in ALL if case != QUICK)], indirect=True, ids=str
)


def updated(settings: Settings) -> list[str]:
    said: list[str] = []
    update.bring_up_to_date(settings, said.append)
    return said


def sums(settings: Settings) -> object:
    with tables.snapshot(settings.database) as connection:
        return tables.sums(connection, tables.shapes_of(connection))


def matches(world: World) -> list[Match]:
    with world.house.reading() as session:
        return list(session.exec(select(Match).where(Match.steps > 0).order_by(col(Match.id))))


@each_release
def test_an_old_database_is_backed_up_and_migrated_and_all_of_it_is_right(old: Settings) -> None:
    before = sums(old)

    said = updated(old)

    backup = Reader(next(shelf.before_update(old, "x").parent.glob("chasqui-before-*")))
    assert backup.check() == before
    assert not [line for line in said if "aside" in line.lower() or "Cannot" in line]
    with tables.snapshot(old.database) as connection:
        assert tables.schema_of(connection) == needed()
    world = world_of(old)
    with world.house.db.snapshot() as session:
        assert fsck.check_matches(session, world.house) == []
    world.close()
    assert updated(old) == []


@pytest.mark.parametrize("old", [long(case) for case in ALL], indirect=True, ids=str)
def test_after_an_update_every_match_goes_on_to_its_end(old: Settings) -> None:
    updated(old)
    world = world_of(old)

    for match in matches(world):
        if match.status == "running":
            friends = Friends(world, match.code)
            friends.play()
            assert friends.match.status == "over", match.code

    with world.house.db.snapshot() as session:
        assert fsck.check_matches(session, world.house) == []
    world.close()


PAGES = ("", "/record.jsonl", "/board.svg", "/steps/0", "/proposals", "/lend")


@pytest.mark.parametrize("old", [long(case) for case in ALL], indirect=True, ids=str)
def test_after_an_update_every_page_of_every_match_answers(old: Settings) -> None:
    updated(old)
    world = world_of(old)
    with world.house.reading() as session:
        people = [player.email for player in session.exec(select(Player)) if player.email]

    for visitor in [Visitor(world, email).sign_in() for email in people]:
        for match in matches(world):
            for path in PAGES:
                assert visitor.get(f"/m/{match.code}{path}").status_code < 500, (match.code, path)
        for path in ("/", "/me", "/matches/new"):
            assert visitor.get(path).status_code == 200
    world.close()


@pytest.mark.parametrize("old", [long(case) for case in ALL], indirect=True, ids=str)
def test_after_an_update_all_letters_leave(old: Settings) -> None:
    updated(old)
    world = world_of(old)

    for match in matches(world):
        if goes_on(match) and match.status == "running":
            Friends(world, match.code).play(3)
    world.send()

    with world.house.reading() as session:
        failed = session.exec(select(Letter.kind, Letter.error).where(Letter.error != "", Letter.tries > 0))
        assert [row for row in failed if "Ünïcødé" not in row[1]] == []
    world.close()


def test_an_older_program_takes_over_newer_tables(old: Settings) -> None:
    updated(old)
    with connect(old.database, "writing").begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with edition("older"):
        said = updated(old)

    assert "matches go on; each was played again" in said[-1]


def test_serve_updates_when_it_starts(old: Settings) -> None:
    serve.prepare_database(old)

    world = world_of(old)
    with world.house.reading() as session:
        assert editions.is_settled(session)
    assert [*(old.folder / "backups").iterdir()]
    world.close()


def test_without_room_serve_says_so_and_does_not_start(
    old: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "no_room", lambda settings, folder: "2 MB are free")

    with pytest.raises(CannotStart, match="2 MB are free"):
        serve.prepare_database(old)


def test_a_new_service_has_nothing_to_back_up(tmp_path: Path) -> None:
    settings = settings_of(tmp_path / "data")

    said = updated(settings)

    assert said == []
    assert not (settings.folder / "backups").exists()


def test_one_match_and_several_are_told_as_such() -> None:
    assert [*update.told(editions.Counts(seen=1))] == ["1 match goes on; it was played again"]
    assert [*update.told(editions.Counts(seen=2000))] == ["2,000 matches go on; each was played again"]


# --- What it says before ---


def test_a_check_says_what_would_be_done_and_changes_nothing(
    old: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sums(old), sorted(path.name for path in old.folder.iterdir())

    status = update.check(old, None)

    said = capsys.readouterr().out
    assert status == 0
    assert "Tables: version 0009, and " in said
    assert "0034 Matches that a new edition" in said
    assert "4 would be played again, and 0 of them set aside" in said
    assert (sums(old), sorted(path.name for path in old.folder.iterdir())) == before


def test_a_check_names_the_matches_that_would_differ(
    old: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with edition("newer", otherwise=True):
        status = update.check(old, None)

    assert status == update.WOULD_DIFFER
    assert "another state than the one that is kept" in capsys.readouterr().out


def test_an_update_says_what_it_has_set_aside(old: Settings) -> None:
    with edition("newer", otherwise=True):
        said = updated(old)

    assert any(line.startswith("Set aside: ") for line in said)


def test_operators_get_a_letter_and_find_on_their_page_what_was_set_aside(old: Settings) -> None:
    settings = replace(old, operators=("olga@example.org",))
    with edition("newer", otherwise=True):
        updated(settings)
    world = World(open_house(settings))

    [letter] = world.letters("weekly")
    with world.house.reading() as session:
        aside = operators.overview(session, world.house, now()).aside

    assert letter.to == "olga@example.org"
    assert "set aside" in world.compose(letter).text
    assert aside
    assert all("another state" in each.why for each in aside)
    world.close()


def test_without_room_for_the_backup_nothing_is_begun(old: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sums(old)
    monkeypatch.setattr(shelf, "no_room", lambda settings, folder: "2 MB are free")

    with pytest.raises(Refused, match="--without-backup"):
        updated(old)

    assert sums(old) == before
