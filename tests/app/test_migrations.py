"""The migrations lead to the tables of the models, on both databases."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect
from sqlmodel import SQLModel

import app.models  # noqa: F401 - the tables
from app import migrations
from app.db import connect
from app.settings import Settings


@pytest.fixture
def database(database_url: str) -> str:
    return Settings(database_url=database_url).database


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
