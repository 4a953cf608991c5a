"""The migrations lead to the tables of the models, on both databases."""

import re

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlmodel import SQLModel

import app.models  # noqa: F401 - the tables
from app import migrations
from app.db.database import connect
from app.keys import earlier_name
from app.mail.addresses import earlier_message_id
from app.settings import Settings

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
