"""Build a camp: 5 AP."""

import pytest

from engine.tikal.state import Expedition, Options
from tests.engine.tikal.positions import after, event, expedition, lying, play, position, refused

JUNGLES = {"c4": lying("C3"), "b3": lying("A3"), "c5": lying("G2")}


def test_a_camp_costs_5_ap() -> None:
    assert after(position(), "camp b4").ap == 5
    assert "costs 5 AP, and you have 4" in str(refused(position(ap=4), "camp b4"))


def test_a_camp_is_built_on_the_printed_jungle() -> None:
    step = play(position(), "camp b4")

    assert step.state.board["b4"].camp == 1
    assert step.state.seats[0].camps == ("b4",)
    assert event(step, "camped") == {"event": "camped", "seat": 1, "place": "b4"}


def test_a_camp_is_built_on_a_jungle_tile() -> None:
    assert after(position(board=JUNGLES), "camp c4").board["c4"].camp == 1


def test_a_camp_is_built_on_a_treasure_hex_with_no_wafers_left() -> None:
    state = position(board={"c4": lying("A2", wafers=0)})

    assert after(state, "camp c4").seats[0].camps == ("c4",)


@pytest.mark.parametrize("wafers", [1, 4])
def test_no_camp_is_built_where_wafers_lie(wafers: int) -> None:
    state = position(board={"c4": lying("A2", wafers=wafers)})

    assert f"there are still wafers on c4 ({wafers})" in str(refused(state, "camp c4"))


@pytest.mark.parametrize("place", ["a5", "a4", "c4"])
def test_no_camp_is_built_on_the_base_camp_a_temple_or_a_volcano(place: str) -> None:
    state = position(board={"c4": lying("B1")})

    error = refused(state, f"camp {place}")

    assert f"on a jungle or an emptied treasure hex, not on {place}" in str(error)


def test_no_camp_is_built_on_what_is_not_explored() -> None:
    assert "c4 is not explored yet" in str(refused(position(), "camp c4"))


def test_no_camp_is_built_where_one_is_already() -> None:
    own = position(seat_1=expedition(camps=["b4"]))
    foreign = position(seat_2=expedition(camps=["b4"]))

    for state in (own, foreign):
        assert "b4 already has a camp" in str(refused(state, "camp b4"))


def test_a_camp_needs_no_member() -> None:
    state = position(board=JUNGLES, seat_2=expedition(workers={"c4": 3}))

    assert after(state, "camp c4").seats[0].camps == ("c4",)


def test_there_are_two_camps_to_a_player_in_the_game() -> None:
    state = after(position(board=JUNGLES, seat_1=expedition(camps=["c4"])), "camp b3; end", "tile a3")

    later = after(state, "end")._replace(phase="ap", ap=10)

    assert later.seats[0].camps == ("c4", "b3")
    assert "you have already built both your camps" in str(refused(later, "camp c5"))


def test_others_have_camps_of_their_own() -> None:
    state = position(board=JUNGLES, seat_2=expedition(camps=["c4", "b3"]))

    assert after(state, "camp c5").seats[0].camps == ("c5",)


WITH_MEMBER = Options(camp_needs_member=True)


def test_with_the_option_a_camp_needs_an_own_member_there() -> None:
    foreign = position(options=WITH_MEMBER, seat_2=expedition(workers={"b4": 3}))

    assert "a camp needs one of your members there; on b4 you have none" in str(refused(foreign, "camp b4"))


@pytest.mark.parametrize("who", [expedition(workers={"b4": 1}), expedition(leader="b4")])
def test_with_the_option_any_member_will_do(who: Expedition) -> None:
    state = position(options=WITH_MEMBER, seat_1=who)

    assert after(state, "camp b4").board["b4"].camp == 1
