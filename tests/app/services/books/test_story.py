"""The story says who gave orders in the place of a player; of a sealed step, in whose."""

import re

import pytest

from app.services.books.report import Report
from app.services.books.story import Entry
from tests.app.services.books.printing import RECORDS, recorded, report


def by_of(made: Report) -> list[dict[str, set[int]]]:
    entries: list[Entry] = [entry for chapter in made.facts()["chapters"] for entry in chapter.entries]
    return [entry.by for entry in entries if entry.by]


def test_of_a_sealed_step_only_those_are_named_who_did_not_answer_themselves() -> None:
    record = (RECORDS / "friends" / "incan-gold-0001.jsonl").read_text()

    assert by_of(report(record))[0] == {"friend": {3}}


@pytest.mark.parametrize("name", ["incan-gold-0001", "tikal-0005"])
def test_a_chapter_begins_with_the_points_that_its_first_sentence_tells(name: str) -> None:
    told = 0
    for chapter in report(recorded(name)).facts()["chapters"]:
        first, second = chapter.places[:2]
        if apart := re.search(r"(\d+) (more )?points? (behind|for that|between)", chapter.stakes[0]):
            assert first.points - second.points == int(apart[1]), chapter.title
            told += 1

    assert told >= 3


def test_a_round_of_incan_gold_begins_with_what_the_one_before_has_brought() -> None:
    second = report(recorded("incan-gold-0001")).facts()["chapters"][1]

    assert [(place.seat, place.points) for place in second.places] == [(2, 8), (3, 6), (1, 3), (4, 3)]


@pytest.mark.parametrize("name", ["tikal-0000"])
def test_of_a_step_of_one_seat_the_seat_is_named_anyway(name: str) -> None:
    told = by_of(report(recorded(name)))

    assert told
    assert all(seats == set() for by in told for seats in by.values())
