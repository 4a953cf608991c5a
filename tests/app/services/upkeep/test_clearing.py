"""Nothing grows for ever: what is old goes, in small pieces, and nothing of a match that goes on."""

import os
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel, func, select

from app import keeping
from app.clock import now
from app.db import pieces
from app.migrations import alone
from app.models import (
    Book,
    Browser,
    Edition,
    Fault,
    Film,
    Heartbeat,
    ImapFolder,
    Letter,
    Mail,
    Match,
    NewAddress,
    Note,
    Pace,
    Player,
    Refusal,
    Relay,
    Rematch,
    Tally,
)
from app.services.upkeep import clearing, fsck
from app.settings import WrongSetting, read_settings
from tests.app.services.upkeep.long_ago import a_finished_match_among_others, as_if_sent
from tests.world import Friends, World

OF_A_PLAYER = {"note", "diaryentry", "contribution", "look"}
STAYS = {"match", "seat", "step", "talk", "rematch"}
OF_THE_MATCH = {"match", "seat", "step", "ask", "receipt", "letter", "draft", "proposal", "vote", "loan"}


@pytest.fixture
def world(world_on_sqlite: World, undrawn: None) -> World:
    return world_on_sqlite


@pytest.fixture
def ended(world: World) -> Friends:
    return a_finished_match_among_others(world)


def empty_tables(world: World) -> list[str]:
    with world.house.reading() as session:
        count = session.connection().scalar
        tables = SQLModel.metadata.sorted_tables
        return [table.name for table in tables if not count(select(func.count()).select_from(table))]


def clear(world: World) -> None:
    while clearing.clear_old(world.house, now()):
        pass


def rows_of(world: World, number: int) -> Counter[str]:
    """How many each table has of one match."""
    with world.house.reading() as session:
        counts = Counter({"match": session.get(Match, number) is not None})
        for table in SQLModel.metadata.sorted_tables:
            if "match_id" in table.c:
                count = select(func.count()).select_from(table).where(table.c.match_id == number)
                counts[table.name] = session.connection().scalar(count) or 0
    return +counts


def everything_of(world: World, number: int) -> dict[str, list[Any]]:
    tables = [table for table in SQLModel.metadata.sorted_tables if "match_id" in table.c]
    with world.house.reading() as session:
        look = session.connection().execute
        return {
            table.name: [*look(table.select().where(table.c.match_id == number))]
            for table in tables
            if table.name not in ("book", "film")
        } | {"match": [*look(table_of_matches().select().where(table_of_matches().c.id == number))]}


def table_of_matches() -> Any:
    return SQLModel.metadata.tables["match"]


def test_every_table_of_the_models_is_named_with_its_time_and_the_reason() -> None:
    named = [name for kept in keeping.TABLES for name in kept.what]

    assert set(SQLModel.metadata.tables) <= {*named}
    assert len(named) == len({*named})
    assert all(kept.why and kept.since for kept in keeping.ALL)


def test_on_both_databases_the_record_stays_and_a_match_that_goes_on(world_on_each: World) -> None:
    world, ended = world_on_each, a_finished_match_among_others(world_on_each)
    running = everything_of(world, ended.match.id + 1)
    assert all(running[name] for name in OF_THE_MATCH)

    clear(world)

    assert {*rows_of(world, ended.match.id)} == STAYS - {"rematch"} | OF_A_PLAYER
    assert everything_of(world, ended.match.id + 1) == running


def test_of_a_match_that_ended_long_ago_the_record_stays(world: World, ended: Friends) -> None:
    assert empty_tables(world) == []

    clear(world)

    with world.house.reading() as session:
        assert fsck.check_matches(session, world.house) == []
    assert ended.seen(1).match.result
    with world.house.reading() as session:
        assert not session.exec(select(Pace).where(Pace.key == "talk")).first()
        gone: list[type[Any]] = [NewAddress, Browser, Mail, ImapFolder, Fault, Book, Film, Heartbeat]
        assert [model.__name__ for model in gone if session.exec(select(model)).first()] == []
        stays: list[type[Any]] = [Refusal, Relay, Tally, Edition, Note, Rematch]
        assert all(session.exec(select(model)).first() for model in stays)
        letters = session.exec(select(Letter).where(Letter.match_id != ended.match.id + 1)).all()
        assert [letter.kind for letter in letters] == []
        people = session.exec(select(Player.email, Player.guest)).all()
        assert all(email and not guest for email, guest in people)
        assert len(session.exec(select(Match)).all()) == 2


