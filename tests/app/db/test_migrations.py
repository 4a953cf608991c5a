"""The migrations lead to the tables of the models, on both databases."""

import re
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, Table, insert, inspect, select, text
from sqlmodel import SQLModel

import app.models  # noqa: F401 - the tables
from app import migrations
from app.db.database import connect
from app.keys import earlier_name
from app.mail.addresses import earlier_message_id
from app.settings import Settings
from tests.world.released import NAMES, begin_with, settings_of

AT = "'2026-11-01 12:00:00'"
OLD = (
    "INSERT INTO player (id, email, name, language, zone, mail, sign_ins, sessions, created_at)"
    f" VALUES (1, 'ana@example.org', 'Ana', 'en', 'UTC', 'each', 0, 0, {AT})",
    'INSERT INTO match (id, code, join_key, game, title, options, size, host_id, status, "order",'
    " bank_seconds, policy, watch, commitment, locked_seed, turn, steps, head, created_at, version)"
    " VALUES (1, 'c', 'j', 'tikal', 'Sunday', '{}', 2, 1, 'running', 'host', 0, 'wait', 'link',"
    f" 'x', 'x', 1, 1, 'x', {AT}, 1)",
    *(
        "INSERT INTO ask (id, match_id, seat, turn, kind, sealed, opened_at, by)"
        f" VALUES ({seat}, 1, {seat}, 1, 'turn', false, {AT}, '')"
        for seat in (1, 2)
    ),
    'INSERT INTO letter (id, key, kind, "to", facts, message_id, created_at, tries, dropped, error, subject,'
    f" text, html) VALUES (1, 'k', 'started', '', '{{}}', 'm', {AT}, 0, '', '', '', '', '')",
)


@pytest.fixture
def database(empty_database_url: str) -> str:
    return Settings(database_url=empty_database_url).database


def test_an_empty_database_gets_exactly_the_tables_of_the_models(database: str) -> None:
    migrations.upgrade(database)

    engine = connect(database)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
        tables = set(inspect(connection).get_table_names())
    engine.dispose()
    assert not differences
    assert tables == {*SQLModel.metadata.tables, "alembic_version"}


def test_a_second_upgrade_changes_nothing(database: str) -> None:
    migrations.upgrade(database)
    migrations.upgrade(database)


def test_what_was_there_is_kept_and_gets_keys_of_its_own(database: str) -> None:
    command.upgrade(migrations.alembic_config(database), "0001")
    engine = connect(database)
    with engine.begin() as connection:
        for statement in OLD:
            connection.execute(text(statement))

    migrations.upgrade(database)

    with engine.connect() as connection:
        keys = connection.execute(text("SELECT key FROM ask")).scalars().all()
        wanted = connection.execute(text("SELECT wanted_at FROM letter")).scalar_one()
        join_key = connection.execute(text("SELECT join_key FROM match")).scalar_one()
        message_id = connection.execute(text("SELECT message_id FROM letter")).scalar_one()
        mail = connection.execute(text("SELECT mail, digest_hour, receipts FROM player")).one()
    engine.dispose()
    assert len({*keys}) == 2
    assert join_key == earlier_name("j"), "the link that was passed on works, and its key is gone"
    assert message_id == earlier_message_id("m")
    assert all(re.fullmatch("[a-z2-7]{26}", key) for key in keys)
    assert str(wanted).startswith("2026-11-01")
    assert tuple(mail) == ("each", 8, False)


# --- Old and new processes beside one another: expand, then contract ---

RELEASED = NAMES[-1]
OUR_OWN = {"alembic_version"}


@pytest.fixture
def released(empty_database_url: str, tmp_path: Path) -> str:
    """As the newest released version has left it."""
    url = "" if empty_database_url.startswith("sqlite") else empty_database_url
    settings = settings_of(tmp_path, url)
    begin_with(RELEASED, settings)
    return settings.database


def shape_of(connection: Connection) -> dict[str, dict[str, Any]]:
    seen = inspect(connection)
    names = set(seen.get_table_names()) - OUR_OWN
    return {name: {column["name"]: column for column in seen.get_columns(name)} for name in names}


def unique_in(connection: Connection, table: str) -> set[frozenset[str]]:
    seen = inspect(connection)
    unique: list[Any] = [one["column_names"] for one in seen.get_unique_constraints(table)]
    indexes: list[Any] = [one["column_names"] for one in seen.get_indexes(table) if one["unique"]]
    return {frozenset(names) for names in [*unique, *indexes]}


def test_nothing_that_the_released_version_uses_is_gone_or_stricter(released: str) -> None:
    engine = connect(released)
    with engine.connect() as connection:
        before = shape_of(connection)
        unique = {name: unique_in(connection, name) for name in before}

    migrations.upgrade(released)

    with engine.connect() as connection:
        after = shape_of(connection)
        for table, columns in before.items():
            assert columns.keys() <= after[table].keys(), f"{table}: a column goes one version after its code"
            for name, column in columns.items():
                assert str(after[table][name]["type"]) == str(column["type"]), (table, name)
                assert after[table][name]["nullable"] >= column["nullable"], (table, name)
            assert unique_in(connection, table) <= unique[table], table
    engine.dispose()


def test_new_columns_of_old_tables_may_be_left_out(released: str) -> None:
    engine = connect(released)
    with engine.connect() as connection:
        before = shape_of(connection)

    migrations.upgrade(released)

    with engine.connect() as connection:
        after = shape_of(connection)
    engine.dispose()
    for table, columns in before.items():
        for name in after[table].keys() - columns.keys():
            column = after[table][name]
            assert column["nullable"] or column["default"] is not None, (table, name)


def another(row: dict[str, Any], unique: set[frozenset[str]]) -> dict[str, Any]:
    """A row like this one, which differs where it must."""
    changed = {name: value for name, value in row.items() if name != "id"}
    for names in unique:
        for name in names & changed.keys():
            value = changed[name]
            changed[name] = f"{value}." if isinstance(value, str) else value
            if isinstance(value, int) and not name.endswith("_id"):
                changed[name] = value + 1_000_000
    return changed


def test_the_released_versions_statements_work_on_the_new_tables(released: str) -> None:
    engine = connect(released, "writing")
    old = MetaData()
    old.reflect(engine)
    migrations.upgrade(released)

    with engine.connect() as connection:
        for table in old.sorted_tables:
            if table.name not in OUR_OWN:
                old_code_writes(connection, table)
        connection.rollback()
    engine.dispose()


def old_code_writes(connection: Connection, table: Table) -> None:
    """It names the columns that it knows, and changes the rows that it finds."""
    row = connection.execute(select(table).limit(1)).mappings().one()
    unique = unique_in(connection, table.name)
    only_numbers = any(all(name.endswith("_id") for name in names) for names in unique)
    connection.execute(table.update().where(table.c.id == row["id"]).values(**row))
    if not only_numbers:  # for those there may be no other row to point to
        connection.execute(insert(table).values(**another({**row}, unique)))


@pytest.mark.parametrize("name", NAMES)
def test_a_released_database_has_something_in_every_table(name: str, tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    begin_with(name, settings)

    engine = connect(settings.database)
    with engine.connect() as connection:
        empty = [
            table
            for table in shape_of(connection)
            if not connection.scalar(text(f'SELECT EXISTS (SELECT 1 FROM "{table}")'))
        ]
    engine.dispose()
    assert empty == []
