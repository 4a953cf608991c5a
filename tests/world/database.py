"""Databases with all tables: made once in each process, and every world begins with a copy."""

import atexit
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest
from sqlalchemy import text
from sqlmodel import SQLModel

from app.db.database import Database
from app.db.schema_version import needed
from app.settings import Settings
from tests.lengths import shortened
from tests.servers import BOTH, postgres_database


def make_tables(database_url: str) -> None:
    database = Database(Settings(database_url=database_url).database)
    SQLModel.metadata.create_all(database.engine)
    with database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(text(f"INSERT INTO alembic_version VALUES ('{needed()}')"))
    database.close()


def copy_tables(file: Path) -> None:
    """For SQLite."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_file_with_tables(), file)


@cache
def _file_with_tables() -> Path:
    folder = Path(mkdtemp(prefix="chasqui-tables-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    make_tables(f"sqlite:///{folder / 'tables.db'}")
    return folder / "tables.db"


@pytest.fixture(scope="session")
def postgres_tables(postgres_cluster: str) -> Iterator[str]:
    with postgres_database(postgres_cluster) as url:
        make_tables(url)
        yield url


@pytest.fixture
def postgres_with_tables(postgres_tables: str) -> str:
    """One database for all tests of a process, emptied before each: to make one takes ten times as long."""
    return emptied(postgres_tables)


def emptied(url: str) -> str:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(EMPTY)
    return url


# Rows that point to others go first; numbers begin at 1 again.
TABLES = [table.name for table in reversed(SQLModel.metadata.sorted_tables)]
EMPTY = "; ".join(
    [f'DELETE FROM "{name}"' for name in TABLES]
    + [f'ALTER SEQUENCE "{name}_id_seq" RESTART' for name in TABLES]
)


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest) -> str:
    """For what must hold on both. Without one, a world has a file of SQLite."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres_with_tables"))


@pytest.fixture(params=shortened(BOTH, ["sqlite"]))
def database_url_by_run(request: pytest.FixtureRequest) -> str:
    """SQLite in the usual run, PostgreSQL in the long one: for what has no transactions of its own kind."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres_with_tables"))