def test_what_is_fresh_stays(world: World) -> None:
    friends = world.match("incan-gold", 3)
    friends.play()
    world.house.write(as_if_sent)
    before = everything_of(world, friends.match.id)

    clear(world)

    assert everything_of(world, friends.match.id) == before


def test_pieces_are_small_and_come_once(
    world: World, ended: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "PIECE", 3)
    monkeypatch.setattr(clearing, "PIECE", 3)

    first = world.house.write(
        partial(clearing.thin_out_matches, at=now(), before=now() - timedelta(days=365))
    )
    clear(world)

    assert first == 3
    assert {*rows_of(world, ended.match.id)} == STAYS - {"rematch"} | OF_A_PLAYER
    thinned = ended.match.thinned_at
    world.house.write(partial(clearing.thin_out_matches, at=now(), before=now() - timedelta(days=365)))
    assert thinned
    assert ended.match.thinned_at == thinned


def test_other_times_are_settings(world: World, ended: Friends) -> None:
    settings = read_settings(
        {"CHASQUI_KEYS": "k3Y-of-a-test-that-is-long-enough-0", "CHASQUI_KEEP": "finished=500"}
    )
    world.house = replace(world.house, settings=replace(world.house.settings, keep=settings.keep))
    before = rows_of(world, ended.match.id)

    clear(world)

    kept = rows_of(world, ended.match.id)
    assert (kept["receipt"], kept["letter"]) == (before["receipt"], before["letter"])


@pytest.mark.parametrize("text", ["finished", "finished=0", "finished=x", "seats=3", "finished=99999999"])
def test_a_time_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(WrongSetting, match="CHASQUI_KEEP"):
        read_settings({"CHASQUI_KEEP": text})


def test_texts_at_the_mailbox_are_cut_when_nobody_plays_by_them(world: World) -> None:
    friends = world.match("incan-gold", 3)
    friends.play()
    world.house.write(as_if_sent)
    later = now() + timedelta(days=31)

    while clearing.clear_old(world.house, later):
        pass

    with world.house.reading() as session:
        assert {letter.text for letter in session.exec(select(Letter))} == {""}


def test_what_a_killed_program_left_goes_after_a_day(world: World) -> None:
    folder = world.house.settings.folder
    for name in ("pages/x.new", "pages/x.pdf", "backups/chasqui-2026-01-01.jsonl.gz.part", "keys.123"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(b"")
        os.utime(folder / name, (0, 0))
    (folder / "pages" / "y.new").write_bytes(b"")

    assert clearing.clear_files(folder, now()) == 2

    assert {path.name for path in (folder / "pages").iterdir()} == {"x.pdf", "y.new"}
    assert (folder / "keys.123").exists()


def test_hosts_are_told_the_same() -> None:
    hosting = (Path(__file__).parents[4] / "app" / "HOSTING.md").read_text()

    assert "\n".join(keeping.table()) in hosting


def test_what_updates_and_restores_leave_has_a_name_there() -> None:
    named = {name for kept in keeping.FILES for name in kept.what}

    assert {f"chasqui.db-{what}" for what in alone.LOCKS} <= named
    assert {"keys.before", "keys.restored"} <= named


def test_what_a_service_writes_has_a_name_there(world: World) -> None:
    world.match("incan-gold", 3).play(2)
    folder = world.house.settings.folder
    named = [name for kept in keeping.FILES for name in kept.what]

    written = [path for path in folder.rglob("*") if path.is_file()]

    assert written
    assert [path.name for path in written if not any(path.match(name) for name in named)] == []
