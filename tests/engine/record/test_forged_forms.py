"""Steps with the form of none, in records whose hashes all fit."""

from typing import Any

import pytest

from tests.engine.record.recorded import NO_TIMES, RECORDS, Line, each_record, first_problem, forged, refused


@each_record
@pytest.mark.parametrize("number", [0, -1, 10_000, "1", True, None, [1]])
def test_a_step_with_another_number_is_refused(name: str, number: Any) -> None:
    refused(name, lambda line: line.update(step=number), "should be step")


@each_record
def test_a_step_left_out_is_found_by_its_number(name: str) -> None:
    line, problem = first_problem(forged(name, lambda parsed: parsed.pop(2)))

    assert (line, problem) == (3, "is step 3, and should be step 2")


@each_record
def test_two_steps_exchanged_are_found_by_their_numbers(name: str) -> None:
    def exchange(parsed: list[Line]) -> None:
        parsed[1], parsed[2] = parsed[2], parsed[1]

    assert first_problem(forged(name, exchange)) == (2, "is step 2, and should be step 1")


@pytest.mark.parametrize("time", NO_TIMES)
def test_a_time_that_is_none_is_named(time: Any) -> None:
    refused(RECORDS[0], lambda line: line.update(at=time), "at is not a time")


@each_record
@pytest.mark.parametrize(
    "orders", [None, {}, [], "torch", [["1", "torch"]], {"1": 1}, {"1": None}, {"1": {}}]
)
def test_orders_that_are_not_texts_by_seat_are_refused(name: str, orders: Any) -> None:
    refused(name, lambda line: line.update(orders=orders), "texts by seat")


@each_record
@pytest.mark.parametrize("seat", ["0", "9", "01", "", "Ana", "-1", " 1", "１", "1.0"])
def test_orders_of_a_seat_that_there_is_not_are_refused(name: str, seat: str) -> None:
    refused(name, lambda line: line["orders"].update({seat: "pass"}), f"has orders for seat {seat!r}")


@each_record
@pytest.mark.parametrize(
    "by", [None, {}, [], "clock", {"1": "robot"}, {"1": "Clock"}, {"1": None}, {"1": {}}]
)
def test_by_with_an_unknown_word_is_refused(name: str, by: Any) -> None:
    refused(name, lambda line: line.update(by=by), "by is not an object of seats with one of clock, ")


@each_record
@pytest.mark.parametrize("seat", ["0", "9", "01", "", "Ana"])
def test_by_with_a_seat_without_orders_is_refused(name: str, seat: str) -> None:
    refused(name, lambda line: line.update(by={seat: "clock"}), "by names a seat that has no orders")


@each_record
@pytest.mark.parametrize("key", ["at", "orders", "step"])
def test_a_step_that_lacks_a_key_is_refused(name: str, key: str) -> None:
    refused(name, lambda line: line.pop(key), f"lacks {key}")


@each_record
@pytest.mark.parametrize("key", ["", "result", "abandoned", "chasqui", "seed", "ł"])
def test_a_step_with_a_key_too_many_is_refused(name: str, key: str) -> None:
    refused(name, lambda line: line.update({key: 1}), f"unknown key {key!r}")
