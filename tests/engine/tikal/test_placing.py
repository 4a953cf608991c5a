"""A turn, 2: the tile in hand is placed."""

import pytest

from engine import tikal
from tests.engine.tikal.positions import after, event, lying, play, position, printed, refused

# D1, 3 0 0 0 0 0, as it is printed: its three stones lead from c4 to the north only
CUL_DE_SAC = {"c4": lying("D1")}


def test_a_tile_goes_on_an_empty_hex() -> None:
    state = position(hand="A3")

    assert "b4 is already explored" in str(refused(state, "tile b4 r1"))


@pytest.mark.parametrize("place", ["h1", "a1", "d5", "b2"])
def test_a_tile_touches_an_explored_hex(place: str) -> None:
    state = position(hand="A3")

    assert f"{place} is not next to any explored hex" in str(refused(state, f"tile {place}"))


@pytest.mark.parametrize("rotation", range(6))
def test_a_path_from_the_explored_hex_is_enough_in_any_rotation(rotation: int) -> None:
    # b4 and a4 both have a stone to b3
    state = position(hand="C2")

    placed = after(state, f"tile b3 r{rotation}").board["b3"]

    assert (placed.tile, placed.rotation) == ("C2", rotation)


def test_a_path_of_its_own_stones_is_enough() -> None:
    # nothing leads from c4 to d3; C2's three stones do, turned to the southwest
    state = position(board=CUL_DE_SAC, hand="C2")

    assert after(state, "tile d3 r4").paths["d3"] == {"c4": 3}


@pytest.mark.parametrize("rotation", [0, 1, 2, 3, 5])
def test_a_tile_that_no_path_leads_to_is_refused_with_the_rotations_that_fit(rotation: int) -> None:
    state = position(board=CUL_DE_SAC, hand="C2")

    error = refused(state, f"tile d3 r{rotation}")

    assert f"with r{rotation}, no path leads to d3; these rotations work: r4" in str(error)


def test_any_rotation_with_a_path_will_do() -> None:
    # D4, 1 0 1 0 1 0: every other rotation has a stone to the southwest
    state = position(board=CUL_DE_SAC, hand="D4")

    can = tikal.legal(tikal.view(state, 1))["tile"]

    assert can["d3"] == [0, 2, 4]


@pytest.mark.parametrize("rotation", range(6))
def test_a_volcano_needs_only_to_touch(rotation: int) -> None:
    state = position(board=CUL_DE_SAC, hand="B1")

    assert after(state, f"tile d3 r{rotation}").board["d3"].kind == "volcano"


def test_a_volcano_needs_to_touch() -> None:
    state = position(hand="B1")

    assert "is not next to any explored hex" in str(refused(state, "tile d3"))


@pytest.mark.parametrize(("tile", "masks"), [("A5", 4), ("C4", 3), ("E2", 2), ("C3", 0)])
def test_a_treasure_tile_gets_as_many_wafers_as_it_has_masks(tile: str, masks: int) -> None:
    step = play(position(hand=tile), "tile b3")

    assert step.state.board["b3"].wafers == masks
    assert step.state.dealt == masks
    assert event(step, "placed")["wafers"] == masks


def test_wafers_come_from_the_stock_in_its_order() -> None:
    state = position(board={"c4": lying("C4")}, hand="E2")

    placed = after(state, "tile b3")

    # three went to c4 before
    assert placed.board["b3"].dealt == 3
    assert placed.dealt == 5


def test_wafers_on_a_new_tile_lie_face_down() -> None:
    def seen(wafers: str) -> object:
        return tikal.view(after(position(hand="E2", wafers=wafers), "tile b3"), 1)

    assert seen("mask mask") == seen("crown vase")


def test_placing_costs_no_ap() -> None:
    assert after(position(hand="A3"), "tile b3").ap == 10


def test_a_placed_temple_has_the_value_of_its_tile() -> None:
    step = play(position(hand="E1"), "tile c4 r2")

    assert step.state.board["c4"].value == 6
    assert event(step, "placed") == {
        "event": "placed",
        "seat": 1,
        "tile": "E1",
        "place": "c4",
        "rotation": 2,
        "kind": "temple",
        "value": 6,
        "wafers": 0,
    }


def test_a_new_tile_makes_paths_both_ways() -> None:
    placed = after(position(hand="B2"), "tile c4")

    assert placed.paths["c4"] == {"b4": 2}
    assert placed.paths["b4"] == {"a5": 1, "c4": 2}


def test_the_hexes_printed_on_the_board_are_explored() -> None:
    # b4 and b5 each have a stone to c5
    assert (printed("b4").stones[2], printed("b5").stones[1]) == (1, 1)

    assert after(position(hand="B1"), "tile c5").paths["c5"] == {}
    assert after(position(hand="C2"), "tile c5 r3").paths["c5"] == {"b4": 1, "b5": 1}
