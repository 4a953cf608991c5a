"""The chapter Scoring round."""

from typing import Any

import pytest

from engine import tikal
from engine.game import Ask
from engine.tikal.state import Expedition, State
from tests.engine.tikal.positions import (
    after,
    event,
    expedition,
    lying,
    play,
    position,
    printed,
    refused,
    told,
)

# a temple of 4 and a temple of 7
BOARD = {"a4": printed("a4", value=4), "c4": lying("B2", value=7)}


def scoring(seats: int = 2, seat: int = 1, **rest: Any) -> State:
    """A scoring round that this seat has started by turning up the volcano B1."""
    others = tuple((seat - 1 + step) % seats + 1 for step in range(1, seats))
    return position(seats, to_move=seat, scoring=True, queue=others, hand="B1", **rest)


def scored(**rest: Any) -> dict[str, Any]:
    """How the first seat scores that does nothing in its scoring turn."""
    return event(play(scoring(**rest), "end"), "scored")


def test_a_scoring_round_begins_when_a_volcano_is_turned_up_to_be_placed() -> None:
    step = play(position(3, coming=("D3", "G1")), "end")

    assert event(step, "scoring") == {
        "event": "scoring",
        "seats": [2, 3, 1],
        "final": False,
        "volcano": "D3",
    }
    assert step.state.hand == "D3"


def test_no_other_tile_starts_one() -> None:
    assert told(play(position(coming=("G1", "G2")), "end")) == ["ended", "turned_up"]


@pytest.mark.parametrize(("first", "order"), [(1, [1, 2, 3]), (2, [2, 3, 1]), (3, [3, 1, 2])])
def test_it_begins_with_the_player_who_turned_the_volcano_up_and_goes_clockwise(
    first: int, order: list[int]
) -> None:
    state = scoring(3, first)

    asked = []
    while state.scoring:
        asked.append(state.to_move)
        state = after(state, "end")

    assert asked == order


def test_each_takes_a_scoring_turn_of_10_ap_of_its_own() -> None:
    state = scoring(2)

    assert (state.phase, state.ap) == ("ap", 10)
    assert after(state, "enter 4 a5; end").ap == 10
    assert after(state, "enter 10 a5").to_move == 2


def test_a_scoring_turn_has_no_tile() -> None:
    assert "is placed after the scoring round" in str(refused(scoring(), "tile b3"))


def test_the_limits_on_digging_and_taking_start_afresh() -> None:
    state = position(coming=("D3", "G1"), dug={"a4": 2}, taken={"c4": 2})

    first = after(state, "end")
    second = after(first._replace(dug={"a4": 2}, taken={"c4": 2}), "end")

    assert (first.dug, first.taken) == ({}, {})
    assert (second.dug, second.taken) == ({}, {})


def test_each_scores_at_the_end_of_its_own_scoring_turn_at_once() -> None:
    state = scoring(board=BOARD, seat_1=expedition(workers={"a4": 1}), seat_2=expedition(workers={"c4": 1}))

    step = play(state, "end")

    assert told(step) == ["ended", "scored"]
    assert [seat.score for seat in step.state.seats] == [4, 0]


def test_what_is_done_in_the_scoring_turn_counts() -> None:
    state = scoring(board=BOARD, seat_1=expedition(workers={"a4": 1}))

    assert event(play(state, "dig a4; end"), "scored")["temples"] == {"a4": 5}


def test_points_are_added_to_the_score() -> None:
    state = scoring(board=BOARD, seat_1=expedition(30, workers={"a4": 1}, wafers="mask"))

    assert event(play(state, "end"), "scored") == {
        "event": "scored",
        "seat": 1,
        "temples": {"a4": 4},
        "treasures": 1,
        "score": 35,
    }


def test_a_temple_with_own_guard_scores() -> None:
    assert scored(board=BOARD, seat_1=expedition(guards=["a4"]))["temples"] == {"a4": 4}


def test_a_temple_with_a_foreign_guard_does_not_score_however_strong_one_is() -> None:
    seat_1, seat_2 = expedition(workers={"a4": 9}), expedition(guards=["a4"])

    assert scored(board=BOARD, seat_1=seat_1, seat_2=seat_2)["temples"] == {}


