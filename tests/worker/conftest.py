"""A real worker and a real beat, with a real broker, database and mail server."""

import pytest

from tests.world import World


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world
