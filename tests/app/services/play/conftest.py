"""Orders and clocks are tested on both databases in every run: here their transactions decide."""

import pytest

from tests.world import World


@pytest.fixture
def world(world_on_each: World, undrawn: None) -> World:
    return world_on_each
