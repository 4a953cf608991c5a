"""A service that has something in every table, made once in each process; each test has a copy of it."""

import shutil
from pathlib import Path

import pytest

from tests.world.archived import Service, filled


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "CHASQUI_DATA", "CHASQUI_KEYS", "CHASQUI_PASSPHRASE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """On SQLite."""
    shutil.copytree(filled(), tmp_path / "data")
    return Service(tmp_path / "data")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Service:
    """Another data folder, where nothing has been yet."""
    return Service(tmp_path / "elsewhere")


@pytest.fixture
def in_postgres(tmp_path: Path, postgres_url: str) -> Service:
    """A data folder without matches, with an empty PostgreSQL."""
    return Service(tmp_path / "with-postgres", postgres_url)
