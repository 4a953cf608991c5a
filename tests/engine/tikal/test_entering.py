"""Enter a member from the supply: 1 AP each, into the base camp or one's own camp."""

import pytest

from engine.tikal.state import GONE, SUPPLY
from tests.engine.tikal.positions import after, event, expedition, lying, play, position, refused

JUNGLE = {"c4": lying("C3")}


@pytest.mark.parametrize(("who", "ap"), [("1", 9), ("4", 6), ("L", 9), ("2+L", 7)])
def test_a_member_enters_for_1_ap_each(who: str, ap: int) -> None:
    assert after(position(), f"enter {who} a5").ap == ap


def test_workers_enter_the_base_camp_from_the_supply() -> None:
    step = play(position(), "enter 3 a5")

    me = step.state.seats[0]
    assert (me.workers, me.supply, me.leader) == ({"a5": 3}, 15, SUPPLY)
    assert event(step, "entered") == {
        "event": "entered",
        "seat": 1,
        "workers": 3,
        "leader": False,
        "place": "a5",
    }


def test_the_leader_enters_from_the_supply() -> None:
    me = after(position(), "enter L a5").seats[0]

    assert (me.workers, me.supply, me.leader) == ({}, 18, "a5")


def test_members_join_those_who_are_there() -> None:
    state = position(seat_1=expedition(workers={"a5": 2}))

    assert after(state, "enter 3 a5").seats[0].workers == {"a5": 5}


def test_members_enter_an_own_camp() -> None:
    state = position(board=JUNGLE, seat_1=expedition(camps=["c4"]))

    me = after(state, "enter 2+L c4").seats[0]

    assert (me.workers, me.leader) == ({"c4": 2}, "c4")


def test_members_do_not_enter_at_a_foreign_camp() -> None:
    state = position(board=JUNGLE, seat_2=expedition(camps=["c4"]))

    assert "at the base camp a5 or at your own camps" in str(refused(state, "enter 1 c4"))


@pytest.mark.parametrize("place", ["c4", "a4", "h5"])
def test_members_enter_nowhere_else(place: str) -> None:
    state = position(board=JUNGLE, seat_1=expedition(workers={"c4": 1}))

    assert "at the base camp a5 or at your own camps" in str(refused(state, f"enter 1 {place}"))


def test_no_more_workers_enter_than_are_in_the_supply() -> None:
    state = position(seat_1=expedition(supply=2))

    assert "workers in your supply: 2; you said 3" in str(refused(state, "enter 3 a5"))
    assert after(state, "enter 2 a5").seats[0].supply == 0


def test_a_leader_on_the_board_does_not_enter_again() -> None:
    state = position(seat_1=expedition(leader="b4"))

    assert "your leader is on b4" in str(refused(state, "enter L a5"))


def test_a_leader_who_has_left_the_game_does_not_enter() -> None:
    state = position(seat_1=expedition(leader=GONE))

    assert "your leader has left the game" in str(refused(state, "enter 1+L a5"))


def test_entering_needs_the_ap() -> None:
    assert "costs 3 AP, and you have 2" in str(refused(position(ap=2), "enter 2+L a5"))
