"""The chapter Orders: what stands and what is refused once a wafer has been seen."""

from typing import Any

import pytest

from engine import tikal
from engine.errors import Illegal, Unreadable
from engine.tikal.state import State
from tests.engine.tikal.positions import after, canonical, expedition, lying, play, position, refused, told


def at_the_treasure(**rest: Any) -> State:
    """Two of seat 1's workers stand on four wafers, of which the first are a mask and a crown."""
    standard: dict[str, Any] = {
        "wafers": "mask crown vase knife",
        "seat_1": expedition(workers={"c4": 2}),
        "seat_2": expedition(wafers="jaguar"),
    }
    return position(board={"c4": lying("A2")}, **{**standard, **rest})


def test_what_follows_a_wafer_is_done_after_it() -> None:
    step = play(at_the_treasure(), "take c4; enter 2 a5; end")

    assert step.refused is None
    assert canonical(step) == "take c4; enter 2 a5; end"
    assert told(step) == ["took", "entered", "ended", "turned_up"]


def test_a_wafer_just_taken_may_be_swapped_in_the_same_submission() -> None:
    step = play(at_the_treasure(), "take c4; swap mask for jaguar with 2")

    assert step.refused is None
    assert step.state.seats[0].wafers == {"jaguar": 1}


def test_where_what_follows_fails_the_wafer_stands() -> None:
    state = at_the_treasure()

    step = play(state, "take c4; swap crown for jaguar with 2")

    assert step.state == after(state, "take c4")
    assert canonical(step) == "take c4"
    assert told(step) == ["took"]


def test_a_refusal_after_a_wafer_tells_exactly_what_stands() -> None:
    step = play(at_the_treasure(), "take c4; enter 2 a5; dig a4")

    assert canonical(step) == "take c4"
    assert str(step.refused).endswith("Action 1 was done and stands; nothing after it was done.")


def test_the_rest_is_refused_with_its_reason() -> None:
    orders = "take c4; swap crown for jaguar with 2; enter 1 a5"

    refused = play(at_the_treasure(), orders).refused

    assert isinstance(refused, Illegal)
    assert (refused.stood, refused.action) == (1, 2)
    assert orders[refused.start : refused.end] == "swap crown for jaguar with 2"
    assert "you can only give a single treasure; crown: you have 0" in str(refused)
    assert "Nothing was changed" not in str(refused)


def test_all_before_the_last_take_stands_and_all_after_it_is_refused() -> None:
    state = at_the_treasure()

    step = play(state, "enter 1 a5; take c4; enter 1 a5; dig a4; end")

    assert step.refused
    assert (step.refused.action, step.refused.stood) == (4, 2)
    assert step.state == after(state, "enter 1 a5; take c4")
    assert canonical(step) == "enter 1 a5; take c4"


def test_all_up_to_and_including_the_last_take_stands() -> None:
    state = at_the_treasure()

    step = play(state, "take c4; enter 1 a5; take c4; enter 1 a5; dig a4")

    assert step.refused
    assert (step.refused.action, step.refused.stood) == (5, 3)
    assert step.state == after(state, "take c4; enter 1 a5; take c4")
    assert canonical(step) == "take c4; enter 1 a5; take c4"


def test_a_later_take_that_fails_leaves_the_earlier_one_standing() -> None:
    state = at_the_treasure(seat_1=expedition(workers={"c4": 1}))

    step = play(state, "take c4; take c4")

    assert step.refused
    assert "needs two of your members there" in str(step.refused)
    assert step.state == after(state, "take c4")


def test_the_turn_goes_on_for_the_same_seat_after_a_refusal() -> None:
    step = play(at_the_treasure(), "take c4; dig a4; end")

    assert (step.state.to_move, step.state.phase, step.state.ap) == (1, "ap", 7)


def test_what_fails_before_the_first_wafer_refuses_all() -> None:
    assert refused(at_the_treasure(), "dig a4; take c4; enter 1 a5").action == 1


@pytest.mark.parametrize(
    ("orders", "reason"),
    [
        ("take c4 x2; enter 1 a5", "needs two of your members"),
        ("enter 6 a5; take c4 x2; end", "costs 6 AP, and you have 4"),
        ("enter 6 a5; take c4 x2", "you have 4"),
    ],
)
def test_one_action_is_checked_whole_before_its_first_wafer_is_seen(orders: str, reason: str) -> None:
    workers = {"c4": 1 if "members" in reason else 2}

    assert reason in str(refused(at_the_treasure(seat_1=expedition(workers=workers)), orders))


