"""Swap one wafer: 3 AP."""

import pytest

from tests.engine.tikal.positions import after, event, expedition, play, position, refused

CROWN, MASK = expedition(wafers="crown"), expedition(wafers="mask")


def test_an_own_single_is_swapped_for_another_players_single() -> None:
    step = play(position(seat_1=CROWN, seat_2=MASK), "swap crown for mask with 2")

    assert [seat.wafers for seat in step.state.seats] == [{"mask": 1}, {"crown": 1}]
    assert event(step, "swapped") == {
        "event": "swapped",
        "seat": 1,
        "give": "crown",
        "get": "mask",
        "other": 2,
    }


def test_a_swap_costs_3_ap() -> None:
    state = position(seat_1=CROWN, seat_2=MASK)

    assert after(state, "swap crown for mask with 2").ap == 7
    assert "costs 3 AP, and you have 2" in str(refused(state._replace(ap=2), "swap crown for mask with 2"))


def test_a_single_got_makes_a_pair() -> None:
    state = position(seat_1=expedition(wafers="crown mask"), seat_2=expedition(wafers="mask vase"))

    swapped = after(state, "swap crown for mask with 2")

    assert swapped.seats[0].wafers == {"mask": 2}
    assert swapped.seats[1].wafers == {"vase": 1, "crown": 1}


def test_a_single_given_makes_a_pair_of_the_others() -> None:
    state = position(seat_1=CROWN, seat_2=expedition(wafers="mask crown crown"))

    assert after(state, "swap crown for mask with 2").seats[1].wafers == {"crown": 3}


@pytest.mark.parametrize(("wafers", "count"), [("", 0), ("crown crown", 2), ("crown crown crown", 3)])
def test_only_a_single_is_given(wafers: str, count: int) -> None:
    state = position(seat_1=expedition(wafers=wafers), seat_2=MASK)

    error = refused(state, "swap crown for mask with 2")

    assert f"you can only give a single treasure; crown: you have {count}" in str(error)


@pytest.mark.parametrize(("wafers", "count"), [("", 0), ("mask mask", 2), ("mask mask mask", 3)])
def test_only_a_single_is_got(wafers: str, count: int) -> None:
    state = position(seat_1=CROWN, seat_2=expedition(wafers=wafers))

    error = refused(state, "swap crown for mask with 2")

    assert f"you can only get a single treasure; mask: Seat 2 has {count}" in str(error)


def test_a_single_is_the_only_one_in_front_of_its_owner() -> None:
    # what the third has does not matter
    state = position(3, seat_1=CROWN, seat_2=MASK, seat_3=expedition(wafers="crown mask mask"))

    assert after(state, "swap crown for mask with 2").seats[0].wafers == {"mask": 1}


def test_a_swap_cannot_be_refused() -> None:
    step = play(position(seat_1=CROWN, seat_2=MASK), "swap crown for mask with 2")

    assert step.state.to_move == 1
    assert [event["event"] for event in step.events] == ["swapped"]


def test_swaps_go_on_as_often_as_ap_allow() -> None:
    state = position(seat_1=CROWN, seat_2=MASK)
    back, forth = "swap mask for crown with 2", "swap crown for mask with 2"

    swapped = after(state, f"{forth}; {back}; {forth}")

    assert swapped.ap == 1
    assert swapped.seats[0].wafers == {"mask": 1}
    assert "costs 3 AP, and you have 1" in str(refused(state, f"{forth}; {back}; {forth}; {back}"))


def test_nobody_swaps_with_himself() -> None:
    state = position(seat_1=expedition(wafers="crown mask"))

    assert "you cannot swap with yourself" in str(refused(state, "swap crown for mask with 1"))


@pytest.mark.parametrize("seat", [0, 3, 9999])
def test_nobody_swaps_with_a_seat_that_there_is_not(seat: int) -> None:
    state = position(seat_1=CROWN, seat_2=MASK)

    error = refused(state, f"swap crown for mask with {seat}")

    assert f"there is no seat {seat}; this match has seats 1 to 2" in str(error)
