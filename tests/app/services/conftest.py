"""Services are tested on SQLite, and in the long run by the same tests on PostgreSQL."""

import pytest

from tests.world import World
from tests.world.mailer import Mailer


@pytest.fixture
def world(world_by_run: World, undrawn: None) -> World:
    return world_by_run


@pytest.fixture
def incan(world: World) -> Mailer:
    """Ana, Bo and Cy are in the temple, and asked all at once."""
    return Mailer(world.match("incan-gold", 3, bank_seconds=3600))


@pytest.fixture
def tikal(world: World) -> Mailer:
    """Ana is to place a tile; Bo waits."""
    return Mailer(world.match("tikal", 2))
