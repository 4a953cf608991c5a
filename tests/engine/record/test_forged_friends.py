"""Lines of format 2 that cannot be right, in records whose hashes all fit."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.verify import verify
from tests.engine.record.friends import FRIENDS, lines, number_of, said_of
from tests.engine.record.recorded import Line, chained, first_problem

NO_NUMBERS: list[Any] = [True, False, "1", None, [], {}, -1, 10**30, [1]]

each_of_friends = pytest.mark.parametrize("name", FRIENDS)


def put(key: str, value: Any) -> Callable[[Line], None]:
    return lambda line: line.update({key: value})


def seat(**values: Any) -> Callable[[Line], None]:
    return lambda line: line["seat"].update(values)


@each_of_friends
@pytest.mark.parametrize("back", NO_NUMBERS)
def test_what_is_no_number_of_a_step_cannot_be_gone_back_to(name: str, back: Any) -> None:
    assert "should go back to a step from 0 to" in said_of(name, "back", put("back", back))


@each_of_friends
@pytest.mark.parametrize("less", [0, 1, -1, -100])
def test_going_back_takes_something_back(name: str, less: int) -> None:
    number = number_of(lines(name), "back")

    said = said_of(name, "back", put("back", number - less))

    assert f"goes back to {number - less}, and should go back to a step from 0 to {number - 2}" in said


def test_there_is_nothing_to_take_back_before_the_first_step() -> None:
    parsed = lines(FRIENDS[0])
    parsed[1:] = [{"agreed": [1], "at": parsed[1]["at"], "back": 0, "step": 1}]

    assert first_problem(chained(parsed)) == (
        2,
        "goes back, but there is nothing to take back since the match began",
    )


@each_of_friends
@pytest.mark.parametrize(
    "agreed",
    [[], [2, 1], [1, 1], [0], [9], [1, 9], [True], ["1"], [None], [[1]], {}, {"1": 1}, None, 1, "1", True],
)
def test_agreed_are_ascending_seats_of_the_match(name: str, agreed: Any) -> None:
    assert "should be ascending numbers of seats from 1 to" in said_of(name, "back", put("agreed", agreed))


@each_of_friends
@pytest.mark.parametrize("key", ["agreed", "at", "step"])
def test_a_line_that_goes_back_has_all_its_keys(name: str, key: str) -> None:
    assert f"lacks {key}" in said_of(name, "back", lambda line: line.pop(key))


@each_of_friends
@pytest.mark.parametrize(
    ("kind", "key"), [("back", "by"), ("back", "note"), ("seat", "agreed"), ("seat", "by"), ("seat", "x")]
)
def test_a_line_has_no_key_of_another_kind(name: str, kind: str, key: str) -> None:
    assert f"has the unknown key '{key}'" in said_of(name, kind, put(key, [1]))


@each_of_friends
@pytest.mark.parametrize(("kind", "other"), [("back", "orders"), ("seat", "back"), ("back", "rules")])
def test_a_line_is_of_one_kind(name: str, kind: str, other: str) -> None:
    assert "of which a step has just one" in said_of(name, kind, put(other, {}))


@each_of_friends
def test_a_line_of_no_kind_is_no_step(name: str) -> None:
    assert "lacks orders or back or seat or rules" in said_of(name, "seat", lambda line: line.pop("seat"))


@each_of_friends
@pytest.mark.parametrize("value", [None, 1, "Ida", [], {}, {"name": "Zoe"}, {"number": 1}, [1, "Zoe"]])
def test_a_seat_is_a_name_and_a_number(name: str, value: Any) -> None:
    assert "with just a name and a number" in said_of(name, "seat", put("seat", value))


@each_of_friends
@pytest.mark.parametrize("number", [*NO_NUMBERS, 0, 9])
def test_the_seat_is_one_of_the_match(name: str, number: Any) -> None:
    assert "this match has seats 1 to" in said_of(name, "seat", seat(number=number))


@each_of_friends
@pytest.mark.parametrize("new", ["", "x" * 41, "a\nb", "\0", "\x7f", "\x85", "🎲" * 41, None, 7, True, ["Z"]])
def test_the_new_name_is_a_name(name: str, new: Any) -> None:
    assert "1 to 40 characters without controls" in said_of(name, "seat", seat(name=new))


@each_of_friends
def test_the_new_name_is_another_one(name: str) -> None:
    parsed = lines(name)
    number = parsed[number_of(parsed, "seat")]["seat"]["number"]

    assert "has the name" in said_of(name, "seat", seat(name=parsed[0]["seats"][number - 1]))


@pytest.mark.parametrize("new", ["🎲" * 40, "ana", "Ana ", "A\u0301na", "\u00c1na", "\u202eAna", "\u2028"])
def test_names_are_compared_by_code_points(new: str) -> None:
    parsed = lines(FRIENDS[0])
    parsed[1:] = [{"at": parsed[1]["at"], "seat": {"name": new, "number": 1}, "step": 1}]

    assert verify(chained(parsed)).status == 2


@each_of_friends
@pytest.mark.parametrize("rules", [*NO_NUMBERS, 0, 1, 99])
def test_rules_that_are_not_known_or_not_newer_are_refused(name: str, rules: Any) -> None:
    def change(line: Line) -> None:
        line.pop("back")
        line["rules"] = rules

    assert "of the rules cannot follow; in force is version 1" in said_of(name, "back", change)


@each_of_friends
@pytest.mark.parametrize("kind", ["back", "seat"])
def test_nothing_but_the_last_line_follows_the_end(name: str, kind: str) -> None:
    parsed = lines(name)
    line = dict(parsed[number_of(parsed, kind)], step=len(parsed) - 1)
    if kind == "seat":
        line["seat"] = {"name": "Somebody else", "number": 1}

    number, said = first_problem(chained([*parsed[:-1], line, parsed[-1]]))

    assert number == len(parsed)
    assert "comes after the end" in said


@each_of_friends
@pytest.mark.parametrize("by", [{"1": "Friend"}, {"1": ["friend"]}, {"9": "friend"}, [], {}, "friend", None])
def test_who_gave_orders_is_one_of_the_known(name: str, by: Any) -> None:
    assert "by " in said_of(name, "by", put("by", by))


def test_a_friend_gives_orders_only_for_a_seat_that_has_some() -> None:
    parsed = lines(FRIENDS[-1])
    line = next(line for line in parsed[1:] if "orders" in line and len(line["orders"]) == 1)
    other = next(n for n in ("1", "2") if n not in line["orders"])
    line["by"] = {other: "friend"}

    assert first_problem(chained(parsed)) == (
        line["step"] + 1,
        "by names a seat that has no orders in this step",
    )
