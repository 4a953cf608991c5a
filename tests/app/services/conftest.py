"""A fresh house for each test, on SQLite and on PostgreSQL: the same tests, only the setting differs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.house import House
from tests.app.services.houses import new_house


@pytest.fixture
def house(tmp_path: Path, database_url: str) -> Iterator[House]:
    made = new_house(tmp_path, database_url)
    yield made
    made.db.close()
