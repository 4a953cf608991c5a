"""Turning points, found in the record."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from app.i18n.render import Reader
from app.services.books.turning_points import MOST, turning_points
from engine.canonical import canonical, chain_hash
from engine.chronicle import TurningPoint
from engine.tikal.turning import changes
from tests.app.services.books.printing import recorded, report

RECORDED = [f"{game}-{number:04}" for game in ("tikal", "incan-gold") for number in (1, 3, 5, 7)]


def points_of(name: str) -> Iterator[TurningPoint]:
    return iter(report(recorded(name)).chronicle.turning_points())


@pytest.mark.parametrize("name", RECORDED)
def test_each_is_a_step_of_the_record_and_told_in_a_sentence(name: str) -> None:
    made = report(recorded(name))

    points = made.chronicle.turning_points()

    assert points
    assert all(0 <= point.board <= point.step < len(made.moments) for point in points)
    assert all(point.text.endswith(".") and "{" not in point.title + point.text for point in points)


def test_the_greatest_loss_is_the_greatest() -> None:
    made = report(recorded("incan-gold-0003")).chronicle
    lost = [(points, each.step) for each in made.of_kind("fled") for points in each.event["lost"].values()]

    told = next(point for point in made.turning_points() if point.title == "The greatest loss")

    assert told.step == max(lost)[1]
    assert f"holds {max(lost)[0]} points" in told.text


def test_the_path_of_a_bust_is_still_on_its_board() -> None:
    made = report(recorded("incan-gold-0003")).chronicle

    told = next(point for point in made.turning_points() if point.title == "The greatest loss")

    assert told.board == told.step - 1
    assert made.moments[told.board].state.path


def test_the_boldest_bid_was_never_topped() -> None:
    made = report(recorded("tikal-0003")).chronicle
    paid = max(each.event["points"] for each in made.of_kind("won"))

    told = next(point for point in made.turning_points() if point.title == "The boldest bid")

    assert f"pays {paid} points" in told.text


def test_a_temple_that_is_nobodys_for_a_while_has_not_changed_hands() -> None:
    assert changes([0, 1, 1, 0, 1, 2, 0, 2, 1]) == [(1, 1), (5, 2), (8, 1)]


def later(record: str, step: int, days: int) -> str:
    """The same record, in which a step and all behind it came some days later."""
    lines, head = [json.loads(line) for line in record.splitlines()], ""
    for line in lines:
        for key in ("at", "ended"):
            if key in line and line.get("step", step) >= step:
                line[key] = f"{datetime.fromisoformat(line[key]) + timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"
        line.pop("hash")
        head = line["hash"] = chain_hash(line, head)
    return "".join(canonical(line) + "\n" for line in lines)


def test_the_longest_pause_is_told_with_the_board_that_stood_so_long() -> None:
    made = report(later(recorded("tikal-0000"), 9, days=30))

    points = [point for moment in turning_points(made.chronicle, Reader()) for point in moment.told]

    pause = next(point for point in points if point.title == "The longest pause")
    assert (pause.step, pause.board) == (9, 8)
    assert "30 days" in pause.text


def test_days_that_went_by_are_told_in_the_story() -> None:
    facts = report(later(recorded("tikal-0000"), 9, days=30)).facts()

    days = [entry.days for chapter in facts["chapters"] for entry in chapter.entries if entry.days]

    assert days == [30]


@pytest.mark.parametrize("name", RECORDED)
def test_there_are_not_too_many_and_in_the_order_of_the_match(name: str) -> None:
    told = turning_points(report(recorded(name)).chronicle, Reader())

    assert 1 <= len(told) <= MOST
    assert [moment.step for moment in told] == sorted(moment.step for moment in told)
    assert len({moment.board for moment in told}) == len(told)
