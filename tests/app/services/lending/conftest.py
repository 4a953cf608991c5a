"""What a loan does to rows is tested on both databases; the rest on one, for it asks them nothing else."""

import pytest

from tests.world import World
from tests.world.lending import Lending

TWO_DAYS = 2 * 24 * 3600


@pytest.fixture
def world(world_on_sqlite: World, undrawn: None) -> World:
    return world_on_sqlite


@pytest.fixture
def lending(world: World) -> Lending:
    """Ana, Bo and Cy are in the temple, and asked all at once."""
    return Lending(world.match("incan-gold", 3, ask_seconds=TWO_DAYS))
