"""Take one wafer: 3 AP."""

import pytest

from engine import tikal
from tests.engine.tikal.positions import after, event, expedition, lying, play, position, refused

FOUR = {"c4": lying("A2")}
TWO_MEMBERS = expedition(workers={"c4": 2})


def test_a_wafer_is_taken_for_3_ap() -> None:
    state = position(board=FOUR, seat_1=TWO_MEMBERS, wafers="mask crown")

    step = play(state, "take c4")

    assert step.state.ap == 7
    assert step.state.seats[0].wafers == {"mask": 1}
    assert step.state.board["c4"].wafers == 3
    assert event(step, "took") == {"event": "took", "seat": 1, "place": "c4", "wafers": ["mask"], "left": 3}


def test_two_wafers_are_taken_for_6_ap() -> None:
    state = position(board=FOUR, seat_1=TWO_MEMBERS, wafers="mask mask")

    taken = after(state, "take c4 x2")

    assert taken.ap == 4
    assert taken.seats[0].wafers == {"mask": 2}


def test_at_most_two_from_one_hex_in_a_turn() -> None:
    state = after(position(board=FOUR, seat_1=expedition(workers={"c4": 3})), "take c4 x2")

    assert "at most two wafers from a hex in one turn" in str(refused(state, "take c4"))
    assert "from c4 you have already taken 2" in str(refused(state, "take c4"))


def test_one_and_then_two_are_more_than_two() -> None:
    state = after(position(board=FOUR, seat_1=expedition(workers={"c4": 3})), "take c4")

    assert "from c4 you have already taken 1" in str(refused(state, "take c4 x2"))


def test_the_limit_is_for_each_hex_by_itself() -> None:
    board = {"c4": lying("A2"), "b3": lying("A5")}
    state = position(board=board, seat_1=expedition(workers={"c4": 2, "b3": 1}))

    taken = after(state, "take c4 x2; take b3")

    assert taken.taken == {"c4": 2, "b3": 1}


def test_the_first_wafer_needs_one_own_member() -> None:
    state = position(board=FOUR, seat_2=TWO_MEMBERS)

    assert "you have nobody on" in str(refused(state, "take c4"))


def test_the_second_wafer_needs_two_own_members() -> None:
    state = position(board=FOUR, seat_1=expedition(workers={"c4": 1}), seat_2=TWO_MEMBERS)

    assert "needs two of your members there; you have 1" in str(refused(state, "take c4 x2"))
    assert "needs two of your members there; you have 1" in str(refused(after(state, "take c4"), "take c4"))


def test_the_leader_counts_as_one_member_for_taking() -> None:
    alone = position(board=FOUR, seat_1=expedition(leader="c4"))
    with_a_worker = position(board=FOUR, seat_1=expedition(workers={"c4": 1}, leader="c4"))

    assert after(alone, "take c4").board["c4"].wafers == 3
    assert "needs two of your members there" in str(refused(alone, "take c4 x2"))
    assert after(with_a_worker, "take c4 x2").board["c4"].wafers == 2


@pytest.mark.parametrize("seat", [1, 2, None])
def test_a_wafer_is_seen_only_when_it_is_taken(seat: int | None) -> None:
    def view(wafers: str, *orders: str) -> object:
        return tikal.view(
            after(position(board=FOUR, seat_1=TWO_MEMBERS, wafers=wafers), "enter 1 a5", *orders), seat
        )

    assert view("mask crown") == view("vase knife")
    assert view("mask crown", "take c4") == view("mask knife", "take c4")
    assert view("mask crown", "take c4") != view("vase knife", "take c4")


def test_wafers_come_in_the_order_in_which_they_were_dealt_to_the_hex() -> None:
    # A2 was dealt the first four, E2 the next two
    board = {"c4": lying("A2"), "b3": lying("E2")}
    seat_1 = expedition(workers={"c4": 2, "b3": 1})
    state = position(board=board, seat_1=seat_1, wafers="mask crown vase knife bowl jaguar")

    steps = [play(state, "take b3"), play(state, "take c4 x2")]
    third = play(after(state, "take c4 x2")._replace(taken={}), "take c4")

    assert [event(step, "took")["wafers"] for step in steps] == [["bowl"], ["mask", "crown"]]
    assert event(third, "took")["wafers"] == ["vase"]


def test_no_more_wafers_are_taken_than_lie_there() -> None:
    state = position(board={"c4": lying("A2", wafers=1)}, seat_1=TWO_MEMBERS)

    assert "only one wafer is left on c4" in str(refused(state, "take c4 x2"))
    assert "no wafers are left on c4" in str(refused(after(state, "take c4"), "take c4"))


def test_wafers_lie_only_on_treasure_hexes() -> None:
    state = position(seat_1=expedition(workers={"a4": 1, "b4": 1}))

    assert "there are no treasures on a4" in str(refused(state, "take a4"))
    assert "there are no treasures on b4" in str(refused(state, "take b4"))
    assert "c4 is not explored yet" in str(refused(state, "take c4"))


def test_taking_needs_the_ap() -> None:
    state = position(board=FOUR, seat_1=TWO_MEMBERS, ap=5)

    assert "costs 6 AP, and you have 5" in str(refused(state, "take c4 x2"))