@pytest.mark.parametrize("orders", ["take c4; xyzzy", "take c4; dig a9", "take c4; end; bid xyzzy"])
def test_unreadable_words_are_refused_before_any_wafer_is_seen(orders: str) -> None:
    refused(at_the_treasure(), orders, Unreadable)


@pytest.mark.parametrize(
    ("orders", "action"),
    [
        ("take c4; enter 7 a5; enter 1 a5", 3),
        ("take c4 x2; enter 4 a5; end; end", 3),
        ("take c4; take c4; enter 4 a5; dig a4", 4),
        ("enter 7 a5; take c4; enter 1 a5", 3),
        ("take c4; swap mask for jaguar with 2; enter 4 a5; enter 1 a5", 4),
        ("take c4; swap crown for jaguar with 2; enter 4 a5; enter 1 a5", 4),
        ("take c4; end; enter 1 a5", 3),
        ("take c4; end; end", 3),
        ("take c4; enter 1 a5; end; take c4", 4),
    ],
)
def test_running_past_the_end_is_refused_before_any_wafer_is_seen(orders: str, action: int) -> None:
    error = refused(at_the_treasure(), orders)

    assert error.action == action
    assert "nothing can come after it" in str(error)


@pytest.mark.parametrize("failing", ["dig a4", "swap crown for jaguar with 2", "move 1 a5 b4", "take h5"])
def test_an_end_in_the_middle_is_past_the_end_also_after_what_would_fail(failing: str) -> None:
    error = refused(at_the_treasure(), f"take c4; {failing}; end; enter 1 a5")

    assert error.action == 4
    assert "nothing can come after it" in str(error)


@pytest.mark.parametrize(
    "orders",
    [
        "take c4; enter 7 a5; enter 1 a5",
        "take c4; end; enter 1 a5",
        "take c4; swap crown for jaguar with 2; enter 4 a5; enter 1 a5",
        "take c4 x2; take c4; end; end",
        "swap mask for jaguar with 2; take c4; end",
    ],
)
def test_no_error_depends_on_a_wafer_not_yet_taken(orders: str) -> None:
    errors = {
        str(refused(at_the_treasure(wafers=wafers), orders)) for wafers in ("mask", "crown", "bowl bowl")
    }

    assert len(errors) == 1


@pytest.mark.parametrize(
    "orders",
    [
        "take c4",
        "enter 1 a5; take c4; swap mask for jaguar with 2",
        "take c4 x2; swap crown for jaguar with 2",
    ],
)
def test_no_preview_depends_on_a_wafer_not_yet_taken(orders: str) -> None:
    previews = [
        tikal.preview(tikal.view(at_the_treasure(wafers=wafers), 1), orders)
        for wafers in ("mask mask", "crown crown", "vase knife")
    ]

    assert previews[0] == previews[1] == previews[2]
    assert previews[0].stops == "wafer"


def test_a_preview_stops_in_front_of_the_first_wafer() -> None:
    view = tikal.view(at_the_treasure(), 1)

    preview = tikal.preview(view, "enter 1 a5; take c4 x2; enter 1 a5; end")

    assert (preview.canonical, preview.rest) == ("enter 1 a5", "take c4 x2; enter 1 a5; end")
    assert [event["event"] for event in preview.events] == ["entered"]


def test_a_preview_checks_a_take_whole() -> None:
    view = tikal.view(at_the_treasure(seat_1=expedition(workers={"c4": 1})), 1)

    with pytest.raises(Illegal, match="needs two of your members"):
        tikal.preview(view, "take c4 x2")


@pytest.mark.parametrize("orders", ["end", "enter 10 a5", "enter 3 a5; end"])
def test_no_preview_depends_on_a_tile_not_yet_turned_up(orders: str) -> None:
    previews = [tikal.preview(tikal.view(position(coming=(tile,)), 1), orders) for tile in ("G1", "F2")]

    assert previews[0] == previews[1]
    assert previews[0].stops == "tile"


def test_no_legality_check_depends_on_what_is_hidden() -> None:
    def can(wafers: str, tile: str) -> object:
        return tikal.legal(tikal.view(at_the_treasure(wafers=wafers, coming=(tile,)), 1))

    assert can("mask mask", "G1") == can("crown vase", "F2")


def test_the_last_wafer_may_be_the_end() -> None:
    step = play(at_the_treasure(), "enter 7 a5; take c4; end")

    assert step.refused is None
    assert canonical(step) == "enter 7 a5; take c4"
    assert step.state.to_move == 2
