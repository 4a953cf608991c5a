"""Guard a temple: 5 AP."""

import pytest

from engine import tikal
from engine.errors import Unreadable
from engine.tikal.state import GONE, SUPPLY
from tests.engine.tikal.positions import after, event, expedition, lying, play, position, printed, refused


def test_a_guard_costs_5_ap() -> None:
    state = position(seat_1=expedition(workers={"a4": 1}))

    assert after(state, "guard a4").ap == 5
    assert "costs 5 AP, and you have 4" in str(refused(state._replace(ap=4), "guard a4"))


def test_a_guard_stands_on_the_temple_for_its_owner() -> None:
    state = position(board={"a4": printed("a4", value=7)}, seat_1=expedition(workers={"a4": 1}))

    step = play(state, "guard a4")

    here = step.state.board["a4"]
    assert (here.guard, here.guard_leader, here.value) == (1, False, 7)
    assert step.state.seats[0].guards == ("a4",)
    assert event(step, "guarded") == {
        "event": "guarded",
        "seat": 1,
        "place": "a4",
        "value": 7,
        "leader": False,
        "gone": 0,
        "leader_gone": False,
    }


@pytest.mark.parametrize(("mine", "most"), [(2, 2), (2, 4)])
def test_a_guard_needs_more_strength_than_every_other_single_player(mine: int, most: int) -> None:
    me, weak, strong = (expedition(workers={"a4": strength}) for strength in (mine, 1, most))
    state = position(3, seat_1=me, seat_2=weak, seat_3=strong)

    error = refused(state, "guard a4")

    assert "yours must be greater than everybody else’s" in str(error)
    assert error.values == {"place": "a4", "mine": mine, "most": most}


def test_nobody_guards_a_temple_from_afar() -> None:
    assert "you have nobody on a4" in str(refused(position(), "guard a4"))


def test_a_guard_is_a_worker_or_the_leader_not_both() -> None:
    for orders in ("guard c4 worker L", "guard c4 L worker", "guard c4 with a worker and the leader"):
        with pytest.raises(Unreadable):
            tikal.write(orders)


def test_the_others_strength_does_not_add_up() -> None:
    two = expedition(workers={"a4": 2})

    state = position(4, seat_1=expedition(workers={"a4": 3}), seat_2=two, seat_3=two, seat_4=two)

    assert after(state, "guard a4").board["a4"].guard == 1


def test_the_leaders_strength_of_three_counts() -> None:
    state = position(seat_1=expedition(leader="a4"), seat_2=expedition(workers={"a4": 2}))

    assert after(state, "guard a4 L").board["a4"].guard == 1


def test_a_guarded_temple_is_not_guarded_again() -> None:
    own = position(seat_1=expedition(workers={"a4": 3}, guards=["a4"]))
    foreign = position(seat_1=expedition(workers={"a4": 3}), seat_2=expedition(guards=["a4"]))

    for state in (own, foreign):
        assert "a4 already has a guard" in str(refused(state, "guard a4"))


def test_there_are_two_guards_to_a_player_in_the_game() -> None:
    board = {"c4": lying("B2")}
    workers = {"a4": 1, "b5": 1, "c4": 1}

    state = after(position(board=board, seat_1=expedition(workers=workers), ap=20), "guard a4; guard b5")

    assert state.seats[0].guards == ("a4", "b5")
    assert "you have already placed both your guards" in str(refused(state, "guard c4"))


def test_one_worker_becomes_the_guard_and_the_other_members_there_leave_the_game() -> None:
    state = position(seat_1=expedition(workers={"a4": 3, "a5": 2}, leader="a4"))

    step = play(state, "guard a4")

    me = step.state.seats[0]
    assert (me.workers, me.leader, me.supply) == ({"a5": 2}, GONE, 13)
    assert (event(step, "guarded")["gone"], event(step, "guarded")["leader_gone"]) == (2, True)


def test_a_leader_somewhere_else_stays_in_the_game() -> None:
    on_board = position(seat_1=expedition(workers={"a4": 2}, leader="b4"))
    in_supply = position(seat_1=expedition(workers={"a4": 2}))

    assert after(on_board, "guard a4").seats[0].leader == "b4"
    assert after(in_supply, "guard a4").seats[0].leader == SUPPLY


def test_the_leader_becomes_the_guard_and_the_workers_there_leave_the_game() -> None:
    state = position(seat_1=expedition(workers={"a4": 3, "a5": 2}, leader="a4"))

    step = play(state, "guard a4 L")

    me, here = step.state.seats[0], step.state.board["a4"]
    assert (me.workers, me.leader, me.supply) == ({"a5": 2}, GONE, 13)
    assert (here.guard, here.guard_leader) == (1, True)
    assert (event(step, "guarded")["gone"], event(step, "guarded")["leader_gone"]) == (3, False)


def test_a_guard_stands_there_for_good() -> None:
    state = after(position(seat_1=expedition(workers={"a4": 1})), "guard a4")

    assert "your workers on a4: 0" in str(refused(state, "move 1 a4 a5"))


def test_the_members_of_others_stay_and_move_freely() -> None:
    rival = expedition(workers={"a4": 1, "a5": 1})
    state = after(position(seat_1=expedition(workers={"a4": 2}), seat_2=rival), "guard a4; end", "tile b3")

    assert state.seats[1].workers == {"a4": 1, "a5": 1}
    assert after(state, "move 1 a5 a4").seats[1].workers == {"a4": 2}
    assert after(state, "move 1 a4 a5").seats[1].workers == {"a5": 2}


def test_the_guards_owner_may_come_back_to_the_temple() -> None:
    state = position(seat_1=expedition(workers={"a4": 1, "a5": 1}))

    assert after(state, "guard a4; move 1 a5 a4").seats[0].workers == {"a4": 1}


def test_the_temples_value_is_fixed() -> None:
    state = after(position(seat_1=expedition(workers={"a4": 1, "a5": 1})), "guard a4; move 1 a5 a4")

    assert "its value is fixed" in str(refused(state, "dig a4"))


def test_only_the_guards_owner_scores_the_temple() -> None:
    state = position(
        seat_1=expedition(guards=["b5"]),
        seat_2=expedition(workers={"b5": 9}),
        scoring=True,
        queue=(2,),
        hand="B1",
    )

    owner = play(state, "end")
    other = play(owner.state, "end")

    assert event(owner, "scored")["temples"] == {"b5": 1}
    assert event(other, "scored")["temples"] == {}


def test_only_temples_are_guarded() -> None:
    state = position(seat_1=expedition(workers={"b4": 1, "a5": 1}))

    assert "there is no temple on b4" in str(refused(state, "guard b4"))
    assert "there is no temple on a5" in str(refused(state, "guard a5"))
    assert "c4 is not explored yet" in str(refused(state, "guard c4"))
