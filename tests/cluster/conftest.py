"""Whole services in pieces of their own: database, broker, mail server and programs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.disks import Forgetful
from tests.world import World


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Forgetful]:
    disk = Forgetful(tmp_path / "disk")
    yield disk
    disk.end()
