"""The clock of this machine beside those of others."""

from datetime import UTC, datetime, timedelta

import pytest

from app.doctor import machine
from app.doctor.visit import Clock
from tests.world.doctored import visit

BEFORE = datetime(2026, 11, 19, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ahead", "grade"),
    [(0, "right"), (-0.9, "right"), (4, "right"), (10, "warning"), (-10, "warning"), (60, "wrong")],
)
def test_a_clock_that_differs_is_told_with_what_to_type(ahead: float, grade: str) -> None:
    """`ahead`: of theirs, in seconds."""
    at = visit("127.0.0.1")
    said = BEFORE + timedelta(seconds=ahead)
    at.clocks.append(Clock("the mail server", said, BEFORE, BEFORE + timedelta(seconds=0.2)))

    found = [each for each in machine.look_at_clock(at) if "Nothing keeps" not in each.words]

    assert [each.grade for each in found] == [grade]


def test_without_any_other_clock_nothing_is_said_about_it() -> None:
    assert "right" not in [each.grade for each in machine.look_at_clock(visit("127.0.0.1"))]
