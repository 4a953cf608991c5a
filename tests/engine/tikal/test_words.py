"""The chapter Words."""

import pytest

from engine import tikal
from engine.tikal.pieces import DIRECTIONS, HEXES, MOTIFS, NEIGHBOURS, SQUARES, TILES
from engine.tikal.state import Expedition, explored_hex
from tests.engine.tikal.positions import after, event, expedition, lying, play, position, printed, refused


def test_a_hex_is_one_of_40_spaces_from_a1_to_h5() -> None:
    assert len(set(HEXES)) == 40
    assert {name[0] for name in HEXES} == set("abcdefgh")
    assert {name[1] for name in HEXES} == set("12345")


def test_columns_go_from_left_to_right() -> None:
    for left, right in zip("abcdefg", "bcdefgh", strict=True):
        _, northeast, southeast, _, _, _ = NEIGHBOURS[f"{left}3"]

        assert northeast[0] == southeast[0] == right


def test_rows_go_from_the_top() -> None:
    north, _, _, south, _, _ = NEIGHBOURS["c3"]

    assert (north, south) == ("c2", "c4")


@pytest.mark.parametrize("column", "aceg")
def test_columns_a_c_e_and_g_stand_half_a_hex_higher(column: str) -> None:
    right = chr(ord(column) + 1)

    _, northeast, southeast, _, _, _ = NEIGHBOURS[f"{column}3"]

    assert (northeast, southeast) == (f"{right}2", f"{right}3")


@pytest.mark.parametrize("column", "bdfh")
def test_columns_b_d_f_and_h_stand_half_a_hex_lower(column: str) -> None:
    left = chr(ord(column) - 1)

    _, _, _, _, southwest, northwest = NEIGHBOURS[f"{column}3"]

    assert (southwest, northwest) == (f"{left}4", f"{left}3")


def test_off_the_board_there_are_no_hexes() -> None:
    assert NEIGHBOURS["a5"] == ("a4", "b4", "b5", "", "", "")
    assert NEIGHBOURS["b5"] == ("b4", "c5", "", "", "", "a5")
    assert NEIGHBOURS["h1"] == ("", "", "", "h2", "g2", "g1")


def test_touching_is_mutual_and_from_opposite_sides() -> None:
    for name in HEXES:
        for direction, near in enumerate(NEIGHBOURS[name]):
            assert not near or NEIGHBOURS[near][(direction + 3) % 6] == name


def test_a_tile_is_one_of_36_in_letter_groups_and_numbered() -> None:
    sizes = {letter: sum(name[0] == letter for name in TILES) for letter in "ABCDEFG"}

    assert sizes == {"A": 6, "B": 6, "C": 5, "D": 5, "E": 5, "F": 5, "G": 4}
    assert len(TILES) == 36
    assert all(f"{letter}{n}" in TILES for letter, size in sizes.items() for n in range(1, size + 1))


def test_stones_are_listed_clockwise_from_north() -> None:
    assert DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")
    # A2, 2 0 1 0 0 0: two stones to the north, one to the southeast
    board = {"c3": lying("A2"), "c2": lying("D1", 1), "d3": lying("D1", 1), "d2": lying("D1", 0)}

    paths = position(board=board).paths["c3"]

    assert paths == {"c2": 2, "d3": 1}


@pytest.mark.parametrize("rotation", range(6))
def test_a_rotation_turns_side_i_clockwise_to_direction_i_plus_r(rotation: int) -> None:
    state = position(board={"c4": lying("C3")}, hand="B2")

    placed = after(state, f"tile b3 r{rotation}").board["b3"]

    for side, stones in enumerate((2, 0, 0, 0, 1, 0)):
        assert placed.stones[(side + rotation) % 6] == stones


def test_there_are_no_mirror_images() -> None:
    # A1, 2 1 0 0 0 0: the side after the two stones, clockwise, has the one stone, however it lies
    for rotation in range(6):
        stones = explored_hex("A1", rotation=rotation).stones

        assert stones[(stones.index(2) + 1) % 6] == 1


