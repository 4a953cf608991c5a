"""The chapter Auction game: the rights to move."""

from typing import Any

import pytest

from engine import tikal
from engine.game import Ask
from engine.tikal.state import Options, State
from tests.engine.tikal.positions import after, bidding, event, play, position, refused, told, with_scores

AUCTION = Options(auction=True)
SHOWN = ("A3", "A1", "A5", "A6")


def auction(seats: int = 4, **rest: Any) -> State:
    """The first auction of a round, opened by seat 1; everybody has 20 points."""
    scores = with_scores(*[20] * seats)
    order = tuple(range(1, seats + 1))
    standard = {"auction": bidding(*order), "display": SHOWN[:seats], "options": AUCTION}
    return position(seats, **{**standard, **scores, **rest})


def moving(seats: int, seat: int, moved: tuple[int, ...], **rest: Any) -> State:
    """The seat has 10 AP to spend after winning an auction; these have moved before."""
    display = SHOWN[: seats - len(moved) - 1]
    standard = {"to_move": seat, "moved": moved, "display": display, "options": AUCTION}
    return position(seats, **{**standard, **rest})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_round_as_many_tiles_are_turned_up_as_there_are_players(seats: int) -> None:
    coming = ("E1", "E2", "E3", "E4", "F1")
    last = moving(seats, seats, tuple(range(1, seats)), coming=coming)

    step = play(last, "end")

    assert step.state.display == coming[:seats]
    assert event(step, "turned_up")["tiles"] == list(coming[:seats])


def test_bidding_goes_clockwise() -> None:
    state = auction(3)

    asked = [state.to_move]
    for orders in ("bid 1", "bid 2", "bid 3", "bid 4"):
        state = after(state, orders)
        asked.append(state.to_move)

    assert asked == [1, 2, 3, 1, 2]


@pytest.mark.parametrize("points", [2, 3])
def test_each_bid_is_higher_than_the_last(points: int) -> None:
    state = after(auction(), "bid 3")

    assert "the highest bid is 3: bid more, or pass" in str(refused(state, f"bid {points}"))
    assert event(play(state, "bid 4"), "bid") == {"event": "bid", "seat": 2, "points": 4}


def test_a_player_who_passes_is_out_of_this_auction() -> None:
    state = after(auction(3), "bid 1", "pass", "bid 2", "bid 3")

    assert state.to_move == 3
    assert state.auction
    assert state.auction.waiting == (3, 1)


def test_when_all_but_one_have_passed_the_highest_bidder_pays() -> None:
    state = after(auction(3), "bid 1", "bid 4", "pass")

    step = play(state, "pass")

    assert told(step) == ["passed", "won"]
    assert event(step, "won") == {"event": "won", "seat": 2, "points": 4}
    assert [seat.score for seat in step.state.seats] == [20, 16, 20]


def test_nobody_else_pays() -> None:
    state = after(auction(2), "bid 9", "bid 10")

    assert [seat.score for seat in state.seats] == [20, 20]
    assert [seat.score for seat in after(state, "pass").seats] == [20, 10]


def test_the_winner_picks_one_of_the_tiles() -> None:
    state = after(auction(2), "bid 1", "pass")

    step = play(state, "pick A1")

    assert tikal.asked(state) == {1: Ask("pick")}
    assert event(step, "picked") == {"event": "picked", "seat": 1, "tile": "A1"}
    assert (step.state.hand, step.state.display) == ("A1", ("A3",))


def test_only_a_tile_on_display_is_picked() -> None:
    state = after(auction(2), "bid 1", "pass")

    assert "B5 is not on display; you can pick A3, A1" in str(refused(state, "pick B5"))


def test_the_winner_picks_before_anything_else() -> None:
    state = after(auction(2), "bid 1", "pass")

    assert "first pick one of A3, A1" in str(refused(state, "enter 1 a5"))


def test_the_winner_places_the_tile_and_has_10_ap() -> None:
    state = after(auction(2), "bid 1", "pass", "pick A3")

    placed = after(state, "tile b3")

    assert tikal.asked(state) == {1: Ask("tile")}
    assert (placed.phase, placed.to_move, placed.ap) == ("ap", 1, 10)


def test_a_player_who_has_moved_is_out_of_this_rounds_auctions() -> None:
    state = after(moving(4, 2, (4,)), "end")

    assert state.auction
    assert state.auction.waiting == (3, 1)


