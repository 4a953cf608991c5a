"""The chapter Readings: where the rulebooks are silent or differ."""

from typing import Any

import pytest

from engine import tikal
from engine.game import Ask
from engine.tikal.state import Options, State
from tests.engine.tikal.positions import (
    after,
    bidding,
    event,
    expedition,
    lying,
    play,
    position,
    refused,
    with_scores,
)

VOLCANO = lying("B1")
# all that can be reached from the printed hexes is volcanoes
WALLED_IN = {"a3": VOLCANO, "b3": VOLCANO, "c4": VOLCANO, "c5": VOLCANO}
# D1 on c5 has its stones to the south, off the board; only a tile's own stones can lead to d4
ONE_PLACE = {**WALLED_IN, "c5": lying("D1", 3), "d5": VOLCANO}
DIGGER = expedition(workers={"a4": 1})


def auction(*scores: int, **rest: Any) -> State:
    options = Options(auction=True)
    return position(len(scores), display=("A3", "A1"), options=options, **with_scores(*scores), **rest)


def automatic(state: State) -> str:
    orders = tikal.automatic(tikal.view(state, state.to_move))
    play(state, orders)
    return orders


def test_no_member_has_to_stand_where_a_camp_is_built() -> None:
    assert after(position(), "camp b4").seats[0].camps == ("b4",)


def test_a_stone_pointing_at_a_volcano_is_no_path_to_a_new_tile() -> None:
    # b2 touches only the volcano on b3
    state = position(board={"b3": VOLCANO}, hand="C2")

    for rotation in range(6):
        assert "to b2, whichever way C2 is turned" in str(refused(state, f"tile b2 r{rotation}"))


@pytest.mark.parametrize("place", ["a2", "b2", "d3", "d5"])
@pytest.mark.parametrize("rotation", [0, 3, 5])
def test_where_no_place_is_legal_a_tile_goes_anywhere_beside_an_explored_hex(
    place: str, rotation: int
) -> None:
    state = position(board=WALLED_IN, hand="C2")

    assert after(state, f"tile {place} r{rotation}").board[place].rotation == rotation


def test_where_no_place_is_legal_a_tile_still_touches_an_explored_hex() -> None:
    state = position(board=WALLED_IN, hand="C2")

    assert "is not next to any explored hex" in str(refused(state, "tile h1"))
    assert "already explored" in str(refused(state, "tile b3"))


def test_where_one_place_is_legal_a_tile_goes_there() -> None:
    state = position(board=ONE_PLACE, hand="C2")

    assert tikal.legal(tikal.view(state, 1))["tile"] == {"d4": [4]}
    assert "these rotations work: r4" in str(refused(state, "tile d4"))
    assert "no path leads to b2" in str(refused(state, "tile b2"))


def test_the_highest_bid_is_ones_present_score() -> None:
    state = auction(7, 20, auction=bidding(1, 2))

    assert "more than the 7 points you have" in str(refused(state, "bid 8"))
    assert event(play(state, "bid 7"), "bid")["points"] == 7


def test_a_bid_can_take_the_score_down_to_nothing_but_not_below() -> None:
    state = after(auction(7, 20, auction=bidding(1, 2)), "bid 7", "pass")

    assert state.seats[0].score == 0


def test_the_lowest_bid_is_1() -> None:
    state = auction(20, 20, auction=bidding(1, 2))

    assert "the lowest bid is 1" in str(refused(state, "bid 0"))
    assert event(play(state, "bid 1"), "bid")["points"] == 1


def test_when_all_others_have_passed_without_a_bid_the_last_may_still_bid_and_pays() -> None:
    state = after(auction(20, 20, 20, auction=bidding(1, 2, 3)), "pass", "pass")

    step = play(state, "bid 2")

    assert tikal.asked(state) == {3: Ask("bid")}
    assert event(step, "won") == {"event": "won", "seat": 3, "points": 2}
    assert [seat.score for seat in step.state.seats] == [20, 20, 18]


def test_if_the_last_passes_too_the_first_who_passed_moves_for_nothing() -> None:
    state = after(auction(20, 20, 20, auction=bidding(2, 3, 1), to_move=2), "pass", "pass")

    step = play(state, "pass")

    assert event(step, "won") == {"event": "won", "seat": 2, "points": 0}
    assert [seat.score for seat in step.state.seats] == [20, 20, 20]


