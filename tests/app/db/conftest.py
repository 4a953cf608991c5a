"""What the database does is tested on SQLite and on PostgreSQL."""

import pytest

from tests.world import World


@pytest.fixture
def world(world_on_each: World) -> World:
    return world_on_each