def test_a_path_costs_the_sum_of_the_stones_on_the_two_sides_that_touch() -> None:
    # b4 has one stone to the northeast; B2 as printed has one to the southwest
    state = position(board={"c4": lying("B2")}, seat_1=expedition(workers={"b4": 1}))

    assert event(play(state, "move 1 b4 c4"), "moved")["cost"] == 2


def test_stones_on_one_side_alone_are_a_path() -> None:
    # the base camp has one stone to b4, b4 none back
    state = position(seat_1=expedition(workers={"a5": 1, "b4": 1}))

    assert event(play(state, "move 1 a5 b4"), "moved")["cost"] == 1
    assert event(play(state, "move 1 b4 a5"), "moved")["cost"] == 1


def test_without_stones_on_either_side_there_is_no_path() -> None:
    state = position(seat_1=expedition(workers={"b4": 1}))

    error = refused(state, "move 1 b4 b5")

    assert "there are no stones between b4 and b5" in str(error)


def test_a_volcano_has_no_paths_though_stones_point_at_it() -> None:
    state = position(board={"b3": lying("B1")}, seat_1=expedition(workers={"b4": 1}))

    assert printed("b4").stones[0] == 1
    assert "b3 is a volcano" in str(refused(state, "move 1 b4 b3"))
    assert state.paths["b3"] == {}


def test_an_expedition_has_18_workers_and_1_leader() -> None:
    state = position(ap=19)

    everybody = after(state, "enter 18+L a5").seats[0]

    assert everybody.workers == {"a5": 18}
    assert everybody.leader == "a5"
    assert everybody.supply == 0
    assert "supply: 18; you said 19" in str(refused(state, "enter 19 a5"))


@pytest.mark.parametrize(
    ("who", "strength"),
    [
        (expedition(workers={"b5": 2}), 2),
        (expedition(leader="b5"), 3),
        (expedition(workers={"b5": 2}, leader="b5"), 5),
        (expedition(workers={"b5": 2, "a4": 9}, leader="a4"), 2),
    ],
)
def test_strength_is_the_workers_and_three_for_the_leader_on_a_hex(who: Expedition, strength: int) -> None:
    # stronger than one worker less, and not stronger than as many
    for rivals, temples in ((strength - 1, {"b5": 1}), (strength, {})):
        rival = expedition(workers={"b5": rivals, "a4": 12})
        state = position(seat_1=who, seat_2=rival, scoring=True, queue=(2,), hand="B1")

        assert event(play(state, "end"), "scored")["temples"] == temples


def test_action_points_are_ten_to_a_turn() -> None:
    state = position(hand="A3")

    assert after(state, "tile b3 r2").ap == 10


def test_action_points_are_never_saved() -> None:
    state = position(hand="A3", coming=("C3", "G1", "G2"))

    later = after(state, "tile b3 r2; enter 3 a5; end", "tile c4; end", "tile c5 r3")

    assert later.to_move == 1
    assert later.ap == 10


def test_the_squares_are_three_2s_to_one_10() -> None:
    assert SQUARES == {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}


def test_the_squares_are_one_common_supply() -> None:
    state = position(seat_1=expedition(workers={"a4": 1}), seat_2=expedition(workers={"b5": 1}))

    first = after(state, "dig a4; end")
    second = after(first, "tile b3; dig b5; end")

    assert (state.squares[2], first.squares[2], second.squares[2]) == (3, 2, 1)


def test_wafers_are_eight_motifs_three_of_each() -> None:
    deal = tikal.setup(2, {}, b"seed").deal

    assert deal
    assert len(set(MOTIFS)) == 8
    assert all(deal.wafers.count(motif) == 3 for motif in MOTIFS)
    assert len(deal.wafers) == 24
