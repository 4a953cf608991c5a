"""A world of its own for every test, which is visited."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.world import World
from tests.world.visitor import Evening, Visitor, local_world, signed_in


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = local_world(tmp_path)
    yield made
    made.close()


@pytest.fixture
def ana(world: World) -> Visitor:
    return signed_in(world, "ana@example.org")


@pytest.fixture
def bo(world: World) -> Visitor:
    return signed_in(world, "bo@example.org")


@pytest.fixture
def evening(world: World) -> Evening:
    return Evening.begun(world)
