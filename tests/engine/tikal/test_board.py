"""The picture in monospace and the description: everything that is on the board can be found in them."""

from typing import Any

from engine import tikal
from engine.tikal.pieces import HEXES, NEIGHBOURS
from tests.engine.matches import SETTINGS, moments
from tests.engine.tikal.positions import expedition, lying, position

CROWD: dict[str, Any] = {
    "seat_1": expedition(workers={"b3": 10}),
    "seat_2": expedition(workers={"b3": 3}),
    "seat_3": expedition(workers={"b3": 10}, leader="b3"),
    "seat_4": expedition(workers={"b3": 2}),
}


def board(**more: Any) -> str:
    state = position(4, board={"b3": lying("B2", guard=2)}, **more)
    return tikal.board(tikal.view(state, 1))


def test_members_stand_on_their_hex_by_seat() -> None:
    picture = board(seat_1=expedition(workers={"b3": 3}, leader="b3"), seat_2=expedition(workers={"b3": 1}))

    assert "!B 3+LA" in picture
    assert "1B" in picture


def test_a_hex_with_more_than_fits_is_told_below_the_picture() -> None:
    picture = board(**CROWD)

    assert "&" in picture
    assert "b3: temple worth 2. Guarded by Seat 2. Seat 1: 10 workers. Seat 2: 3 workers." in " ".join(
        picture.split()
    )
    assert "Seat 3: 10 workers and the leader. Seat 4: 2 workers." in " ".join(picture.split())


def test_a_hex_on_which_all_fits_is_not_told_again() -> None:
    assert "b3: temple" not in board(seat_1=expedition(workers={"b3": 3}))


def test_the_description_tells_the_stones_that_point_to_the_unexplored() -> None:
    state = position(board={"b3": lying("B2")})

    told = tikal.describe(tikal.view(state, 1)).splitlines()

    (b3,) = [line for line in told if line.startswith("b3: ")]
    assert "Stones facing unexplored hexes: N b2 2." in b3


def test_the_description_tells_every_stone_of_every_explored_hex() -> None:
    for moment in moments(SETTINGS[1])[::9]:
        state = moment.before
        told = {line[:2]: line for line in tikal.describe(tikal.view(state, None)).splitlines()}
        for place, here in state.board.items():
            for near, stones in zip(NEIGHBOURS[place], here.stones, strict=True):
                if stones and near and near not in state.board and here.kind != "volcano":
                    assert f"{near} {stones}" in told[place]
            assert all(f"{there} {cost}" in told[place] for there, cost in state.paths[place].items())


def test_the_picture_shows_every_hex_by_its_name() -> None:
    for moment in moments(SETTINGS[0])[::9]:
        picture = tikal.board(tikal.view(moment.before, 1))
        assert all(place in picture for place in HEXES)


def test_an_open_turn_tells_what_has_been_dug_and_taken() -> None:
    state = position(board={"c4": lying("A2")}, dug={"a4": 1}, taken={"c4": 2}, ap=3)

    picture = tikal.board(tikal.view(state, 1))

    assert "Levels dug this turn: a4 1." in picture
    assert "Wafers taken this turn: c4 2." in picture
