"""What the database does is tested on SQLite and on PostgreSQL."""

from pathlib import Path

import pytest
from sqlalchemy import text

from app.db.database import connect
from tests.world import World


@pytest.fixture
def world(world_on_each: World) -> World:
    return world_on_each


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Of SQLite, with one number to count."""
    path = tmp_path / "chasqui.db"
    engine = connect(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE counter (n INTEGER)"))
        connection.execute(text("INSERT INTO counter VALUES (0)"))
    engine.dispose()
    return path
