"""Hazards: the first of a kind warns, the second ends the round."""

import pytest

from engine import incan_gold
from engine.incan_gold.pieces import ARTIFACT, HAZARDS
from engine.speech import ENGLISH
from tests.engine.incan_gold.positions import after, cards, choose, events, position


@pytest.mark.parametrize("kind", HAZARDS)
def test_the_first_hazard_of_its_kind_does_nothing(kind: str) -> None:
    state = position(path=[7], lying=[3], held=[1, 1, 1, 1], coming=[kind])

    later = after(state, "torch")

    assert (later.held, later.inside, later.round) == (state.held, state.inside, 1)
    assert later.lying == (3, 0)


def test_five_hazards_of_five_kinds_do_nothing() -> None:
    state = position(path=HAZARDS[:4], held=[9, 9, 9, 9], coming=HAZARDS[4:])

    assert after(state, "torch").held == (9, 9, 9, 9)


@pytest.mark.parametrize("kind", HAZARDS)
def test_the_second_of_the_same_kind_ends_the_round(kind: str) -> None:
    state = position(path=[7, kind], coming=[kind])

    assert after(state, "torch").round == 2


def test_those_inside_lose_what_they_hold_this_round() -> None:
    state = position(path=["fire"], held=[3, 4, 5, 6], inside=[1, 3], coming=["fire"])

    step = choose(state, "torch")

    assert events(step, "fled")[0]["lost"] == {"1": 3, "3": 5}
    assert step.state.tents == (0, 0, 0, 0)


def test_nothing_of_what_was_held_comes_into_the_next_round() -> None:
    holding = position(path=["fire"], held=[3, 4, 5, 6], coming=["fire"])
    poor = position(path=["fire"], coming=["fire"])

    assert after(holding, "torch") == after(poor, "torch")


def test_tents_and_artifacts_carried_out_are_safe_from_hazards() -> None:
    state = position(
        path=["fire"], tents=[3, 4, 5, 6], carried=[1, 0, 0, 0], worth=[5, 0, 0, 0], coming=["fire"]
    )

    later = after(state, "torch")

    assert later.tents == (3, 4, 5, 6)
    assert (later.carried, later.worth) == ((1, 0, 0, 0), (5, 0, 0, 0))


def test_what_lies_on_the_path_is_nobodys_when_all_flee() -> None:
    state = position(path=["fire", 7], lying=[0, 3], coming=["fire"])

    assert after(state, "torch").tents == (0, 0, 0, 0)


def test_artifacts_on_the_path_are_out_of_the_game_when_all_flee() -> None:
    state = position(path=["fire", ARTIFACT], in_deck=2, coming=["fire"])

    later = after(state, "torch")

    assert later.carried == (0, 0, 0, 0)
    assert later.deck.count(ARTIFACT) == 1 + 1  # the one not turned up, and the new round's


def test_the_second_card_of_a_kind_is_out_of_the_game() -> None:
    state = position(path=["mummy"], coming=["mummy"])

    later = after(state, "torch")

    assert later.out == {"mummy": 1}
    assert cards(later).count("mummy") == 2


def test_the_first_card_of_the_kind_and_all_other_hazards_come_back() -> None:
    state = position(path=["mummy", "fire"], coming=["mummy"])

    later = after(state, "torch")

    assert [cards(later).count(kind) for kind in HAZARDS] == [3, 3, 2, 3, 3]


def test_no_hazard_is_taken_out_when_all_have_left() -> None:
    state = position(path=["mummy", "fire"], coming=["mummy"])

    assert after(state, "camp").out == {}


def test_a_kind_can_lose_two_of_its_three_cards() -> None:
    state = position(round=3, path=["mummy"], out={"mummy": 1, "fire": 1}, coming=["mummy"])

    assert cards(after(state, "torch")).count("mummy") == 1


@pytest.mark.parametrize(("held", "told"), [((3, 0, 5), "Ana 3"), ((0, 0, 0), "nobody held anything")])
def test_nobody_is_told_to_have_lost_nothing(held: tuple[int, ...], told: str) -> None:
    fled = {"event": "fled", "kind": "snake", "lost": {str(n): each for n, each in enumerate(held, 1)}}

    assert told in incan_gold.tell(fled, ["Ana", "Bo", "Cy"], ENGLISH)
