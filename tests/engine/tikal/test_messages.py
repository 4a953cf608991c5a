"""What a refusal says: which action, where in the text, why with the numbers; and that nothing changed."""

import pytest

from engine.errors import GameOver, Incomplete, NotToMove, Unreadable
from engine.speech import NamedSeat
from engine.tikal.state import State
from tests.engine.tikal.positions import expedition, position, refused


def four_ap() -> State:
    return position(ap=4, seat_1=expedition(workers={"a5": 3}, leader="b4"))


def test_a_refusal_reads_as_whole_sentences() -> None:
    error = refused(four_ap(), "enter 1 a5; move 3 a5 b5")

    reason = "this costs 6 AP, and you have 3."
    assert str(error) == f"Action 2, “move 3 a5 b5”: {reason} Nothing was changed."
    assert error.values == {"cost": 6, "ap": 3}


@pytest.mark.parametrize(
    ("orders", "action", "quoted"),
    [
        ("camp b4", 1, "camp b4"),
        ("enter 1 a5; enter 1 a5; dig a4; end", 3, "dig a4"),
        ("enter 1 a5\n\n  GUARD   A4 ;end", 2, "GUARD   A4"),
        (";; enter 1 a5;; enter 9 a5 ;;", 2, "enter 9 a5"),
        ("dig B5", 1, "dig B5"),
        ("move 9 a5 b4 and then end", 1, "move 9 a5 b4"),
        ("enter 1 a5, then dig: a4!", 2, "dig: a4"),
        ("wejdź 1 a5; obóz a4", 2, "obóz a4"),
    ],
)
def test_a_refusal_names_the_action_and_its_place_as_typed(orders: str, action: int, quoted: str) -> None:
    error = refused(four_ap(), orders)

    assert error.action == action
    assert error.quoted == quoted
    assert orders[error.start : error.end] == quoted
    assert f"Action {action}, “{quoted}”:" in str(error)


@pytest.mark.parametrize(
    ("orders", "numbers"),
    [
        ("camp b4", {"cost": 5, "ap": 4}),
        ("enter 6 a5", {"cost": 6, "ap": 4}),
        ("move 3 a5 b5", {"cost": 6, "ap": 4}),
        ("move 5 a5 b4", {"here": 3, "place": "a5", "workers": 5}),
        ("enter 16 a5", {"supply": 15, "workers": 16}),
    ],
)
def test_the_reason_has_the_numbers(orders: str, numbers: dict[str, object]) -> None:
    error = refused(four_ap(), orders)

    assert error.values == numbers
    assert all(str(number) in error.reason() for number in numbers.values())


@pytest.mark.parametrize("orders", ["camp b4", "enter 1 a5; dig a4", "end; end", "bid 1", "tile b3"])
def test_a_refusal_says_that_nothing_was_changed(orders: str) -> None:
    assert str(refused(four_ap(), orders)).endswith(" Nothing was changed.")


def test_what_cannot_be_read_says_where_and_that_nothing_was_changed() -> None:
    error = refused(four_ap(), "enter 1 a5; camp z9", Unreadable)

    assert (error.start, error.end, error.quoted) == (17, 19, "z9")
    assert str(error).startswith("At “z9”: ")
    assert str(error).endswith(" Nothing was changed.")


def test_a_misspelt_word_gets_the_nearest_that_would_be_right() -> None:
    assert "did you mean “enter”?" in str(refused(four_ap(), "enter 1 a5; enetr 1 a5 b4", Unreadable))


def test_what_is_missing_at_the_end_is_placed_at_the_end() -> None:
    error = refused(four_ap(), "move 1 a5", Incomplete)

    assert error.start == error.end == len("move 1 a5")


def test_a_refusal_of_all_orders_names_no_action() -> None:
    error = refused(position(phase="over", to_move=0, ap=0), "end", GameOver)

    assert error.action == 0
    assert str(error).endswith("over. Nothing was changed.")


def test_seats_that_are_not_asked_are_told_whose_turn_it_is() -> None:
    error = NotToMove("it is {seat}’s turn now, not {other}’s.", seat=NamedSeat(1), other=NamedSeat(2))

    assert str(error) == "It is Seat 1’s turn now, not Seat 2’s. Nothing was changed."
    assert error.tell(names=("Ana", "Bo")) == "It is Ana’s turn now, not Bo’s. Nothing was changed."
