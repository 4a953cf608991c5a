"""The chapter Worked examples."""

from engine import tikal
from engine.game import Ask
from engine.tikal.pieces import SQUARES
from engine.tikal.state import Options
from tests.engine.tikal.positions import (
    after,
    bidding,
    event,
    expedition,
    lying,
    play,
    position,
    printed,
    refused,
    told,
)


def test_worked_example_1_temples_of_3_5_5_and_8_with_two_pairs_and_two_singles() -> None:
    board = {
        "a4": printed("a4", value=3),
        "b5": printed("b5", value=5),
        "c4": lying("D1", value=5),
        "b3": lying("E1", value=8),
    }
    me = expedition(workers=dict.fromkeys(board, 1), wafers="mask mask crown crown vase knife")
    state = position(board=board, seat_1=me, scoring=True, queue=(2,), hand="B1")

    scored = event(play(state, "end"), "scored")

    assert sum(scored["temples"].values()) == 21
    assert (scored["treasures"], scored["score"]) == (8, 29)


def test_worked_example_2_a_path_of_1_and_2_stones_costs_3() -> None:
    # b5 has one stone to c5; two stones of the jungle E3 are turned to the southwest, where b5 lies
    state = position(board={"c5": lying("E3", 4)}, seat_1=expedition(workers={"b5": 1}))

    assert event(play(state, "move 1 b5 c5"), "moved")["cost"] == 3


def test_worked_example_2_without_stones_on_either_side_there_is_no_way() -> None:
    state = position(seat_1=expedition(workers={"b5": 1}))

    assert "no stones" in str(refused(state, "move 1 b5 b4"))


def test_worked_example_3_the_auction_of_four() -> None:
    a, b, c, d = 1, 2, 3, 4
    rich = expedition(20)
    state = position(
        4,
        seat_1=rich,
        seat_2=rich,
        seat_3=rich,
        seat_4=rich,
        auction=bidding(a, b, c, d),
        display=("A3", "A4", "A5", "A6"),
        coming=("G1", "G2", "G3", "G4"),
        options=Options(auction=True),
    )

    first = after(state, "pass", "bid 5", "pass", "pass")
    assert tikal.asked(first) == {b: Ask("pick")}

    second = after(first, "pick A3; tile b3; end")
    assert tikal.asked(second) == {c: Ask("bid")}

    second = after(second, "pass", "bid 3", "bid 4", "pass")
    assert tikal.asked(second) == {a: Ask("pick")}

    third = after(second, "pick A4; tile c4; end")
    assert tikal.asked(third) == {c: Ask("bid")}

    third = after(third, "pass", "pass")
    assert tikal.asked(third) == {c: Ask("pick")}
    assert [seat.score for seat in third.seats] == [16, 15, 20, 20]

    last = after(third, "pick A5; tile c5; end")
    assert tikal.asked(last) == {d: Ask("tile")}
    assert last.hand == "A6"

    step = play(last, "tile a3; end")
    assert told(step) == ["placed", "ended", "turned_up"]
    assert tikal.asked(step.state) == {a: Ask("bid")}


def test_worked_example_4_the_leader_alone_against_three_workers_scores_for_nobody() -> None:
    leader, workers = expedition(leader="a4"), expedition(workers={"a4": 3})
    state = position(seat_1=leader, seat_2=workers, scoring=True, queue=(2,), hand="B1")

    first = play(state, "end")
    second = play(first.state, "end")

    assert event(first, "scored")["temples"] == event(second, "scored")["temples"] == {}


def test_worked_example_4_the_leader_alone_against_three_workers_nobody_may_guard() -> None:
    leader, workers = expedition(leader="a4"), expedition(workers={"a4": 3})

    for mine, other, orders in ((leader, workers, "guard a4 L"), (workers, leader, "guard a4")):
        error = refused(position(seat_1=mine, seat_2=other), orders)

        assert error.values == {"place": "a4", "mine": 3, "most": 3}


def test_worked_example_5_digging_from_4_to_6_with_two_members() -> None:
    state = position(board={"c4": lying("C1")}, seat_1=expedition(workers={"c4": 1}, leader="c4"))

    dug = after(state, "dig c4 x2")

    assert dug.board["c4"].value == 6
    assert dug.squares == {**SQUARES, 5: 10, 6: 7}


def test_worked_example_5_digging_from_4_to_6_is_refused_with_one_member() -> None:
    state = position(board={"c4": lying("C1")}, seat_1=expedition(workers={"c4": 1}))

    assert "needs two of your members there; you have 1" in str(refused(state, "dig c4 x2"))


def test_worked_example_5_digging_is_refused_where_the_last_5_is_gone_though_6s_are_left() -> None:
    squares = {**SQUARES, 5: 0}
    state = position(board={"c4": lying("C1")}, seat_1=expedition(workers={"c4": 2}), squares=squares)

    assert squares[6] == 8
    for orders in ("dig c4", "dig c4 x2"):
        assert "temple tile 5, and none is left" in str(refused(state, orders))
