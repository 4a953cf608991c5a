"""Whole services in pieces of their own: database, broker, mail server and programs."""

import pytest

from tests.world import World


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world
