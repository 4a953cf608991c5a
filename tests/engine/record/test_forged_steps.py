"""Steps that cannot be right, in records whose hashes all fit."""

from collections.abc import Callable

import pytest

from tests.engine.record.recorded import (
    Line,
    each_incan_gold,
    each_record,
    each_tikal,
    first_problem,
    forged,
    lines,
    refused,
)

FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("a"), ord("z") + 1)}


def orders_to(change: Callable[[str], str]) -> Callable[[Line], None]:
    """Changes the orders of the first seat of a step."""

    def apply(line: Line) -> None:
        seat = min(line["orders"])
        line["orders"][seat] = change(line["orders"][seat])

    return apply


def starting_with(name: str, action: str) -> int:
    """The index of a step in which this is said."""
    found = [n for n, line in enumerate(lines(name)) if action in str(line.get("orders"))]
    return found[len(found) // 2]


def spends_the_last_ap(name: str, index: int) -> bool:
    """A step of AP actions without an end, after which somebody else is to move."""
    step, following = lines(name)[index : index + 2] if 0 < index < len(lines(name)) - 2 else ({}, {})
    (seat, text), *_ = step.get("orders", {"": "end"}).items()
    return "enter" in text and not text.endswith("end") and seat not in following["orders"]


@each_record
@pytest.mark.parametrize("text", ["hello", "", "  ", "\0", "🎲", "x" * 20_001, "torch camp", "tile tile"])
def test_orders_that_cannot_be_read_are_refused(name: str, text: str) -> None:
    refused(name, orders_to(lambda _: text), "")


@each_record
@pytest.mark.parametrize("form", ["{0} ", " {0}", "{0};", "{0}\n", "; {0}", "{0}."])
def test_orders_with_something_around_them_are_refused(name: str, form: str) -> None:
    refused(name, orders_to(form.format), "should be")


@each_record
@pytest.mark.parametrize("change", [str.upper, str.title, lambda text: text.translate(FULL_WIDTH)])
def test_orders_that_are_not_written_canonically_are_refused(name: str, change: Callable[[str], str]) -> None:
    refused(name, orders_to(change), "should be")


@each_tikal
def test_a_number_with_a_zero_in_front_is_refused(name: str) -> None:
    index = starting_with(name, "enter 2 a5")

    change = orders_to(lambda text: text.replace("enter 2 a5", "enter 02 a5", 1))

    line, problem = first_problem(forged(name, lambda parsed: change(parsed[index])))
    assert line == index + 1
    assert "should be" in problem


@each_tikal
@pytest.mark.parametrize("said", ["times", "x1", "a5 a5 r7"])
def test_words_that_do_not_belong_into_orders_are_refused(name: str, said: str) -> None:
    refused(name, orders_to(lambda text: f"{text} {said}"), "")


@each_tikal
def test_an_end_more_than_needed_is_refused(name: str) -> None:
    refused(name, orders_to(lambda text: text + "; end; end"), "end")


@each_tikal
def test_an_end_after_the_last_ap_is_not_canonical(name: str) -> None:
    index = next(n for n, line in enumerate(lines(name)) if spends_the_last_ap(name, n))

    line, problem = first_problem(
        forged(name, lambda parsed: orders_to(lambda text: text + "; end")(parsed[index]))
    )

    assert line == index + 1
    assert "should be" in problem


@each_tikal
@pytest.mark.parametrize("action", ["dig h5", "enter 9 a5", "bid 999", "pick G4", "move 1 a1 h5", "guard h5"])
def test_orders_that_the_rules_do_not_allow_are_refused(name: str, action: str) -> None:
    refused(name, orders_to(lambda _: action), "")


@each_tikal
def test_orders_that_are_illegal_only_at_their_end_are_refused(name: str) -> None:
    index = starting_with(name, "enter")

    change = orders_to(lambda text: text.removesuffix("; end") + "; dig h5")

    assert first_problem(forged(name, lambda parsed: change(parsed[index])))[0] == index + 1


@each_tikal
def test_orders_that_are_illegal_only_after_a_wafer_was_turned_up_are_refused_with_the_reason(
    name: str,
) -> None:
    index = starting_with(name, "take")

    change = orders_to(lambda text: text[: text.index("take") + len("take a1")] + "; dig h5")

    line, problem = first_problem(forged(name, lambda parsed: change(parsed[index])))
    assert line == index + 1
    assert "“dig h5”" in problem


@each_tikal
def test_orders_of_a_seat_that_is_not_asked_are_refused(name: str) -> None:
    def others(line: Line) -> None:
        (seat,) = line["orders"]
        line["orders"] = {"1" if seat == "2" else "2": line["orders"][seat]}
        line.pop("by", None)

    refused(name, others, "turn now, not Seat")


@each_tikal
def test_orders_of_two_seats_at_once_are_refused(name: str) -> None:
    def both(line: Line) -> None:
        (seat,) = line["orders"]
        line["orders"] |= {"1" if seat == "2" else "2": "pass"}

    refused(name, both, "turn now, not Seat")


@each_incan_gold
def test_orders_missing_for_a_seat_inside_are_refused(name: str) -> None:
    def one_less(line: Line) -> None:
        if len(line["orders"]) > 1:
            line["orders"].popitem()
            line.pop("by", None)

    line, problem = first_problem(forged(name, lambda parsed: one_less(parsed[1])))
    assert line == 2
    assert "has not chosen yet" in problem


@each_incan_gold
def test_orders_of_a_seat_that_has_left_are_refused(name: str) -> None:
    parsed = lines(name)
    seats = [str(seat + 1) for seat in range(len(parsed[0]["seats"]))]
    index = next(n for n, line in enumerate(parsed[1:-1], 1) if len(line["orders"]) < len(seats))
    gone = next(seat for seat in seats if seat not in parsed[index]["orders"])

    line, problem = first_problem(
        forged(name, lambda parsed: parsed[index]["orders"].update({gone: "torch"}))
    )

    assert line == index + 1
    assert f"Seat {gone} is not in the temple" in problem
