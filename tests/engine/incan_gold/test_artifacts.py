"""Artifacts: who carries them out, and what they are worth; and Diamant, which has none."""

import pytest

from engine import incan_gold
from engine.incan_gold.pieces import ARTIFACT
from tests.engine.incan_gold.positions import after, choose, events, position, seed_where


def test_an_artifact_lies_on_the_path_and_nobody_holds_it() -> None:
    state = position(held=[2, 2, 2, 2], coming=[ARTIFACT])

    later = after(state, "torch")

    assert (later.path, later.lying, later.on_path) == ((1, ARTIFACT), (0, 0), 1)
    assert (later.held, later.carried) == ((2, 2, 2, 2), (0, 0, 0, 0))


def test_one_who_leaves_alone_takes_every_artifact_on_the_path() -> None:
    state = position(path=[ARTIFACT, 3, ARTIFACT])

    left = after(state, "torch", "camp", "torch", "torch")

    assert left.carried == (0, 2, 0, 0)
    assert left.on_path == 0


def test_two_who_leave_together_take_no_artifact_and_it_stays() -> None:
    state = position(path=[ARTIFACT])

    left = after(state, "camp", "camp", "torch", "torch")

    assert left.carried == (0, 0, 0, 0)
    assert left.on_path == 1


def test_one_who_leaves_after_them_alone_takes_it() -> None:
    state = position(path=[ARTIFACT], coming=[4, 4])

    left = after(after(state, "camp", "camp", "torch", "torch"), "torch", "camp")

    assert left.carried == (0, 0, 0, 1)


def test_an_artifact_is_taken_only_once() -> None:
    state = position(path=[ARTIFACT], coming=[4, 4])

    left = after(after(state, "camp", "torch", "torch", "torch"), "camp", "torch", "torch")

    assert left.carried == (1, 0, 0, 0)


def test_the_last_one_inside_who_leaves_takes_the_artifacts() -> None:
    state = position(path=[ARTIFACT, ARTIFACT], inside=[3])

    assert after(state, "camp").carried == (0, 0, 2, 0)


def test_artifacts_are_out_of_the_game_when_the_last_ones_leave_together() -> None:
    state = position(path=[ARTIFACT], in_deck=1)

    step = choose(state, "camp")

    assert events(step, "round_over")[0]["artifacts"] == 1
    assert step.state.carried == (0, 0, 0, 0)
    assert step.state.deck.count(ARTIFACT) == 1  # only the new round's


@pytest.mark.parametrize(("before", "worth"), [(0, 5), (1, 5), (2, 5), (3, 10), (4, 10)])
def test_the_first_three_carried_out_in_the_game_are_worth_5_and_later_ones_10(
    before: int, worth: int
) -> None:
    state = position(path=[ARTIFACT], carried=[0, before, 0, 0])

    assert after(state, "camp", "torch", "torch", "torch").worth[0] == worth


def test_two_taken_at_once_across_the_third_and_fourth_are_worth_5_and_10() -> None:
    state = position(path=[ARTIFACT, ARTIFACT], carried=[1, 1, 0, 0], worth=[5, 5, 0, 0])

    left = after(state, "camp", "torch", "torch", "torch")

    assert left.carried == (3, 1, 0, 0)
    assert left.worth == (5 + 5 + 10, 5, 0, 0)


def test_five_taken_at_once_are_worth_35() -> None:
    state = position(round=5, path=[ARTIFACT] * 5, in_deck=5)

    assert after(state, "camp", "torch", "torch", "torch").worth[0] == 35


def test_a_lost_artifact_does_not_count_among_the_first_three() -> None:
    state = position(path=[ARTIFACT], in_deck=1, carried=[1, 1, 0, 0])

    later = after(state, "camp")._replace(path=(ARTIFACT,), lying=(0,), on_path=1)

    assert after(later, "torch", "torch", "torch", "camp").worth[3] == 5


def test_an_artifact_is_no_part_of_what_leavers_divide() -> None:
    state = position(path=[ARTIFACT, 7], lying=[0, 3])

    assert after(state, "camp", "torch", "torch", "torch").tents == (3, 0, 0, 0)


def test_artifacts_are_in_the_game_unless_said_otherwise() -> None:
    assert incan_gold.META.options["artifacts"].default is True
    assert incan_gold.setup(3, {}, bytes(32)).artifacts


def test_diamant_has_no_artifacts_in_any_round() -> None:
    state = incan_gold.setup(3, {"artifacts": False}, seed_where(lambda state: True))

    while not state.over:
        assert ARTIFACT not in state.deck
        state = after(state, "camp")


def test_diamant_is_the_same_in_everything_else() -> None:
    state = position(
        artifacts=False, in_deck=0, path=[7, "fire"], lying=[3, 0], held=[1] * 4, coming=["fire"]
    )

    step = choose(state, "camp", "torch", "torch", "torch")

    assert step.state.tents == (4, 0, 0, 0)
    assert step.state.out == {"fire": 1}
    assert len(step.state.deck) == 15 + 14
