"""Health tells the truth: each cause of trouble is seen, has its words, and breaks or only warns."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlmodel import Session, select

from app.clock import now
from app.models import Book, Film, Heartbeat, ImapFolder, Letter, Mail
from app.services import outbox
from app.services.books import film_store, store
from app.services.inbox import imap_folder
from app.services.upkeep import heartbeats
from app.services.upkeep.health import Look, look_around
from app.vault import Vault
from tests.world import Friends, World

ROLES = ("worker", "beat", "door")


@pytest.fixture
def world(world_on_each: World) -> World:
    """Where worker, beat and door are alive."""
    for role in ROLES:
        world_on_each.house.write(partial(heartbeats.beat, role=role))
    return world_on_each


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match()


def look(world: World) -> Look:
    with world.house.reading() as session:
        return look_around(session, world.house)


def wrong(world: World) -> list[str]:
    return [trouble.name for trouble in look(world).troubles if not trouble.only_warns]


def warned(world: World) -> list[str]:
    return [trouble.name for trouble in look(world).troubles if trouble.only_warns]


def aged(world: World, role: str, seconds: int) -> None:
    with world.house.reading() as session:
        row = session.exec(select(Heartbeat).where(Heartbeat.role == role)).one()
    world.change(Heartbeat, row.id, at=row.at - timedelta(seconds=seconds))


def test_where_all_works_nothing_is_wrong(friends: Friends) -> None:
    seen = look(friends.world)

    assert not seen.troubles
    assert seen.facts["keys"] is True
    assert set(seen.facts["heartbeats"]) == {*ROLES}


@pytest.mark.parametrize("role", ROLES)
def test_a_process_that_is_silent_is_wrong_and_says_what_to_do(world: World, role: str) -> None:
    aged(world, role, 60)
    assert not wrong(world)

    aged(world, role, 120)

    assert wrong(world) == [role]
    assert "start it again" in look(world).troubles[0].words


def test_how_long_a_process_has_been_silent_is_told_as_people_say_it(world: World) -> None:
    aged(world, "worker", 3 * 86400)

    assert "not been heard of for 3 days: worker" in look(world).troubles[0].words


def test_no_worker_at_all_is_wrong_from_the_first_moment(world: World) -> None:
    world.house.write(lambda session: session.connection().execute(text("DELETE FROM heartbeat")))

    assert wrong(world) == ["worker", "beat"]
    assert warned(world) == ["door"]


@pytest.mark.parametrize(
    ("seconds", "found"), [(3, None), (10, "warns"), (-7200, "breaks"), (31_536_000, "breaks")]
)
def test_a_clock_that_differs_is_named(world: World, seconds: int, found: str | None) -> None:
    with world.house.reading() as session:
        row = session.exec(select(Heartbeat).where(Heartbeat.role == "worker")).one()

    world.change(Heartbeat, row.id, skew=float(seconds))

    assert ("clock_skew" in warned(world), "clock_skew" in wrong(world)) == (
        found == "warns",
        found == "breaks",
    )
    assert all(f"{abs(seconds):,} s" in trouble.words for trouble in look(world).troubles)


def test_in_a_file_a_sign_from_the_future_is_of_a_clock_that_is_ahead(world: World) -> None:
    aged(world, "worker", -7200)

    assert "clock_skew" in wrong(world)


def test_keys_that_do_not_open_the_matches_are_wrong(friends: Friends) -> None:
    world = friends.world
    others = replace(world.house.settings, keys=("another key, which is long enough too",))

    other = World(replace(world.house, settings=others, vault=Vault(others)))

    assert wrong(other) == ["keys"]
    assert "bring back the keys" in look(other).troubles[0].words


@pytest.mark.parametrize("version", ["0012", ""])
def test_tables_of_an_older_version_are_wrong(world: World, version: str) -> None:
    with world.house.db.writing.connect() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))
        session = Session(connection)

        seen = look_around(session, world.house)

        connection.rollback()
    assert [trouble.name for trouble in seen.troubles] == ["schema"]
    assert "./chasqui update" in seen.troubles[0].words


def test_newer_tables_are_no_trouble(world: World) -> None:
    with world.house.db.writing.connect() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

        assert not look_around(Session(connection), world.house).troubles
        connection.rollback()


@pytest.mark.parametrize(("free", "found"), [(10, (["disk"], [])), (100, ([], ["disk"])), (900, ([], []))])
def test_a_disk_that_gets_full_is_told(
    world_on_sqlite: World, monkeypatch: pytest.MonkeyPatch, free: int, found: tuple[list[str], list[str]]
) -> None:
    for role in ROLES:
        world_on_sqlite.house.write(partial(heartbeats.beat, role=role))
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free * 1_000_000))

    assert (wrong(world_on_sqlite), warned(world_on_sqlite)) == found


def letter_given_up(friends: Friends) -> None:
    friends.world.change(Letter, 1, dropped=outbox.GIVEN_UP, error="the mail server is away", due_at=None)


def mail_given_up(friends: Friends) -> None:
    mail = Mail(digest="1", to="x", raw=b"", received_at=now(), outcome="given up: RuntimeError")
    friends.world.house.write(lambda session: session.add(mail))


def book_given_up(friends: Friends) -> None:
    friends.world.house.write(partial(store.want, match_id=friends.match.id, kinds=[store.Kind("en")]))
    friends.world.change(Book, 1, due_at=None, tries=4)


def film_given_up(friends: Friends) -> None:
    friends.world.house.write(partial(film_store.want, match_id=friends.match.id, languages=["en"]))
    friends.world.change(Film, 1, due_at=None, tries=3)


@pytest.mark.parametrize("give_up", [letter_given_up, mail_given_up, book_given_up, film_given_up])
def test_what_was_given_up_warns(friends: Friends, give_up: Callable[[Friends], None]) -> None:
    give_up(friends)

    assert warned(friends.world) == [give_up.__name__.replace("_given", "s_given")]
    assert not wrong(friends.world)


def test_processes_that_have_ended_are_forgotten_but_not_the_last_of_its_role(world: World) -> None:
    aged(world, "worker", 3600)
    at = now() - timedelta(hours=2)
    world.house.write(lambda session: session.add(Heartbeat(role="beat", place="elsewhere", at=at)))

    world.house.write(heartbeats.forget_old)

    assert set(look(world).facts["heartbeats"]) == {*ROLES}


# --- The mailbox at a provider ---


@pytest.fixture
def mailbox(world: World) -> World:
    mailbox = "imaps://anna:secret@mail.example/INBOX"
    world.house = replace(world.house, settings=replace(world.house.settings, imap_url=mailbox))
    folder = imap_folder.Folder(imap_folder.name_of(world.house.settings), 1)
    world.house.write(partial(imap_folder.begin, folder=folder))
    return world


def test_a_mailbox_that_is_read_is_no_trouble(mailbox: World) -> None:
    mailbox.change(ImapFolder, 1, looked_at=now() - timedelta(minutes=14))

    assert "mailbox" not in {trouble.name for trouble in look(mailbox).troubles}


@pytest.mark.parametrize(
    ("changed", "name", "only_warns"),
    [
        ({"looked_at": None}, "mailbox", False),
        ({"looked_at": now() - timedelta(minutes=16)}, "mailbox", False),
        ({"looked_at": now(), "trouble": "the password is wrong"}, "mailbox", False),
        ({"looked_at": now(), "unmovable": "the mailbox is full"}, "mailbox_moving", True),
    ],
    ids=["never read", "not read for long", "cannot be read", "cannot be moved"],
)
def test_a_mailbox_that_is_not_read_is_told(
    mailbox: World, changed: dict[str, object], name: str, only_warns: bool
) -> None:
    mailbox.change(ImapFolder, 1, **changed)

    [trouble] = [trouble for trouble in look(mailbox).troubles if trouble.name == name]
    assert trouble.only_warns == only_warns
    assert str(changed.get("trouble") or changed.get("unmovable") or "") in trouble.words
