"""Dig: uncover one level of a temple for 2 AP."""

from engine.tikal.pieces import SQUARES
from tests.engine.tikal.positions import after, event, expedition, lying, play, position, printed, refused

TWO_MEMBERS = expedition(workers={"a4": 2})


def test_a_dig_uncovers_the_next_higher_square() -> None:
    step = play(position(seat_1=TWO_MEMBERS), "dig a4")

    assert step.state.board["a4"].value == 2
    assert step.state.squares == {**SQUARES, 2: 2}
    assert event(step, "dug") == {"event": "dug", "seat": 1, "place": "a4", "before": 1, "value": 2}


def test_a_dig_costs_2_ap_a_level() -> None:
    state = position(seat_1=TWO_MEMBERS)

    assert after(state, "dig a4").ap == 8
    assert after(state, "dig a4 x2").ap == 6


def test_two_levels_take_two_squares() -> None:
    state = after(position(seat_1=TWO_MEMBERS), "dig a4 x2")

    assert state.board["a4"].value == 3
    assert state.squares == {**SQUARES, 2: 2, 3: 5}


def test_at_most_two_levels_of_one_temple_in_a_turn() -> None:
    state = position(seat_1=expedition(workers={"a4": 3}))

    for orders in ("dig a4 x2; dig a4", "dig a4; dig a4; dig a4", "dig a4; dig a4 x2"):
        assert "at most two levels of a temple in one turn" in str(refused(state, orders))


def test_the_limit_holds_over_several_submissions() -> None:
    state = after(position(seat_1=expedition(workers={"a4": 3})), "dig a4", "dig a4")

    assert "on a4 you have already dug 2" in str(refused(state, "dig a4"))


def test_the_limit_is_for_each_temple_by_itself() -> None:
    state = position(seat_1=expedition(workers={"a4": 2, "b5": 2}))

    later = after(state, "dig a4 x2; dig b5 x2")

    assert (later.board["a4"].value, later.board["b5"].value) == (3, 3)


def test_the_first_level_needs_one_own_member() -> None:
    nobody = position(seat_2=expedition(workers={"a4": 3}))

    assert "you have nobody on" in str(refused(nobody, "dig a4"))
    assert after(position(seat_1=expedition(workers={"a4": 1})), "dig a4").board["a4"].value == 2


def test_the_second_level_needs_two_own_members() -> None:
    state = position(seat_1=expedition(workers={"a4": 1}), seat_2=expedition(workers={"a4": 3}))

    for orders in ("dig a4 x2", "dig a4; dig a4"):
        assert "second level on a4 in one turn needs two of your members there; you have 1" in str(
            refused(state, orders)
        )


def test_the_leader_counts_as_one_member_for_digging() -> None:
    alone = position(seat_1=expedition(leader="a4"))
    with_a_worker = position(seat_1=expedition(workers={"a4": 1}, leader="a4"))

    assert after(alone, "dig a4").board["a4"].value == 2
    assert "needs two of your members there; you have 1" in str(refused(alone, "dig a4 x2"))
    assert after(with_a_worker, "dig a4 x2").board["a4"].value == 3


def test_members_are_counted_when_the_level_is_dug() -> None:
    state = position(seat_1=expedition(workers={"a4": 1, "a5": 1}))

    assert after(state, "dig a4; move 1 a5 a4; dig a4").board["a4"].value == 3


def test_members_who_have_left_do_not_count() -> None:
    state = position(seat_1=TWO_MEMBERS)

    assert "needs two of your members there" in str(refused(state, "dig a4; move 1 a4 a5; dig a4"))


def test_a_missing_square_is_never_skipped() -> None:
    state = position(seat_1=TWO_MEMBERS, squares={**SQUARES, 2: 0})

    error = refused(state, "dig a4")

    assert "needs temple tile 2, and none is left; you cannot skip a level" in str(error)


def test_two_levels_need_both_squares() -> None:
    state = position(seat_1=TWO_MEMBERS, squares={**SQUARES, 3: 0})

    assert "needs temple tile 3" in str(refused(state, "dig a4 x2"))
    assert after(state, "dig a4").board["a4"].value == 2


def test_the_last_square_can_be_dug() -> None:
    state = position(seat_1=TWO_MEMBERS, squares={**SQUARES, 2: 1})

    assert after(state, "dig a4").squares[2] == 0


def test_nothing_is_higher_than_10() -> None:
    state = position(board={"a4": printed("a4", value=10)}, seat_1=TWO_MEMBERS)

    assert "is at 10; no temple tile is higher than 10" in str(refused(state, "dig a4"))


def test_a_guarded_temple_is_not_dug_by_anybody() -> None:
    own = position(seat_1=expedition(workers={"a4": 2}, guards=["a4"]))
    foreign = position(seat_1=TWO_MEMBERS, seat_2=expedition(guards=["a4"]))

    for state in (own, foreign):
        assert "a4 has a guard, so its value is fixed" in str(refused(state, "dig a4"))


def test_only_temples_are_dug() -> None:
    board = {"c4": lying("A2"), "b3": lying("B1")}
    state = position(board=board, seat_1=expedition(workers={"c4": 1, "b4": 1, "a5": 1}))

    for place in ("c4", "b4", "a5", "b3"):
        assert f"there is no temple on {place}" in str(refused(state, f"dig {place}"))
    assert "c5 is not explored yet" in str(refused(state, "dig c5"))


def test_digging_needs_the_ap() -> None:
    state = position(seat_1=TWO_MEMBERS, ap=3)

    assert "costs 4 AP, and you have 3" in str(refused(state, "dig a4 x2"))


def test_a_temple_leads_to_no_square_for_a_player_who_digs() -> None:
    before = position(seat_1=TWO_MEMBERS)

    assert after(before, "dig a4").seats == before.seats
