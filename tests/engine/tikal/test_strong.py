"""The strong bot uses all that the rules offer; the positions leave it little else that is worth doing."""

from engine import tikal
from engine.tikal.orders import Enter, Move
from engine.tikal.state import State
from engine.tikal.strong import merged
from tests.engine.tikal.positions import bidding, expedition, lying, position, printed, with_scores


def played(state: State) -> list[str]:
    orders = tikal.bot(tikal.view(state, state.to_move), "strong")
    tikal.preview(tikal.view(state, state.to_move), orders)
    return orders.split("; ")


def test_the_leader_comes_in() -> None:
    other = expedition(workers={"a4": 3, "b5": 3}, supply=0)

    assert any("L" in order for order in played(position(seat_2=other, scoring=True)))


def test_a_high_temple_that_the_other_could_take_gets_a_guard() -> None:
    temples = {"a4": printed("a4", value=9)}
    mine = expedition(workers={"a4": 4}, leader="a4", supply=0)

    assert any(order.startswith("guard a4") for order in played(position(board=temples, seat_1=mine)))


def test_wafers_that_lie_near_are_taken() -> None:
    mine = expedition(workers={"a3": 2}, supply=0, leader="gone")

    orders = played(position(board={"a3": lying("A2", 3)}, seat_1=mine, wafers="mask crown"))

    assert orders.count("take a3") == 2


def test_a_swap_makes_a_pair() -> None:
    mine = expedition(wafers="mask crown", supply=0, leader="gone")
    other = expedition(wafers="mask vase")

    orders = played(position(seat_1=mine, seat_2=other, scoring=True))

    assert "swap crown for mask with 2" in orders


def test_it_bids_more_where_the_tiles_differ_more() -> None:
    def bids(tiles: tuple[str, ...]) -> str:
        auction = bidding(1, 2, high=1, leader=2)
        return played(position(display=tiles, auction=auction, **with_scores(20, 20)))[0]

    assert bids(("E1", "C3")) == "bid 2"
    assert bids(("G2", "E3")) == "pass"


def test_a_second_wafer_of_a_turn_needs_a_second_member() -> None:
    board = {"a3": lying("A2", 3)}
    mine = expedition(workers={"a4": 1}, supply=0, leader="gone")

    orders = played(position(board=board, seat_1=mine, wafers="mask crown", taken={"a3": 1}))

    assert "take a3" not in orders


def test_members_on_the_same_way_go_together() -> None:
    way = ("a5", "a4")
    one_by_one = (Enter(1, False, "a5"), Move(1, False, way), Enter(2, True, "a5"), Move(2, True, way))

    assert merged(one_by_one) == [Enter(3, True, "a5"), Move(3, True, way)]