def test_a_submission_that_leaves_the_same_seat_to_move_is_one_step_of_the_same_ask() -> None:
    state = position()

    step = play(state, "enter 1 a5; enter 1 a5")

    assert list(step.canonical) == [1]
    assert tikal.asked(step.state) == tikal.asked(state) == {1: Ask("ap")}


def test_the_leader_may_become_the_guard() -> None:
    state = position(seat_1=expedition(workers={"a4": 2}, leader="a4"))

    assert after(state, "guard a4 L").board["a4"].guard_leader is True


def test_the_player_says_who_becomes_the_guard() -> None:
    state = position(seat_1=expedition(workers={"a4": 2}, leader="a4"))

    assert after(state, "guard a4").board["a4"].guard_leader is False
    assert "your leader is not on b5" in str(
        refused(position(seat_1=expedition(workers={"b5": 1}, leader="a4")), "guard b5 L")
    )


@pytest.mark.parametrize("orders", ["dig a4; dig a4", "dig a4 x2", "dig a4; enter 1 a5; dig a4"])
def test_one_worker_does_not_dig_twice(orders: str) -> None:
    assert "needs two of your members there; you have 1" in str(refused(position(seat_1=DIGGER), orders))


def test_the_final_scoring_round_of_the_basic_game_starts_next_after_the_last_tile() -> None:
    state = position(3, coming=(), hand="G2", to_move=2)

    assert after(state, "tile c5; end").to_move == 3


def test_more_than_100_points_are_just_points() -> None:
    rich = expedition(99, wafers="mask mask mask")
    state = position(scoring=True, queue=(2,), hand="B1", seat_1=rich)

    assert after(state, "end").seats[0].score == 105


def test_a_swap_of_like_for_like_is_refused() -> None:
    mask = expedition(wafers="mask")

    error = refused(position(seat_1=mask, seat_2=mask), "swap mask for mask with 2")

    assert "a mask for a mask changes nothing" in str(error)


def test_a_volcano_is_placed_as_in_the_other_languages() -> None:
    # c3 touches D1's only side with stones; d3 a side without, d4 as well
    state = position(board={"c4": lying("D1")}, hand="B1")

    assert [after(state, f"tile {place}").board[place].kind for place in ("c3", "d3", "d4")] == [
        "volcano"
    ] * 3


def test_a_player_who_cannot_outbid_still_says_pass() -> None:
    state = after(auction(20, 3, auction=bidding(1, 2)), "bid 3")

    assert tikal.asked(state) == {2: Ask("bid")}
    assert tikal.legal(tikal.view(state, 2))["bid"] is None
    assert after(state, "pass").to_move == 1


def test_a_player_who_can_afford_nothing_still_says_end() -> None:
    state = position(ap=3, seat_1=expedition(supply=0, leader="gone", workers={"b4": 1}))

    later = after(state, "move 1 b4 a5 b4")

    assert tikal.asked(later) == {1: Ask("ap")}
    assert later.ap == 1
    assert after(later, "end").to_move == 2


def test_a_single_possible_tile_is_still_placed_by_the_seat() -> None:
    state = position(to_move=1, moved=(2,), display=(), options=Options(auction=True), hand="A3")

    assert tikal.asked(state) == {1: Ask("tile")}


def test_a_single_possible_place_is_still_said() -> None:
    state = position(board=ONE_PLACE, coming=("C2", "G1"))

    assert tikal.asked(after(state, "end")) == {2: Ask("tile")}


def test_a_clock_that_has_run_out_passes() -> None:
    assert automatic(auction(20, 20, auction=bidding(1, 2))) == "pass"


def test_a_clock_that_has_run_out_picks_the_first_tile_on_display() -> None:
    assert automatic(auction(20, 20, phase="pick", ap=0)) == "pick A3"


@pytest.mark.parametrize(
    ("board", "hand", "orders"),
    [
        ({}, "A3", "tile a3 r0"),
        ({"a3": VOLCANO}, "C2", "tile b3 r0"),
        ({"a3": lying("D1", 3)}, "C2", "tile a2 r3"),
        ({"a3": lying("D1", 3)}, "B1", "tile a2 r0"),
        (WALLED_IN, "C2", "tile a2 r0"),
    ],
)
def test_a_clock_that_has_run_out_takes_the_first_legal_place(board: Any, hand: str, orders: str) -> None:
    assert automatic(position(board=board, hand=hand)) == orders


def test_a_clock_that_has_run_out_ends() -> None:
    assert automatic(position()) == "end"
    assert automatic(position(scoring=True, queue=(2,), hand="B1")) == "end"
