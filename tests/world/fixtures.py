"""What a test may ask for. Each test has a world of its own, with friends in it or without."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app import migrations
from app.house import House, open_house
from app.settings import read_settings
from app.wake_worker import make_waker
from tests.servers import free_port
from tests.world import Friends, World
from tests.world.mail_server import Sink, listening
from tests.world.programs import Programs


@pytest.fixture
def world_on_sqlite(tmp_path: Path) -> Iterator[World]:
    made = World.new(tmp_path)
    yield made
    made.close()


@pytest.fixture
def world_on_each(tmp_path: Path, database_url: str) -> Iterator[World]:
    """On SQLite and on PostgreSQL: for what their transactions decide."""
    made = World.new(tmp_path, database_url)
    yield made
    made.close()


@pytest.fixture
def world_by_run(tmp_path: Path, database_url_by_run: str) -> Iterator[World]:
    made = World.new(tmp_path, database_url_by_run)
    yield made
    made.close()


@pytest.fixture
def world(world_on_sqlite: World) -> World:
    """Without a mail server: letters are kept."""
    return world_on_sqlite


@pytest.fixture
def house(world: World) -> House:
    return world.house


@pytest.fixture
def sink() -> Iterator[Sink]:
    with listening(Sink()) as made:
        yield made


@pytest.fixture
def mailing(tmp_path: Path, sink: Sink) -> Iterator[World]:
    """With a mail server."""
    made = World.new(tmp_path, smtp=sink.url)
    yield made
    made.close()


@pytest.fixture
def mailing_on_each(tmp_path: Path, sink: Sink, database_url: str) -> Iterator[World]:
    made = World.new(tmp_path, database_url, sink.url)
    yield made
    made.close()


@pytest.fixture
def friends(world: World) -> Friends:
    """Four who have accepted their invitations to Incan Gold."""
    return world.invite().sit()


@pytest.fixture
def posting(mailing: World) -> Friends:
    """Friends whose letters go out by a mail server."""
    return mailing.invite().sit()


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture takes longer than all the rest of a letter; other tests look at it."""
    monkeypatch.setattr("tests.world.world.picture_of", lambda svg: None)


# --- With programs of their own, beside the test ---


@pytest.fixture
def environment(redis_url: str, empty_database_url: str, sink: Sink, tmp_path: Path) -> dict[str, str]:
    return {
        "REDIS_URL": redis_url,
        "DATABASE_URL": empty_database_url,
        "CHASQUI_DATA": str(tmp_path / "data"),
        "CHASQUI_KEYS": "all programs of one service have the same keys",
        "CHASQUI_SMTP_URL": sink.url,
        "CHASQUI_SWEEP_SECONDS": "1",
        "CHASQUI_URL": f"http://127.0.0.1:{free_port()}",
    }


@pytest.fixture
def shared_world(environment: dict[str, str]) -> Iterator[World]:
    """The test's own door to the database that programs work with too; who calls the worker calls theirs."""
    settings = read_settings(environment)
    migrations.upgrade(settings.database)
    made = World(open_house(settings, make_waker(settings, quiet=0.5)))
    yield made
    made.close()


@pytest.fixture
def programs(shared_world: World, environment: dict[str, str], tmp_path: Path) -> Iterator[Programs]:
    made = Programs(environment, tmp_path)
    yield made
    made.stop()