def test_if_nobody_bids_the_first_who_passed_moves_for_nothing() -> None:
    state = after(moving(4, 2, (), display=SHOWN[:3]), "end", "pass", "pass")

    step = play(state, "pass")

    assert event(step, "won") == {"event": "won", "seat": 3, "points": 0}
    assert tikal.asked(step.state) == {3: Ask("pick")}
    assert step.state.seats == state.seats


def test_a_pass_before_a_bid_wins_nothing() -> None:
    step = play(after(auction(3), "pass", "bid 1"), "pass")

    assert event(step, "won") == {"event": "won", "seat": 2, "points": 1}


@pytest.mark.parametrize(
    ("mover", "moved", "first"), [(1, (), 2), (3, (), 4), (4, (), 1), (4, (1,), 2), (2, (3,), 4)]
)
def test_the_next_auction_starts_with_the_next_clockwise_who_has_not_moved(
    mover: int, moved: tuple[int, ...], first: int
) -> None:
    state = after(moving(4, mover, moved), "end")

    assert tikal.asked(state) == {first: Ask("bid")}


def test_each_auction_begins_without_a_bid() -> None:
    state = after(auction(3), "bid 7", "pass", "pass", "pick A3; tile b3; end")

    assert event(play(state, "bid 1"), "bid")["points"] == 1


def test_the_last_one_gets_the_last_tile_without_an_auction() -> None:
    step = play(moving(3, 2, (1,)), "end")

    assert event(step, "got") == {"event": "got", "seat": 3, "tile": "A3"}
    assert step.state.hand == "A3"
    assert step.state.display == ()
    assert step.state.seats[2].score == 0


def test_the_last_ones_first_order_is_tile() -> None:
    state = after(moving(3, 2, (1,)), "end")

    assert tikal.asked(state) == {3: Ask("tile")}
    assert "first place the tile" in str(refused(state, "pick A3"))


def test_or_the_scoring_turn_if_the_last_tile_is_a_volcano() -> None:
    step = play(moving(3, 2, (1,), display=("D3",)), "end")

    assert told(step) == ["ended", "got", "scoring"]
    assert event(step, "scoring")["seats"] == [3, 1, 2]
    assert tikal.asked(step.state) == {3: Ask("ap")}


@pytest.mark.parametrize(("last", "first"), [(1, 2), (2, 3), (3, 1)])
def test_the_next_rounds_first_auction_starts_with_the_clockwise_neighbour_of_the_last_mover(
    last: int, first: int
) -> None:
    moved = tuple(seat for seat in (1, 2, 3) if seat != last)

    state = after(moving(3, last, moved), "end")

    assert tikal.asked(state) == {first: Ask("bid")}
    assert state.moved == ()
    assert state.auction
    assert state.auction.waiting[0] == first
    assert len(state.auction.waiting) == 3


def test_picking_a_volcano_starts_a_scoring_round_from_the_picker_clockwise() -> None:
    state = after(auction(3, display=("A3", "D3", "A1")), "pass", "bid 1", "pass")

    step = play(state, "pick D3")

    assert told(step) == ["picked", "scoring"]
    assert event(step, "scoring")["seats"] == [2, 3, 1]
    assert tikal.asked(step.state) == {2: Ask("ap")}


def test_the_picker_places_the_volcano_after_the_scoring_round_and_has_10_ap() -> None:
    state = after(auction(3, display=("A3", "D3", "A1")), "pass", "bid 1", "pass", "pick D3")

    scored = after(state, "end", "end", "end")

    assert tikal.asked(scored) == {2: Ask("tile")}
    assert after(scored, "tile b3").ap == 10


def test_nobodys_turn_in_the_round_is_used_up_by_the_scoring_round() -> None:
    state = after(auction(3, display=("A3", "D3", "A1")), "pass", "bid 1", "pass", "pick D3")

    later = after(state, "end", "end", "end", "tile b3; end")

    assert later.moved == (2,)
    assert later.auction
    assert later.auction.waiting == (3, 1)


def test_after_the_last_tile_of_all_comes_the_final_round() -> None:
    step = play(moving(2, 1, (2,), coming=()), "end")

    assert event(step, "scoring")["final"] is True
