"""The chapter A turn: its course. What the single actions do has files of its own."""

import pytest

from engine import tikal
from engine.game import Ask
from tests.engine.tikal.positions import after, event, expedition, lying, play, position, refused, told


def test_the_top_tile_is_turned_up_when_the_turn_begins() -> None:
    state = position(coming=("G2", "G1"))

    step = play(state, "end")

    assert event(step, "turned_up") == {"event": "turned_up", "seat": 2, "tiles": ["G2"]}
    assert step.state.hand == "G2"


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_everybody_sees_the_tile_that_is_turned_up(seat: int | None) -> None:
    state = after(position(seats=3, coming=("G2", "G1")), "end")

    assert tikal.view(state, seat)["hand"] == "G2"


def test_a_volcano_starts_a_scoring_round_before_it_is_placed() -> None:
    state = position(coming=("F2", "G1"))

    step = play(state, "end")

    assert told(step) == ["ended", "turned_up", "scoring"]
    assert tikal.asked(step.state) == {2: Ask("ap")}
    assert "is placed after the scoring round" in str(refused(step.state, "tile b3"))


def test_a_player_places_the_tile_before_spending_ap() -> None:
    state = position(hand="A3")

    assert tikal.asked(state) == {1: Ask("tile")}
    assert "first place the tile" in str(refused(state, "enter 1 a5"))


def test_a_turn_places_one_tile() -> None:
    state = position(hand="A3")

    assert "you have already placed your tile" in str(refused(state, "tile b3; tile c4"))


def test_ap_are_spent_in_any_order_and_mix() -> None:
    state = position(seat_1=expedition(workers={"a4": 1}))

    mixed = after(state, "dig a4; enter 1 a5; move 1 a5 b4; enter 1 a5; camp b4")

    assert mixed.seats[0].workers == {"a4": 1, "b4": 1, "a5": 1}
    assert mixed.seats[0].camps == ("b4",)
    assert mixed.board["a4"].value == 2


def test_the_turn_ends_when_the_player_says_so() -> None:
    state = position()

    step = play(state, "enter 3 a5; end")

    assert event(step, "ended") == {"event": "ended", "seat": 1, "left": 7}
    assert tikal.asked(step.state) == {2: Ask("tile")}


def test_the_turn_goes_on_until_the_player_says_so() -> None:
    step = play(position(), "enter 9 a5")

    assert told(step) == ["entered"]
    assert tikal.asked(step.state) == {1: Ask("ap")}
    assert step.state.ap == 1


def test_the_turn_ends_when_no_ap_are_left() -> None:
    step = play(position(), "enter 10 a5")

    assert event(step, "ended") == {"event": "ended", "seat": 1, "left": 0}
    assert tikal.asked(step.state) == {2: Ask("tile")}


def test_no_more_ap_than_are_left_can_be_spent() -> None:
    error = refused(position(ap=4), "enter 6 a5")

    assert "costs 6 AP, and you have 4" in str(error)


@pytest.mark.parametrize(("seat", "following"), [(1, 2), (2, 3), (3, 1)])
def test_turns_go_clockwise_to_the_next_higher_seat_and_1_after_the_last(seat: int, following: int) -> None:
    state = position(seats=3, to_move=seat)

    assert after(state, "end").to_move == following


def test_the_limits_on_digging_and_taking_begin_afresh_with_each_turn() -> None:
    state = position(
        board={"b3": lying("A2")}, hand="B1", dug={"a4": 2}, taken={"b3": 2}, seat_1=expedition()
    )

    placed = after(state, "tile c4")

    assert (placed.dug, placed.taken) == ({}, {})
