"""A fresh house for each test, on SQLite and on PostgreSQL: the same tests, only the setting differs.

Its letters have no pictures: one takes longer than all the rest of an answer, and other tests look at them.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.house import House
from tests.app.services.correspondence import Correspondence
from tests.app.services.houses import new_house, opened


@pytest.fixture
def house(tmp_path: Path, database_url: str) -> Iterator[House]:
    made = new_house(tmp_path, database_url)
    yield made
    made.db.close()


@pytest.fixture
def incan(house: House) -> Correspondence:
    """Ana, Bo and Cy are in the temple, and asked all at once."""
    return Correspondence(house, opened(house, "incan-gold", 3, bank_seconds=3600))


@pytest.fixture
def tikal(house: House) -> Correspondence:
    """Ana is to place a tile; Bo waits."""
    return Correspondence(house, opened(house, "tikal", 2))
