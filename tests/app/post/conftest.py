"""A house of its own for every test, and a mail server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.house import House
from tests.app.post.friends import Friends, make_house
from tests.app.post.sink import Sink, listening


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Without a mail server: letters are kept."""
    made = make_house(tmp_path)
    yield made
    made.db.close()


@pytest.fixture
def sink() -> Iterator[Sink]:
    with listening(Sink()) as made:
        yield made


@pytest.fixture
def mailing(tmp_path: Path, sink: Sink) -> Iterator[House]:
    made = make_house(tmp_path, smtp_url=sink.url, sender="Chasqui <game@play.example>")
    yield made
    made.db.close()


@pytest.fixture
def mailing_on_each(tmp_path: Path, sink: Sink, database_url: str) -> Iterator[House]:
    """On SQLite and on PostgreSQL: for what their transactions decide."""
    made = make_house(tmp_path, smtp_url=sink.url, database_url=database_url)
    yield made
    made.db.close()


@pytest.fixture
def friends(house: House) -> Friends:
    return Friends.meet(house).sit()


@pytest.fixture
def posting(mailing: House) -> Friends:
    """Friends whose letters go out by a mail server."""
    return Friends.meet(mailing).sit()
