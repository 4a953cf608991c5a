"""Records of running matches: whole as far as they go."""

from engine.verify import verify
from tests.engine.record.recorded import (
    Line,
    each_record,
    each_tikal,
    first_problem,
    forged,
    lines,
    raw_lines,
)


def without_end(name: str, order: str = "") -> bytes:
    """The record without its last line; with another order in its fourth line, where one is given."""

    def change(parsed: list[Line]) -> None:
        parsed.pop()
        if order:
            parsed[3]["orders"][min(parsed[3]["orders"])] = order

    return forged(name, change)


@each_record
def test_a_running_match_is_right_after_every_step_and_cannot_be_checked_further(name: str) -> None:
    raw = raw_lines(name)

    for number in range(1, len(raw)):
        verdict = verify(b"".join(raw[:number]))
        assert (verdict.status, verdict.problems) == (2, [])
        assert verdict.head == lines(name)[number - 1]["hash"]


@each_record
def test_orders_of_a_running_match_must_be_orders_of_the_game(name: str) -> None:
    assert first_problem(without_end(name, "hello"))[0] == 4


@each_record
def test_orders_of_a_running_match_must_be_written_canonically(name: str) -> None:
    before = lines(name)[3]["orders"]
    order = before[min(before)]

    line, problem = first_problem(without_end(name, order.upper()))

    assert line == 4
    assert f"should be {order[:20]!r}"[:-1] in problem


@each_record
def test_the_first_line_alone_is_a_match_that_has_just_begun(name: str) -> None:
    assert verify(raw_lines(name)[0]).status == 2


@each_record
def test_a_step_missing_in_a_running_match_is_found(name: str) -> None:
    def change(parsed: list[Line]) -> None:
        parsed.pop()
        parsed.pop(2)

    assert first_problem(forged(name, change)) == (3, "is step 3, and should be step 2")


@each_tikal
def test_a_step_of_a_running_match_of_tikal_has_the_orders_of_one_seat(name: str) -> None:
    def change(parsed: list[Line]) -> None:
        parsed.pop()
        parsed[1]["orders"] |= {"1": "pass", "2": "pass"}

    assert first_problem(forged(name, change))[0] == 2


@each_record
def test_a_running_match_holds_no_seed(name: str) -> None:
    assert lines(name)[-1]["server_seed"].encode() not in without_end(name)
