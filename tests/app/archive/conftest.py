"""A service that has something in every table, made once in each process; each test has a copy of it."""

import atexit
import shutil
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp

import pytest

from app import migrations
from tests.world.archived import Service, filled


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "CHASQUI_DATA", "CHASQUI_KEYS", "CHASQUI_PASSPHRASE"):
        monkeypatch.delenv(name, raising=False)


@cache
def _empty() -> Path:
    folder = Path(mkdtemp(prefix="chasqui-empty-"))
    atexit.register(partial(shutil.rmtree, folder, ignore_errors=True))
    migrations.upgrade(f"sqlite:///{folder / 'empty.db'}")
    return folder / "empty.db"


@pytest.fixture(autouse=True)
def tables_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """To make them takes longer than all else; tests/cluster/test_backup_faults.py makes them each time."""
    newest, made = migrations.versions()[0], migrations.upgrade
    _empty()

    def upgrade(database: str, version: str = "head") -> None:
        file = Path(database.removeprefix("sqlite:///"))
        if version in ("head", newest) and database.startswith("sqlite") and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(_empty(), file)
        else:
            made(database, version)

    monkeypatch.setattr(migrations, "upgrade", upgrade)


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
