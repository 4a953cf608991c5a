"""The letter of the week is written once, however many workers would write it at once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from app.models import Player
from app.services.upkeep import operators
from tests.world import World

MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


def looked_after(world: World) -> World:
    settings = replace(world.house.settings, operators=("ana@example.org", "host@example.org"))
    world.house = replace(world.house, settings=settings)
    world.friend("Ana")
    return world


def test_six_workers_at_once_write_one_to_each(world: World) -> None:
    house = looked_after(world).house
    put = partial(operators.put_weekly, house=house, at=MONDAY)

    with ThreadPoolExecutor(6) as workers:
        [*workers.map(lambda _: house.write(put), range(6))]

    assert sorted(letter.to for letter in world.letters("weekly")) == ["", "host@example.org"]


def test_it_waits_for_monday_morning(world_on_sqlite: World) -> None:
    world = looked_after(world_on_sqlite)

    world.house.write(partial(operators.put_weekly, house=world.house, at=MONDAY.replace(hour=7)))

    assert world.letters("weekly") == []


def test_who_looks_after_the_service_is_known_by_the_address(world_on_sqlite: World) -> None:
    settings = looked_after(world_on_sqlite).house.settings

    assert operators.is_operator(settings, Player(email="Ana@example.org"))
    assert not operators.is_operator(settings, Player(email="bo@example.org"))
    assert not operators.is_operator(settings, Player(email=None))
    assert not operators.is_operator(replace(settings, operators=()), Player(email="ana@example.org"))
