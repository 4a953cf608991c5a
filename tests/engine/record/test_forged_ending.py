"""Last lines that cannot be right, in records whose hashes all fit; and matches given up."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine.verify import verify
from tests.engine.record.recorded import (
    INCAN_GOLD,
    NO_TIMES,
    RECORDS,
    Line,
    each_incan_gold,
    each_record,
    first_problem,
    forged,
    lines,
)


def refused(name: str, change: Callable[[Line], object], said: str) -> None:
    """The change of the last line is found in the last line."""
    line, problem = first_problem(forged(name, lambda parsed: change(parsed[-1])))

    assert line == len(lines(name)), problem
    assert said in problem


def row(key: str, values: object) -> Callable[[Line], None]:
    """Puts another row into the result."""
    return lambda last: last["result"].update({key: values})


def given_up(parsed: list[Line], steps: int) -> None:
    """The match was given up after so many steps."""
    del parsed[1 + steps : -1]
    del parsed[-1]["result"]
    parsed[-1]["abandoned"] = True


@each_record
@pytest.mark.parametrize("at", [0, 31, 63])
def test_a_seed_that_does_not_fit_the_commitment_is_refused(name: str, at: int) -> None:
    seed = lines(name)[-1]["server_seed"]
    other = seed[:at] + ("0" if seed[at] != "0" else "1") + seed[at + 1 :]

    refused(name, lambda last: last.update(server_seed=other), "does not fit the commitment of line 1")


@each_record
def test_a_commitment_to_another_seed_is_refused(name: str) -> None:
    change = forged(name, lambda parsed: parsed[0].update(commitment="0" * 64))

    assert first_problem(change)[1] == "the server seed does not fit the commitment of line 1"


@each_record
@pytest.mark.parametrize("seed", ["", "0" * 63, "0" * 65, "G" * 64, "AB" * 32, "0" * 64 + "\n", 7, None, []])
def test_a_seed_that_is_none_is_refused(name: str, seed: Any) -> None:
    refused(name, lambda last: last.update(server_seed=seed), "server seed is not 64 lower-case hex digits")


@each_record
@pytest.mark.parametrize("key", ["scores", "winners"])
def test_a_row_that_is_no_row_of_the_result_is_refused(name: str, key: str) -> None:
    right = lines(name)[-1]["result"][key]

    for wrong in (right[:-1], [*right, 1], [str(number) for number in right], [], None, "1"):
        refused(name, row(key, wrong), "but the orders lead to")


@each_record
@pytest.mark.parametrize("more", [-1, 1])
def test_one_point_more_or_less_is_refused(name: str, more: int) -> None:
    right = lines(name)[-1]["result"]["scores"]

    for seat in range(len(right)):
        scores = [score + more * (seat == other) for other, score in enumerate(right)]
        refused(name, row("scores", scores), "the result is")


@each_record
def test_another_winner_is_refused(name: str) -> None:
    result = lines(name)[-1]["result"]

    for seat in range(1, len(result["scores"]) + 1):
        if [seat] != result["winners"]:
            refused(name, row("winners", [seat]), "the result is")


@each_incan_gold
def test_the_artifacts_are_a_part_of_the_result(name: str) -> None:
    refused(name, lambda last: last["result"].pop("artifacts"), "the result is")
    refused(name, lambda last: last["result"]["artifacts"].__setitem__(0, 9), "the result is")


def test_true_and_false_are_no_points() -> None:
    name = next(name for name in INCAN_GOLD if lines(name)[-1]["result"]["scores"] == [1, 0, 4])

    refused(name, row("scores", [True, False, 4]), "the result is")
    refused(name, row("artifacts", [False, False, False]), "the result is")


@each_record
@pytest.mark.parametrize("result", [None, {}, [], "won", 7, True, {"scores": []}, {"more": [1]}])
def test_a_result_that_is_none_is_refused(name: str, result: Any) -> None:
    refused(name, lambda last: last.update(result=result), "the result is")


@pytest.mark.parametrize("time", NO_TIMES)
def test_an_end_that_is_no_time_is_refused(time: Any) -> None:
    refused(RECORDS[0], lambda last: last.update(ended=time), "ended is not a time")


@each_record
@pytest.mark.parametrize("key", ["ended", "server_seed", "result"])
def test_a_last_line_that_lacks_a_key_is_refused(name: str, key: str) -> None:
    refused(name, lambda last: last.pop(key), f"lacks {key}")


@each_record
@pytest.mark.parametrize("key", ["", "orders", "step", "by", "winner"])
def test_a_last_line_with_a_key_too_many_is_refused(name: str, key: str) -> None:
    refused(name, lambda last: last.update({key: 1}), f"unknown key {key!r}")


@each_record
def test_a_result_before_the_end_is_refused(name: str) -> None:
    changed = forged(name, lambda parsed: parsed.pop(-2))

    line, problem = first_problem(changed)

    assert line == len(lines(name)) - 1
    assert problem == "gives a result, but the match is not over: orders are missing"


@each_record
def test_orders_after_the_end_are_refused(name: str) -> None:
    def one_more(parsed: list[Line]) -> None:
        parsed.insert(-1, {**parsed[-2], "step": parsed[-2]["step"] + 1})

    assert first_problem(forged(name, one_more)) == (len(lines(name)), "This match is over.")


@each_record
def test_a_step_after_the_last_line_is_refused(name: str) -> None:
    def one_more(parsed: list[Line]) -> None:
        parsed.append({**parsed[-2], "step": parsed[-2]["step"] + 1})

    assert first_problem(forged(name, one_more)) == (
        len(lines(name)) + 1,
        "comes after the last line of the match",
    )


@each_record
def test_a_second_last_line_is_refused(name: str) -> None:
    changed = forged(name, lambda parsed: parsed.append(parsed[-1]))

    assert first_problem(changed) == (len(lines(name)) + 1, "comes after the last line of the match")


@each_record
def test_a_last_line_in_the_middle_is_refused(name: str) -> None:
    changed = forged(name, lambda parsed: parsed.insert(3, parsed[-1]))

    assert first_problem(changed) == (5, "comes after the last line of the match")


@each_record
def test_a_match_given_up_before_its_end_verifies(name: str) -> None:
    for steps in (0, 1, (len(lines(name)) - 2) // 2, len(lines(name)) - 3):
        verdict = verify(forged(name, partial(given_up, steps=steps)))

        assert (verdict.status, verdict.problems) == (0, [])


@each_record
def test_a_match_that_was_played_to_its_end_was_not_given_up(name: str) -> None:
    changed = forged(name, partial(given_up, steps=len(lines(name)) - 2))

    assert first_problem(changed) == (
        len(lines(name)),
        "says abandoned, but the match was played to its end",
    )


@each_record
@pytest.mark.parametrize("value", [False, 1, None, "true", {}])
def test_abandoned_is_true_or_not_there(name: str, value: Any) -> None:
    def change(last: Line) -> None:
        del last["result"]
        last["abandoned"] = value

    refused(name, change, "abandoned is true or not there")


@each_record
def test_a_match_given_up_has_no_result(name: str) -> None:
    refused(name, lambda last: last.update(abandoned=True), "unknown key 'result'")


@each_record
def test_the_seed_of_a_match_given_up_is_checked_all_the_same(name: str) -> None:
    def change(parsed: list[Line]) -> None:
        given_up(parsed, 1)
        parsed[-1]["server_seed"] = "0" * 64

    assert first_problem(forged(name, change)) == (
        3,
        "the server seed does not fit the commitment of line 1",
    )
