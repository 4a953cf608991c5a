"""Standing orders for Tikal."""

from typing import Any

import pytest

from engine import tikal
from engine.errors import Unreadable
from engine.game import Answer, View

AUCTION = tikal.setup(3, {"auction": True}, bytes(32))


def after(*said: str) -> Any:
    """The auction game after these submissions, one after another, each by the seat that is asked."""
    state = AUCTION
    for text in said:
        state = tikal.apply(state, {state.to_move: text}).state
    return state


def view(*said: str) -> View:
    state = after(*said)
    return tikal.view(state, state.to_move)


def answer(plan: str, *said: str) -> Answer:
    return tikal.decide(tikal.read_plan(plan, view()), view(*said))


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("bid up to 6", "auction 1: bid up to 6"),
        ("Bid 6", "auction 1: bid up to 6"),
        ("bid up to 6 points in this auction", "auction 1: bid up to 6"),
        ("bid up to 6 always", "always: bid up to 6"),
        ("for the rest of the game: bid up to 6", "always: bid up to 6"),
        ("auction 4: bid up to 6; end scoring", "auction 4: bid up to 6; always: end scoring"),
        ("auction 3: bid up to 6; always: pass", "auction 3: bid up to 6; always: pass"),
        ("bid up to 6, then pass", "auction 1: bid up to 6"),
        ("end scoring; end scoring", "always: end scoring"),
        ("pass always", "always: pass"),
        ("pass", "auction 1: pass"),
        ("end my scoring turn at once", "always: end scoring"),
        ("licytuję maksymalnie 6", "auction 1: bid up to 6"),
        ("biete bis 6", "auction 1: bid up to 6"),
        ("immer passe", "always: pass"),
    ],
)
def test_a_plan_has_one_written_form_which_reads_back(typed: str, written: str) -> None:
    plan = tikal.read_plan(typed, view())

    assert plan.write() == written
    assert tikal.read_plan(written, view("pass")) == plan
    assert tikal.read_plan(written, view()).write() == written


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "bid up to 6; pass; end scoring"),
        ("bdi up to 6", "did you mean “bid”"),
        ("bid up to", "a whole number"),
        ("pass; bid up to 6", "contradicts"),
        ("bid up to 6; bid up to 7", "contradicts"),
        ("auction 0: pass", "counted from 1"),
        ("dig c4", "bid up to 6; pass; end scoring"),
    ],
)
def test_what_is_no_plan_is_refused(typed: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        tikal.read_plan(typed, view())


def test_the_basic_game_has_no_plans_for_auctions() -> None:
    basic = tikal.view(tikal.setup(2, {}, bytes(32)), 1)

    with pytest.raises(Unreadable, match="no auctions"):
        tikal.read_plan("bid up to 6", basic)
    assert tikal.read_plan("end scoring", basic).write() == "always: end scoring"


def test_it_bids_the_smallest_raise_that_leads() -> None:
    assert answer("bid up to 6").orders == "bid 1"
    assert answer("bid up to 6", "bid 3").orders == "bid 4"


def test_it_bids_up_to_its_limit_and_then_passes() -> None:
    assert answer("bid up to 6", "bid 5").orders == "bid 6"
    assert answer("bid up to 6", "bid 6").orders == "pass"
    assert answer("bid up to 6", "bid 6").why == "You need 7 to lead, and your limit is 6."


def test_a_plan_can_be_rehearsed() -> None:
    bidding = answer("bid up to 6", "bid 5").rehearsed()
    waiting = answer("end scoring").rehearsed()

    assert bidding.startswith("From what you can see now, it would answer: bid 6. You need 6 to lead; ")
    assert waiting == ("From what you can see now, it would not answer. It has no answer for this decision.")


def test_it_never_bids_more_than_the_score() -> None:
    told = answer("bid up to 99", "bid 20")

    assert told.orders == "pass"
    assert told.why == "You need 21 to lead, and you have 20."


def test_a_plan_for_one_auction_is_disarmed_by_the_next() -> None:
    won = ("bid 1", "pass", "pass", "pick B1" if "B1" in AUCTION.display else f"pick {AUCTION.display[0]}")
    later = view(*won, tikal.automatic(view(*won)), "end")

    told = tikal.decide(tikal.read_plan("bid up to 6", view()), later)

    assert told == Answer("", "It was for auction 1; this is auction 2.", disarmed=True)
    assert tikal.decide(tikal.read_plan("bid up to 6 always", view()), later).orders == "bid 1"


@pytest.mark.parametrize("rule", ["bid up to 6", "pass"])
def test_a_plan_for_a_later_auction_waits_whatever_it_says(rule: str) -> None:
    assert answer(f"auction 2: {rule}").orders == ""


def test_what_is_said_of_one_auction_comes_before_what_is_always_so() -> None:
    assert answer("always: pass; auction 1: bid up to 6").orders == "bid 1"
    assert answer("always: pass; auction 2: bid up to 6").orders == "pass"


def test_a_plan_for_a_later_auction_waits() -> None:
    told = answer("auction 2: bid up to 6")

    assert told == Answer("", "It has no answer for this decision.")


def test_passing_always_passes_every_auction_and_nothing_else() -> None:
    assert answer("pass always").orders == "pass"
    assert answer("pass always", "bid 1", "pass", "pass").orders == ""


def test_it_ends_a_scoring_turn_at_once_and_no_other_turn() -> None:
    state = after("bid 1", "pass", "pass")
    turn = state._replace(phase="ap", ap=10, hand="B1")
    plan = tikal.read_plan("end scoring", view())

    assert tikal.decide(plan, tikal.view(turn, 1)).orders == ""
    assert tikal.decide(plan, tikal.view(turn._replace(scoring=True), 1)).orders == "end"


def test_a_plan_says_nothing_for_a_seat_that_is_not_asked() -> None:
    plan = tikal.read_plan("pass always", view())

    assert tikal.decide(plan, tikal.view(AUCTION, 2)).orders == ""


def test_every_plan_is_disarmed_when_the_match_is_over() -> None:
    over = AUCTION._replace(phase="over", to_move=0)

    assert tikal.decide(tikal.read_plan("pass", view()), tikal.view(over, 1)).disarmed
