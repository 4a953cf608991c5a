"""What a seat may see, and what it may not."""

import json
from typing import Any

import pytest

from engine import incan_gold
from engine.incan_gold.pieces import ARTIFACT, HAZARDS, TREASURES
from tests.engine.incan_gold.positions import SEED, after, choose, in_order, position, seen


def test_a_seat_sees_only_its_own_tent() -> None:
    assert seen(3, tents=[4, 5, 6, 7])["tents"] == [None, None, 6, None]


def test_an_onlooker_sees_no_tent() -> None:
    assert seen(None, tents=[4, 5, 6, 7])["tents"] == [None, None, None, None]


def test_nothing_in_a_view_tells_what_is_in_the_tents_of_others() -> None:
    assert seen(1, tents=[4, 5, 6, 7]) == seen(1, tents=[4, 50, 60, 70])


def test_all_tents_are_seen_at_the_end() -> None:
    state = after(position(round=5, tents=[4, 5, 6, 7]), "camp")

    assert incan_gold.view(state, 1)["tents"] == [4, 5, 6, 7]
    assert incan_gold.view(state, None)["tents"] == [4, 5, 6, 7]


@pytest.mark.parametrize("seat", [None, 1, 4])
def test_the_holdings_of_the_round_are_seen_by_all(seat: int | None) -> None:
    assert seen(seat, held=[1, 2, 3, 4])["held"] == [1, 2, 3, 4]


@pytest.mark.parametrize("seat", [None, 1, 4])
def test_the_artifacts_carried_out_are_seen_by_all(seat: int | None) -> None:
    view = seen(seat, carried=[0, 2, 1, 0], worth=[0, 10, 5, 0])

    assert (view["carried"], view["worth"]) == ([0, 2, 1, 0], [0, 10, 5, 0])


def test_the_path_is_seen_as_it_lies() -> None:
    view = seen(path=[7, "fire", ARTIFACT], lying=[3, 0, 0])

    assert view["path"] == [
        {"card": 7, "lying": 3},
        {"card": "fire", "lying": 0},
        {"card": ARTIFACT, "lying": 0},
    ]


def test_the_order_of_the_cards_face_down_is_not_seen() -> None:
    for seat in (None, 1):
        assert seen(seat, coming=[17, "fire", ARTIFACT]) == seen(seat, coming=[ARTIFACT, "fire", 17])


def test_which_cards_are_face_down_is_seen() -> None:
    view = seen(path=[7, "fire"], out={"snake": 1}, in_deck=2)

    missing = in_order([*TREASURES, *HAZARDS * 3, ARTIFACT, ARTIFACT])
    for card in (7, "fire", "snake"):
        missing.remove(card)
    assert in_order(view["deck"]) == missing


def test_a_view_is_plain_data() -> None:
    view = seen(path=[7, "fire"], out={"snake": 1})

    assert json.loads(json.dumps(view)) == view


def test_everybody_inside_is_asked_in_secret() -> None:
    asked = incan_gold.asked(position(inside=[2, 4]))

    assert asked.keys() == {2, 4}
    assert all(ask.sealed for ask in asked.values())


def test_a_choice_alone_changes_nothing_that_could_be_seen() -> None:
    view = seen(coming=["fire"])

    torch, camp = incan_gold.preview(view, "torch"), incan_gold.preview(view, "camp")

    assert torch.view == camp.view == view
    assert torch.events == camp.events == ()
    assert torch.stops == camp.stops == "others"


def test_all_choices_are_told_when_all_are_in() -> None:
    step = choose(position(coming=["fire"]), "torch", "camp", "torch", "torch")

    assert step.events[0] == {
        "event": "chose",
        "choices": {"1": "torch", "2": "camp", "3": "torch", "4": "torch"},
    }


def test_a_kept_state_holds_no_card_that_was_not_turned_up() -> None:
    state = position(path=[7], coming=[17, "fire"])

    kept = json.dumps(incan_gold.to_json(state))

    assert "17" not in kept
    assert "fire" not in kept
    assert SEED.hex() not in kept


def test_a_kept_state_is_read_back_with_its_seed() -> None:
    state = incan_gold.setup(3, {}, bytes(32))

    while not state.over:
        kept: dict[str, Any] = json.loads(json.dumps(incan_gold.to_json(state)))
        assert incan_gold.from_json(kept, bytes(32)) == state
        state = after(state, "torch")


def test_a_state_read_back_without_the_seed_shows_the_same_and_knows_no_card() -> None:
    state = position(path=[7], lying=[3], coming=[17, "fire"])

    blind = incan_gold.from_json(incan_gold.to_json(state), None)

    assert blind.deck == ()
    assert incan_gold.view(blind, 1) == incan_gold.view(state, 1)
