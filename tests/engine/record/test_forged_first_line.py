"""First lines that cannot be right, in records whose hashes all fit."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.verify import verify
from tests.engine.record.recorded import (
    INCAN_GOLD,
    NO_TIMES,
    RECORDS,
    TIKAL,
    Line,
    each_incan_gold,
    each_record,
    first_problem,
    forged,
    lines,
    written,
)

HEX = "0123456789abcdef" * 4
# What is put in place of a value of the first line, and what must be said of it.
WRONG: dict[tuple[str, str], list[Any]] = {
    ("chasqui", "format is not one of those"): [0, 3, "1", True, None, [1], 10**4000],
    ("commitment", "commitment is not 64"): ["", HEX[1:], HEX.upper(), HEX + "0", HEX + "\n", 7, None],
    ("game", "is not known here; known are tikal, incan-gold"): ["go", "", "Tikal", 1, None, {}, ["tikal"]],
    ("rules", "of the rules of"): [0, 99, "1", True, None, -1],
    ("options", "options are not an object"): [None, [], "auction", True],
    ("options", "has no option"): [{"gold": True}, {"": 1}],
    ("seats", "names of 1 to 40"): [None, [], {}, "Ana", [1, 2, 3], [["Ana"]]],
    ("salts", "texts of 1 to 64"): [None, [], {}, "salt", [1, 2, 3], [None]],
}
NAMES = ["", "x" * 41, "a\nb", "\0", "\x1b[31m", "\x7f", "\x9f", None, 7, True, ["Ana"]]
SALTS = ["", "x" * 65, "a\nb", "\0", "\x7f", "\x85", "a\u2028", "\u2029", None, 7, True, ["s"]]


def put(key: str, value: Any) -> Callable[[list[Line]], None]:
    return lambda parsed: parsed[0].update({key: value})


@pytest.mark.parametrize("name", [RECORDS[0], RECORDS[-1]])
@pytest.mark.parametrize(("key", "said"), WRONG)
def test_a_value_that_cannot_be_right_is_named(name: str, key: str, said: str) -> None:
    for value in WRONG[key, said]:
        line, problem = first_problem(forged(name, put(key, value)))

        assert line == 1
        assert said in problem


@each_record
@pytest.mark.parametrize(
    "key", ["chasqui", "commitment", "game", "options", "rules", "salts", "seats", "started"]
)
def test_a_key_that_is_missing_is_named(name: str, key: str) -> None:
    line, problem = first_problem(forged(name, lambda parsed: parsed[0].pop(key)))

    assert line == 1
    assert f"lacks {key}" in problem


@pytest.mark.parametrize("key", ["", "by", "Game", "server_seed", "ended", "step", "ł"])
def test_a_key_too_many_is_named(key: str) -> None:
    line, problem = first_problem(forged(RECORDS[0], put(key, 1)))

    assert line == 1
    assert f"unknown key {key!r}" in problem


@each_record
def test_a_line_without_its_hash_is_named(name: str) -> None:
    bare = {key: value for key, value in lines(name)[0].items() if key != "hash"}
    rest = "".join(written(line) + "\n" for line in lines(name)[1:])

    assert first_problem((written(bare) + "\n" + rest).encode()) == (
        1,
        "has no hash of 64 lower-case hex digits",
    )


@pytest.mark.parametrize("time", NO_TIMES)
def test_a_start_that_is_no_time_is_named(time: Any) -> None:
    line, problem = first_problem(forged(RECORDS[0], put("started", time)))

    assert line == 1
    assert "started is not a time" in problem


@pytest.mark.parametrize("time", ["2028-02-29T00:00:00Z", "2000-02-29T23:59:59Z", "2026-12-31T10:00:00Z"])
def test_a_start_on_any_day_of_the_calendar_is_right(time: str) -> None:
    assert verify(forged(RECORDS[0], put("started", time))).status == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_does_not_fit_is_refused(name: Any) -> None:
    line, problem = first_problem(forged(RECORDS[0], lambda parsed: parsed[0]["seats"].__setitem__(1, name)))

    assert line == 1
    assert "the seats are not names" in problem


@pytest.mark.parametrize("salt", SALTS)
def test_a_salt_that_does_not_fit_is_refused(salt: Any) -> None:
    line, problem = first_problem(forged(RECORDS[0], lambda parsed: parsed[0]["salts"].__setitem__(1, salt)))

    assert line == 1
    assert "the salts are not texts" in problem


@each_record
def test_names_do_not_matter_as_long_as_they_fit(name: str) -> None:
    seats = ["x" * 40 for _ in lines(name)[0]["seats"]]

    assert verify(forged(name, put("seats", seats))).status == 0


@each_record
def test_there_is_one_salt_for_each_seat(name: str) -> None:
    line, problem = first_problem(forged(name, lambda parsed: parsed[0]["salts"].append("one more")))

    assert (line, problem) == (1, "there is not one salt for each seat")


@each_record
@pytest.mark.parametrize("seats", [1, 9])
def test_a_number_of_seats_the_game_does_not_have_is_refused(name: str, seats: int) -> None:
    def change(parsed: list[Line]) -> None:
        parsed[0].update(seats=["x"] * seats, salts=["s"] * seats)

    line, problem = first_problem(forged(name, change))

    assert line == 1
    assert f"seats, not {seats}" in problem


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *[(name, {"artifacts": True}) for name in INCAN_GOLD],
        *[(name, {"auction": False}) for name in TIKAL],
        *[(name, {"auction": True, "camp_needs_member": False}) for name in TIKAL],
    ],
)
def test_an_option_that_is_the_default_is_not_written(name: str, options: dict[str, bool]) -> None:
    line, problem = first_problem(forged(name, put("options", options)))

    assert line == 1
    assert "is the default, which is not written" in problem


@pytest.mark.parametrize("value", [0, 1, None, "false", [], {}])
def test_an_option_that_is_neither_true_nor_false_is_refused(value: Any) -> None:
    line, problem = first_problem(forged(INCAN_GOLD[0], put("options", {"artifacts": value})))

    assert line == 1
    assert "is true or false" in problem


@each_incan_gold
def test_a_salt_that_was_not_the_one_leads_to_another_match(name: str) -> None:
    assert first_problem(forged(name, lambda parsed: parsed[0]["salts"].__setitem__(0, "other")))[0] > 1


def test_the_first_line_of_another_game_is_no_opening_for_these_orders() -> None:
    change = put("game", "incan-gold")

    assert first_problem(forged("tikal-0001", change))[0] == 2
