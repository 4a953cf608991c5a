"""The book of a match in which friends went back, and seats changed hands."""

import re
from pathlib import Path

import pytest

from app.services.books.report import Report
from app.services.books.story import Entry
from engine.verify import verify
from engine.way import names_after
from tests.app.services.books.printing import RECORDS, report
from tests.engine.record.friends import FRIENDS, lines

each_of_friends = pytest.mark.parametrize("name", FRIENDS)


def book(name: str) -> Report:
    record = Path(RECORDS / "friends" / f"{name}.jsonl").read_text()
    return report(record, names=tuple(names_after(verify(record.encode()).lines)))


def entries(made: Report) -> list[Entry]:
    return [entry for chapter in made.facts()["chapters"] for entry in chapter.entries]


@each_of_friends
def test_what_was_taken_back_is_told_as_an_anecdote_and_nowhere_else(name: str) -> None:
    parsed, told = lines(name), entries(book(name))
    agreed = [entry for entry in told if entry.agreed]

    steps = [step for entry in told for step in (entry.first, entry.last)]
    assert steps == sorted(steps)
    assert any(entry.void for entry in agreed)
    assert all("back" in parsed[entry.first] or "seat" in parsed[entry.first] for entry in agreed)


@each_of_friends
def test_the_story_names_those_who_played_then(name: str) -> None:
    parsed, made = lines(name), book(name)
    step = next(line["step"] for line in parsed if "seat" in line)
    number = parsed[step]["seat"]["number"]

    assert made.names_at(step - 1)[number - 1] == parsed[0]["seats"][number - 1]
    assert made.names_at(step)[number - 1] == parsed[step]["seat"]["name"]
    assert made.hands()[0] == {"seat": number, "name": parsed[0]["seats"][number - 1], "until": step - 1}
    assert len([entry for entry in entries(made) if "now plays in place of" in "".join(entry.sentences)]) > 1


@each_of_friends
def test_the_log_has_every_line_and_marks_what_was_taken_back(name: str) -> None:
    log, text = book(name).log(), book(name).log_text()

    assert [line["step"] for line in log] == list(range(1, len(lines(name)) - 1))
    assert all(bool(line["orders"]) != bool(line["agreed"]) for line in log)
    gone = [line["step"] for line in log if line["taken_back"]]
    assert gone
    assert {int(step) for step in re.findall(r"^ *(\d+)x ", text, re.MULTILINE)} == set(gone)


@each_of_friends
def test_the_winner_is_the_one_who_had_the_seat_last(name: str) -> None:
    parsed, made = lines(name), book(name)

    winners = [row["name"] for row in made.standing() if row["won"]]

    assert winners == [names_after(parsed)[seat - 1] for seat in parsed[-1]["result"]["winners"]]


@each_of_friends
def test_every_picture_of_such_a_book_is_drawn(name: str) -> None:
    made = book(name)

    for picture in made.pictures(made.facts())[::4]:
        assert made.picture(picture).startswith("<svg")


@each_of_friends
def test_only_people_who_gave_orders_were_thinking(name: str) -> None:
    parsed = lines(name)
    steps = [line for line in parsed[1:-1] if set(line.get("orders", ())) - set(line.get("by", ()))]

    assert sum(row.answers for row in book(name).facts()["thinking"]) == len(steps)
