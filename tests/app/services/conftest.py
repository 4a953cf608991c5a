"""A fresh house for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.house import House
from tests.app.services.houses import new_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = new_house(tmp_path)
    yield made
    made.db.close()
