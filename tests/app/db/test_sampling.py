"""Rows of a while are counted: few of them one by one, many by some of them."""

from datetime import timedelta

import pytest
from sqlmodel import Session, col

from app.clock import now
from app.db import sampling
from app.models import Fault
from tests.world import World

HOURS = 200


@pytest.fixture
def hourly(world_on_each: World) -> World:
    """An error each hour, every second one of "web"."""

    def write(session: Session) -> None:
        for hour in range(HOURS):
            at = now() - timedelta(hours=HOURS - hour - 0.5)
            session.add(Fault(at=at, place="", name=("web", "worker")[hour % 2], text=""))
            session.flush()

    world_on_each.house.db.write(write)
    return world_on_each


def counted(world: World, hours: int) -> int:
    with world.house.db.reading() as session:
        span = sampling.span_since(session, Fault, "at", now() - timedelta(hours=hours))
        return sampling.count_in(session, Fault, span, col(Fault.name) == "web")


@pytest.mark.parametrize("hours", [0, 1, 2, 77, HOURS, 5 * HOURS])
def test_few_rows_are_counted_one_by_one(hourly: World, hours: int) -> None:
    assert counted(hourly, hours) == min(hours, HOURS) // 2


def test_of_many_rows_some_tell_how_many_there_are(hourly: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "SAMPLE", 45)

    assert 40 <= counted(hourly, 101) <= 60


def test_a_table_without_rows_has_none(world: World) -> None:
    assert counted(world, 10) == 0


@pytest.mark.parametrize(("count", "told"), [(0, 0), (7, 7), (99, 99), (874_213, 870_000)])
def test_what_is_estimated_is_told_in_two_digits(count: int, told: int) -> None:
    assert sampling.two_digits(count) == told
