"""Whole services in pieces of their own: database, broker, mail server and programs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app import migrations
from app.house import House, open_house
from app.settings import read
from app.wake_worker import waker
from tests.app.post.sink import Sink, listening
from tests.cluster.programs import Programs
from tests.servers import free_port


@pytest.fixture
def sink() -> Iterator[Sink]:
    with listening(Sink()) as sink:
        yield sink


@pytest.fixture
def environment(redis_url: str, database_url: str, sink: Sink, tmp_path: Path) -> dict[str, str]:
    return {
        "REDIS_URL": redis_url,
        "DATABASE_URL": database_url,
        "CHASQUI_DATA": str(tmp_path / "data"),
        "CHASQUI_KEYS": "all programs of one service have the same keys",
        "CHASQUI_SMTP_URL": sink.url,
        "CHASQUI_SWEEP_SECONDS": "1",
        "CHASQUI_URL": f"http://127.0.0.1:{free_port()}",
    }


@pytest.fixture
def house(environment: dict[str, str]) -> Iterator[House]:
    """The tests' own door to the database, beside those of the programs."""
    settings = read(environment)
    migrations.upgrade(settings.database)
    house = open_house(settings, waker(settings, quiet=0.5))
    yield house
    house.db.close()


@pytest.fixture
def programs(house: House, environment: dict[str, str], tmp_path: Path) -> Iterator[Programs]:
    programs = Programs(environment, tmp_path)
    yield programs
    programs.stop()
