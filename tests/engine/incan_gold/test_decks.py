"""The deck of a round, and its first cards."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from engine import incan_gold
from engine.incan_gold.pieces import ARTIFACT, HAZARDS, TREASURES, Card
from engine.incan_gold.state import State
from tests.engine.incan_gold.positions import after, cards, in_order, position, seed_where

# Searched for: with this seed every round of a match of Diamant begins with two equal hazards.
NOTHING_TO_DECIDE = 91_429_486


def test_the_treasures_are_the_fifteen_of_the_box() -> None:
    assert TREASURES == (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)


def test_there_are_five_kinds_of_hazards() -> None:
    assert HAZARDS == ("snake", "spider", "mummy", "fire", "rockfall")


@pytest.mark.parametrize("seats", range(3, 9))
def test_three_to_eight_play(seats: int) -> None:
    assert incan_gold.setup(seats, {}, bytes(32)).inside == tuple(range(1, seats + 1))


@pytest.mark.parametrize("seats", [0, 1, 2, 9])
def test_fewer_or_more_cannot_play(seats: int) -> None:
    with pytest.raises(ValueError, match=f"3 to 8 seats, not {seats}"):
        incan_gold.setup(seats, {}, bytes(32))


@pytest.mark.parametrize("options", [{"gold": True}, {"artifacts": 1}, {"artifacts": "no"}])
def test_an_option_it_does_not_have_is_refused(options: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        incan_gold.setup(3, options, bytes(32))


def test_the_first_deck_has_treasures_three_hazards_of_each_kind_and_one_artifact() -> None:
    state = incan_gold.setup(3, {}, seed_where(lambda state: state.round == 1))

    assert cards(state) == in_order([*TREASURES, *HAZARDS * 3, ARTIFACT])


def test_one_more_artifact_joins_the_deck_each_round() -> None:
    state = position(path=[1], in_deck=1)

    for artifacts in (2, 3, 4, 5):
        state = after(state, "camp")
        state = state._replace(path=(1,), lying=(0,))  # no artifact has been turned up

        assert state.deck.count(ARTIFACT) == artifacts


def test_an_artifact_that_was_turned_up_is_not_in_the_next_deck() -> None:
    state = position(path=[1, ARTIFACT], in_deck=1)

    assert after(state, "camp").deck.count(ARTIFACT) == 1


def test_an_artifact_that_was_not_turned_up_stays_in_the_deck() -> None:
    state = position(round=2, path=[ARTIFACT], in_deck=3)

    assert after(state, "camp").deck.count(ARTIFACT) == 2 + 1


def test_every_round_is_shuffled_again() -> None:
    state = incan_gold.setup(3, {"artifacts": False}, seed_where(lambda state: state.round == 1))

    decks = [state.deck]
    while not state.over:
        state = after(state, "camp")
        decks += [state.deck] * (not state.over)

    assert all(one != other for one, other in pairwise(decks))


def test_the_first_card_is_turned_up_with_everybody_inside_and_nobody_chooses_before_it() -> None:
    seed = seed_where(lambda state: state.path == (17,), seats=4)

    state = incan_gold.setup(4, {}, seed)

    assert state.inside == (1, 2, 3, 4)
    assert state.held == (4, 4, 4, 4)
    assert incan_gold.asked(state).keys() == {1, 2, 3, 4}


def test_everybody_goes_in_again_when_a_round_begins() -> None:
    state = position(inside=[3], path=[1], seed=seed_where(lambda state: True))

    assert after(state, "camp").inside == (1, 2, 3, 4)


def test_a_hazard_as_first_card_is_followed_by_the_second_card_at_once() -> None:
    seed = seed_where(lambda state: len(state.path) == 2 and isinstance(state.path[1], int))

    state = incan_gold.setup(3, {}, seed)

    assert state.path[0] in HAZARDS
    assert state.held == (int(state.path[1]) // 3,) * 3


def test_only_the_second_is_turned_up_at_once_even_if_it_is_another_hazard() -> None:
    def two_hazards(state: State) -> bool:
        return set(state.path[:2]) <= set(HAZARDS) and state.round == 1

    state = incan_gold.setup(3, {}, seed_where(two_hazards))

    assert len(state.path) == 2
    assert state.path[0] != state.path[1]


@pytest.mark.parametrize("first", [1, ARTIFACT])
def test_after_a_treasure_or_an_artifact_no_second_card_is_turned_up_at_once(first: Card) -> None:
    seed = seed_where(lambda state: state.path[0] == first)

    assert incan_gold.setup(3, {}, seed).path == (first,)


def test_the_second_card_at_once_may_end_the_round_without_a_decision() -> None:
    seed = seed_where(lambda state: state.round == 2)

    told = [event["event"] for event in incan_gold.opening(3, {}, seed)]
    state = incan_gold.setup(3, {}, seed)

    assert told[:6] == ["round", "hazard", "hazard", "fled", "round_over", "round"]
    assert sum(state.out.values()) == 1
    assert state.tents == (0, 0, 0)


def test_a_later_round_can_pass_without_a_decision_and_is_told_with_the_step_before() -> None:
    for number in range(1000):
        state = position(round=3, path=[1], seed=number.to_bytes(32, "big"))
        step = incan_gold.apply(state, dict.fromkeys(state.inside, "camp"))
        if step.state.round == 5:
            break

    told = [event["round"] for event in step.events if event["event"] == "round"]

    assert told == [4, 5]


def test_a_whole_match_can_pass_without_a_decision() -> None:
    setting = (3, {"artifacts": False}, NOTHING_TO_DECIDE.to_bytes(32, "big"))

    state = incan_gold.setup(*setting)
    told = [event["event"] for event in incan_gold.opening(*setting)]

    assert not incan_gold.asked(state)
    assert incan_gold.result(state) == ((0, 0, 0), (1, 2, 3), {"artifacts": (0, 0, 0)})
    assert told == ["round", "hazard", "hazard", "fled", "round_over"] * 5 + ["over"]
