"""The chapter Scoring round: the final one, and the end of the game."""

from typing import Any

import pytest

from engine import tikal
from engine.errors import GameOver
from engine.game import Ask, Result
from engine.tikal.state import Options, State
from tests.engine.tikal.positions import after, event, expedition, play, position, refused, told, with_scores


def last_turn(seats: int = 2, seat: int = 1, **rest: Any) -> State:
    """All tiles are placed; the seat has 10 AP."""
    return position(seats, to_move=seat, coming=(), **rest)


def test_the_turn_after_the_last_tile_is_played_to_its_end() -> None:
    state = position(hand="G2", coming=())

    step = play(state, "tile c5; enter 3 a5")

    assert told(step) == ["placed", "entered"]
    assert tikal.asked(step.state) == {1: Ask("ap")}


@pytest.mark.parametrize(("seat", "order"), [(1, [2, 3, 1]), (2, [3, 1, 2]), (3, [1, 2, 3])])
def test_then_comes_the_final_scoring_round_from_the_next_player_clockwise(
    seat: int, order: list[int]
) -> None:
    step = play(last_turn(3, seat), "end")

    assert told(step) == ["ended", "scoring"]
    assert event(step, "scoring") == {"event": "scoring", "seats": order, "final": True, "volcano": ""}
    assert step.state.to_move == order[0]


def test_everybody_has_a_scoring_turn_in_it() -> None:
    state = last_turn(2, 1, seat_1=expedition(workers={"a4": 2}), dug={"a4": 2})

    steps = [play(after(state, "end"), "enter 2 a5; end")]
    steps.append(play(steps[0].state, "dig a4 x2; end"))

    assert [event(step, "scored")["seat"] for step in steps] == [2, 1]
    assert event(steps[1], "scored")["temples"] == {"a4": 3}


def test_then_the_game_ends() -> None:
    state = after(last_turn(), "end", "end")

    step = play(state, "end")

    assert told(step) == ["ended", "scored", "over"]
    assert tikal.asked(step.state) == {}


def test_after_the_end_there_are_no_more_orders() -> None:
    over = after(last_turn(), "end", "end", "end")

    assert "over" in str(refused(over, "end", GameOver))


def test_before_the_end_there_is_no_result() -> None:
    assert tikal.result(after(last_turn(), "end", "end")) is None


def test_most_points_win() -> None:
    over = after(last_turn(3, **with_scores(7, 0, 9)), "end", "end", "end", "end")

    assert tikal.result(over) == Result((7, 0, 9), (3,))


def test_equal_points_share_the_win() -> None:
    step = play(after(last_turn(3, **with_scores(9, 8, 9)), "end", "end", "end"), "end")

    assert tikal.result(step.state) == Result((9, 8, 9), (1, 3))
    assert event(step, "over") == {"event": "over", "scores": [9, 8, 9], "winners": [1, 3]}


def test_the_final_round_decides() -> None:
    seat_2 = expedition(2, wafers="mask mask")

    over = after(last_turn(seat_1=expedition(3), seat_2=seat_2), "end", "end", "end")

    assert tikal.result(over) == Result((3, 5), (2,))


# The auction game: from the lowest score to the highest.

AUCTION = Options(auction=True)


def final_order(last: int, *scores: int) -> list[int]:
    """The order after this seat has placed the last tile of the auction game."""
    moved = tuple(seat for seat in range(1, len(scores) + 1) if seat != last)
    state = last_turn(len(scores), last, options=AUCTION, moved=moved, **with_scores(*scores))
    seats: list[int] = event(play(state, "end"), "scoring")["seats"]
    return seats


@pytest.mark.parametrize("last", [1, 2, 3, 4])
def test_with_the_auction_it_goes_from_the_lowest_score_to_the_highest(last: int) -> None:
    assert final_order(last, 30, 12, 25, 7) == [4, 2, 3, 1]


@pytest.mark.parametrize(("last", "order"), [(1, [2, 3, 1]), (2, [3, 1, 2]), (3, [1, 2, 3])])
def test_of_equals_the_one_who_sits_closer_clockwise_after_the_last_tile_comes_first(
    last: int, order: list[int]
) -> None:
    assert final_order(last, 20, 20, 20) == order


def test_a_player_who_placed_the_last_tile_is_the_last_of_all_equals() -> None:
    assert final_order(2, 15, 15, 9, 15) == [3, 4, 1, 2]


def test_the_order_is_fixed_when_the_final_round_begins() -> None:
    # seat 2 is the lowest and overtakes seat 3, who still comes before seat 1
    seats = {**with_scores(20, 5, 8), "seat_2": expedition(5, wafers="mask mask mask")}
    state = after(last_turn(3, 1, options=AUCTION, moved=(2, 3), **seats), "end")

    asked = [state.to_move]
    for _ in range(2):
        state = after(state, "end")
        asked.append(state.to_move)

    assert asked == [2, 3, 1]
