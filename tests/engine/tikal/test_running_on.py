"""The chapter Orders: how far one submission goes."""

from typing import Any

import pytest

from engine import tikal
from engine.errors import Unreadable
from engine.game import Ask
from engine.tikal.state import Auction, Options, State
from tests.engine.tikal.positions import after, bidding, canonical, play, position, refused, told, with_scores


def auction(seats: int, asked: int, auction: Auction) -> State:
    standard: dict[str, Any] = {"display": ("A3", "D3", "A1")[:seats], "options": Options(auction=True)}
    return position(seats, to_move=asked, auction=auction, **standard, **with_scores(*[20] * seats))


def last_bidder() -> State:
    """Seat 2 is the only one left in the auction: whatever it bids wins."""
    return auction(2, 2, bidding(2, first_passed=1))


def test_spending_the_last_ap_ends_the_set() -> None:
    assert after(position(), "enter 4 a5; enter 6 a5").to_move == 2


def test_end_ends_the_set() -> None:
    assert after(position(), "enter 4 a5; end").to_move == 2


def test_end_is_written_where_ap_were_left() -> None:
    assert canonical(play(position(), "enter 9 a5; end")) == "enter 9 a5; end"
    assert canonical(play(position(), "end")) == "end"


def test_end_typed_after_the_last_ap_is_understood_and_not_written() -> None:
    plain, ended = play(position(), "enter 10 a5"), play(position(), "enter 10 a5; end")

    assert ended == plain
    assert canonical(ended) == "enter 10 a5"


@pytest.mark.parametrize(
    ("orders", "action"),
    [
        ("enter 10 a5; enter 1 a5", 2),
        ("enter 4 a5; enter 6 a5; dig a4", 3),
        ("enter 10 a5; end; end", 2),
        ("enter 10 a5; end; enter 1 a5", 2),
        ("enter 10 a5; tile b3", 2),
        ("end; end", 2),
        ("end; enter 1 a5", 2),
        ("enter 1 a5; end; enter 1 a5; end", 3),
        ("end; tile b3 r0", 2),
    ],
)
def test_anything_else_after_the_end_is_refused_with_the_whole_submission(orders: str, action: int) -> None:
    error = refused(position(), orders)

    assert error.action == action
    assert "nothing can come after it" in str(error)


def last_and_lowest() -> State:
    """Seat 1 has placed the last tile of the auction game, and will be the first to score too."""
    return position(coming=(), moved=(2,), options=Options(auction=True), **with_scores(3, 9))


@pytest.mark.parametrize("orders", ["end; enter 1 a5", "end; end", "enter 10 a5; enter 1 a5"])
def test_it_never_goes_on_into_the_next_set_of_the_same_seat(orders: str) -> None:
    assert tikal.asked(after(last_and_lowest(), "end")) == {1: Ask("ap")}
    assert "nothing can come after it" in str(refused(last_and_lowest(), orders))


def test_one_end_after_the_last_ap_does_not_end_the_next_set_of_the_same_seat() -> None:
    step = play(last_and_lowest(), "enter 10 a5; end")

    assert told(step) == ["entered", "ended", "scoring"]
    assert (step.state.to_move, step.state.ap) == (1, 10)


def test_placing_and_spending_may_come_in_one_submission() -> None:
    step = play(position(hand="A3"), "tile b3 r1; enter 4 a5; camp b4; end")

    assert canonical(step) == "tile b3 r1; enter 4 a5; camp b4; end"
    assert told(step) == ["placed", "entered", "camped", "ended", "turned_up"]


def test_the_turn_may_come_in_pieces() -> None:
    state = position(hand="A3")

    placed = after(state, "tile b3")
    entered = after(placed, "enter 3 a5")

    assert tikal.asked(placed) == tikal.asked(entered) == {1: Ask("ap")}
    assert (placed.ap, entered.ap) == (10, 7)
    assert after(state, "tile b3", "enter 3 a5", "end") == after(state, "tile b3; enter 3 a5; end")


def test_it_runs_on_from_a_winning_bid_to_pick_tile_and_actions() -> None:
    step = play(last_bidder(), "bid 1; pick A3; tile b3 r1; enter 3 a5; end")

    assert canonical(step) == "bid 1; pick A3; tile b3 r1; enter 3 a5; end"
    assert told(step)[:6] == ["bid", "won", "picked", "placed", "entered", "ended"]


@pytest.mark.parametrize(
    ("orders", "ask"),
    [("bid 1", "pick"), ("bid 1; pick A3", "tile"), ("bid 1; pick A3; tile b3", "ap")],
)
def test_it_may_stop_at_each_of_these(orders: str, ask: str) -> None:
    state = after(last_bidder(), orders)

    assert tikal.asked(state) == {2: Ask(ask)}


@pytest.mark.parametrize(
    "orders", ["bid 3; pick A3", "bid 3; end", "pass; pick A3", "pass; end", "bid 3; bid 4"]
)
def test_it_does_not_run_on_from_a_bid_or_pass_after_which_another_is_asked(orders: str) -> None:
    error = refused(auction(3, 1, bidding(1, 2, 3)), orders)

    assert error.action == 2
    assert "it is Seat 2’s turn; nothing can come after it" in str(error)


def test_it_runs_on_from_picking_a_volcano_into_the_scoring_turn() -> None:
    step = play(last_bidder(), "bid 1; pick D3; enter 3 a5; end")

    assert told(step) == ["bid", "won", "picked", "scoring", "entered", "ended", "scored"]
    assert tikal.asked(step.state) == {1: Ask("ap")}


def test_a_picked_volcano_is_not_placed_in_the_same_submission() -> None:
    for orders in ("bid 1; pick D3; enter 10 a5; tile b3", "bid 1; pick D3; end; tile b3"):
        assert "nothing can come after it" in str(refused(last_bidder(), orders))


def test_one_end_after_the_last_ap_of_a_picked_volcanos_scoring_turn_is_not_written() -> None:
    step = play(last_bidder(), "bid 1; pick D3; enter 10 a5; end")

    assert canonical(step) == "bid 1; pick D3; enter 10 a5"


@pytest.mark.parametrize(
    ("orders", "action"),
    [
        ("enter 3 a5; move 1 a5 h1", 2),
        ("camp b4; enter 1 a5; dig a4; end", 3),
        ("enter 9 a5; camp b4", 2),
        ("enter 1 a5; enter 1 a5; enter 1 a5; bid 1", 4),
    ],
)
def test_a_submission_is_applied_as_a_whole_or_not_at_all(orders: str, action: int) -> None:
    assert refused(position(), orders).action == action


def test_unreadable_words_refuse_the_whole_submission_too() -> None:
    error = refused(position(), "enter 3 a5; xyzzy", Unreadable)

    assert "this is not an order" in str(error)
