"""Move a member: camp to camp for 1 AP, along a path for the stones crossed."""

import pytest

from engine.tikal.state import GONE
from tests.engine.tikal.positions import after, event, expedition, lying, play, position, refused

# C2, 3 0 0 0 0 0, turned to the southwest: with the one stone of b4 a path of 4
STEEP = {"c4": lying("C2", 4)}
JUNGLES = {"c4": lying("C3"), "b3": lying("A3")}


def test_a_step_along_a_path_costs_the_stones_crossed() -> None:
    state = position(board=STEEP, seat_1=expedition(workers={"b4": 1}))

    step = play(state, "move 1 b4 c4")

    assert step.state.ap == 6
    assert step.state.seats[0].workers == {"c4": 1}


@pytest.mark.parametrize(("who", "cost"), [("1", 2), ("3", 6), ("L", 2), ("3+L", 8)])
def test_each_member_pays_for_the_whole_way(who: str, cost: int) -> None:
    state = position(seat_1=expedition(workers={"a5": 3}, leader="a5"))

    assert event(play(state, f"move {who} a5 a4"), "moved")["cost"] == cost


def test_members_move_through_as_many_hexes_as_are_paid_for() -> None:
    # a4 to a5: 2, a5 to b4: 1, b4 to c4: 4
    state = position(board=STEEP, seat_1=expedition(workers={"a4": 1}))

    step = play(state, "move 1 a4 a5 b4 c4")

    assert step.state.seats[0].workers == {"c4": 1}
    assert event(step, "moved") == {
        "event": "moved",
        "seat": 1,
        "workers": 1,
        "leader": False,
        "way": ["a4", "a5", "b4", "c4"],
        "cost": 7,
    }


def test_hexes_may_be_revisited() -> None:
    state = position(seat_1=expedition(workers={"a5": 1}))

    step = play(state, "move 1 a5 b4 a5 b4 a5 a4")

    assert event(step, "moved")["cost"] == 6
    assert step.state.seats[0].workers == {"a4": 1}


def test_members_may_move_back_to_where_they_began() -> None:
    state = position(seat_1=expedition(workers={"a5": 2}))

    step = play(state, "move 1 a5 b4 a5")

    assert event(step, "moved")["cost"] == 2
    assert step.state.seats[0].workers == {"a5": 2}


def test_members_stay_behind_where_not_all_move() -> None:
    state = position(seat_1=expedition(workers={"a5": 3}, leader="a5"))

    me = after(state, "move 2 a5 b4").seats[0]

    assert (me.workers, me.leader) == ({"a5": 1, "b4": 2}, "a5")


def test_the_leader_moves_alone_or_with_workers() -> None:
    state = position(seat_1=expedition(workers={"a5": 3}, leader="a5"))

    alone, together = after(state, "move L a5 b4").seats[0], after(state, "move 1+L a5 b4").seats[0]

    assert (alone.workers, alone.leader) == ({"a5": 3}, "b4")
    assert (together.workers, together.leader) == ({"a5": 2, "b4": 1}, "b4")


@pytest.mark.parametrize("way", ["b4 b3", "b4 b3 b4", "b4 b3 a4"])
def test_nobody_moves_into_a_volcano(way: str) -> None:
    state = position(board={"b3": lying("B1")}, seat_1=expedition(workers={"b4": 1}))

    assert "b3 is a volcano: nobody can go there" in str(refused(state, f"move 1 {way}"))


def test_foreign_camps_may_be_entered() -> None:
    state = position(seat_1=expedition(workers={"a5": 1}), seat_2=expedition(camps=["b4"]))

    assert after(state, "move 1 a5 b4").seats[0].workers == {"b4": 1}


def test_guarded_temples_may_be_entered() -> None:
    state = position(seat_1=expedition(workers={"a5": 1}), seat_2=expedition(guards=["b5"]))

    assert after(state, "move 1 a5 b5").seats[0].workers == {"b5": 1}


def test_the_secret_path_leads_from_the_base_camp_to_an_own_camp_for_1() -> None:
    state = position(board=JUNGLES, seat_1=expedition(workers={"a5": 2}, camps=["c4"]))

    step = play(state, "move 2 a5 c4")

    assert event(step, "moved")["cost"] == 2
    assert step.state.seats[0].workers == {"c4": 2}


def test_the_secret_path_leads_back_to_the_base_camp() -> None:
    state = position(board=JUNGLES, seat_1=expedition(leader="c4", camps=["c4"]))

    assert event(play(state, "move L c4 a5"), "moved")["cost"] == 1


def test_the_secret_path_leads_between_two_own_camps() -> None:
    state = position(board=JUNGLES, seat_1=expedition(workers={"c4": 1}, camps=["c4", "b3"]))

    assert event(play(state, "move 1 c4 b3"), "moved")["cost"] == 1


def test_between_touching_camps_it_is_1_as_well() -> None:
    state = position(board=STEEP, seat_1=expedition(workers={"b4": 1}, camps=["b4", "c4"]))

    assert state.paths["b4"]["c4"] == 4
    assert event(play(state, "move 1 b4 c4"), "moved")["cost"] == 1


def test_the_secret_path_is_a_hop_among_others() -> None:
    # a4 to a5 by two stones, then the secret path
    state = position(board=JUNGLES, seat_1=expedition(workers={"a4": 1}, camps=["c4"]))

    assert event(play(state, "move 1 a4 a5 c4"), "moved")["cost"] == 3


def test_foreign_camps_are_not_on_the_secret_path() -> None:
    state = position(board=JUNGLES, seat_1=expedition(workers={"a5": 1}), seat_2=expedition(camps=["c4"]))

    assert "a5 and c4 are not next to each other" in str(refused(state, "move 1 a5 c4"))


def test_staying_in_a_camp_is_no_move() -> None:
    state = position(seat_1=expedition(workers={"a5": 1}))

    refused(state, "move 1 a5 a5")


def test_a_hop_that_is_none_is_refused_with_the_cheapest_way() -> None:
    state = position(board=STEEP, seat_1=expedition(workers={"a5": 1}))

    error = refused(state, "move 1 a5 c4")

    assert "not next to each other; the cheapest way is a5 b4 c4, 5 AP for each member" in str(error)


def test_nobody_moves_off_the_explored_hexes() -> None:
    state = position(seat_1=expedition(workers={"b4": 1}))

    assert "c4 is not explored yet" in str(refused(state, "move 1 b4 c4"))


def test_no_more_workers_move_than_are_there() -> None:
    state = position(seat_1=expedition(workers={"a5": 1}, leader="a5"), seat_2=expedition(workers={"a5": 9}))

    assert "your workers on a5: 1; you said 2" in str(refused(state, "move 2 a5 b4"))


@pytest.mark.parametrize(
    ("leader", "reason"),
    [("b4", "your leader is on b4"), ("supply", "still in the supply"), (GONE, "has left the game")],
)
def test_the_leader_moves_only_from_where_he_is(leader: str, reason: str) -> None:
    state = position(seat_1=expedition(workers={"a5": 1}, leader=leader))

    assert reason in str(refused(state, "move L a5 b4"))


def test_moving_needs_the_ap_for_all_members() -> None:
    state = position(seat_1=expedition(workers={"a5": 2}, leader="a5"), ap=4)

    error = refused(state, "move 2+L a5 b5")

    assert "costs 6 AP, and you have 4" in str(error)