def test_an_own_guard_scores_though_others_are_stronger() -> None:
    seat_1, seat_2 = expedition(guards=["a4"]), expedition(workers={"a4": 9})

    assert scored(board=BOARD, seat_1=seat_1, seat_2=seat_2)["temples"] == {"a4": 4}


def test_an_unguarded_temple_scores_for_a_player_who_is_stronger_than_every_other_single_player() -> None:
    mine, others = expedition(workers={"a4": 3}), expedition(workers={"a4": 2})

    # four together against three, but no single one has as many
    assert scored(seats=3, board=BOARD, seat_1=mine, seat_2=others, seat_3=others)["temples"] == {"a4": 4}


def test_a_player_who_is_weaker_than_one_other_does_not_score() -> None:
    mine, other = expedition(workers={"a4": 2}), expedition(leader="a4")

    assert scored(board=BOARD, seat_1=mine, seat_2=other)["temples"] == {}


def test_a_temple_where_nobody_is_scores_for_nobody() -> None:
    assert scored(board=BOARD)["temples"] == {}


def test_a_tie_for_the_greatest_strength_gives_nobody_anything() -> None:
    two, one = expedition(workers={"a4": 2}), expedition(workers={"a4": 1})
    state = scoring(3, board=BOARD, seat_1=two, seat_2=one, seat_3=two)

    steps = [play(state, "end")]
    steps.append(play(steps[0].state, "end"))
    steps.append(play(steps[1].state, "end"))

    assert [event(step, "scored")["temples"] for step in steps] == [{}, {}, {}]


def test_members_beside_temples_score_nothing() -> None:
    assert scored(board=BOARD, seat_1=expedition(workers={"b4": 5, "a5": 2}))["temples"] == {}


@pytest.mark.parametrize(
    ("wafers", "points"),
    [
        ("", 0),
        ("mask", 1),
        ("mask mask", 3),
        ("mask mask mask", 6),
        ("mask crown vase", 3),
        ("mask mask crown vase vase vase", 10),
    ],
)
def test_wafers_score_1_for_a_single_3_for_a_pair_6_for_a_triple(wafers: str, points: int) -> None:
    assert scored(seat_1=expedition(wafers=wafers))["treasures"] == points


def test_the_same_temple_can_pay_two_players_in_one_round() -> None:
    mine, other = expedition(workers={"c4": 2}), expedition(workers={"c4": 1, "b4": 2})
    state = scoring(board=BOARD, seat_1=mine, seat_2=other)

    first = play(state, "end")
    second = play(first.state, "move 2 b4 c4; end")

    assert event(first, "scored")["temples"] == {"c4": 7}
    assert event(second, "scored")["temples"] == {"c4": 7}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_then_the_player_who_turned_the_volcano_up_places_it(seat: int) -> None:
    state = after(scoring(3, seat), "end", "end", "end")

    assert tikal.asked(state) == {seat: Ask("tile")}
    assert (state.hand, state.scoring) == ("B1", False)


def test_and_takes_a_normal_turn_of_10_ap_without_scoring() -> None:
    state = after(scoring(seat_1=expedition(guards=["a4"])), "end", "end", "tile b3")

    step = play(state, "enter 3 a5; end")

    assert (state.phase, state.ap, state.to_move) == ("ap", 10, 1)
    assert told(step) == ["entered", "ended", "turned_up"]
    assert step.state.to_move == 2


def test_the_limits_start_afresh_again_in_that_turn() -> None:
    diggers = expedition(workers={"a4": 2})

    state = after(scoring(board=BOARD, seat_1=diggers), "dig a4 x2; end", "end", "tile b3; dig a4 x2")

    assert state.board["a4"].value == 8


def test_the_same_wafers_score_in_every_round() -> None:
    rich: Expedition = expedition(wafers="mask mask")

    once = after(scoring(seat_1=rich), "end")
    twice = after(scoring(seat_1=once.seats[0]), "end")

    assert (once.seats[0].score, twice.seats[0].score) == (3, 6)
