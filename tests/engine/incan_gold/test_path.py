"""What lies on the path: treasure, its division, and who leaves with what."""

from engine.incan_gold.pieces import ARTIFACT
from tests.engine.incan_gold.positions import after, choose, events, position


def test_a_treasure_is_divided_evenly_among_those_inside() -> None:
    state = position(seats=3, coming=[9])

    assert after(state, "torch").held == (3, 3, 3)


def test_a_treasure_is_divided_only_among_those_inside() -> None:
    state = position(inside=[2, 4], held=[0, 1, 0, 1], coming=[14])

    assert after(state, "torch").held == (0, 8, 0, 8)


def test_the_rest_of_a_division_stays_on_its_card() -> None:
    state = position(path=[7], lying=[3], coming=[17])

    assert after(state, "torch").lying == (3, 1)


def test_a_treasure_smaller_than_the_company_stays_on_its_card_whole() -> None:
    state = position(coming=[3])

    assert after(state, "torch").held == (0, 0, 0, 0)
    assert after(state, "torch").lying == (0, 3)


def test_what_is_held_is_not_in_the_tent_yet() -> None:
    state = position(tents=[5, 5, 5, 5], coming=[4])

    assert after(state, "torch").tents == (5, 5, 5, 5)


def test_a_player_who_leaves_puts_holdings_and_share_into_the_tent() -> None:
    state = position(path=[7], lying=[3], held=[6, 6, 6, 6], tents=[10, 0, 0, 0])

    left = after(state, "camp", "torch", "torch", "torch")

    assert left.tents == (19, 0, 0, 0)
    assert left.held[0] == 0


def test_those_who_leave_share_the_sum_of_the_path_and_not_each_card() -> None:
    state = position(path=[5, 7], lying=[1, 3])

    assert after(state, "camp", "camp", "torch", "torch").tents == (2, 2, 0, 0)


def test_what_leavers_cannot_divide_stays_for_the_others() -> None:
    state = position(path=[5, 7], lying=[2, 3], coming=[ARTIFACT])

    assert sum(after(state, "camp", "camp", "torch", "torch").lying) == 1


def test_leavers_share_before_the_next_card_is_turned_up() -> None:
    state = position(path=[7], lying=[3], coming=[17])

    left = after(state, "camp", "torch", "torch", "torch")

    assert left.tents[0] == 3
    assert left.held == (0, 5, 5, 5)


def test_a_player_who_leaves_is_safe_from_the_card_turned_up_after_it() -> None:
    state = position(path=["snake"], held=[8, 8, 8, 8], coming=["snake"])

    fled = after(state, "camp", "torch", "torch", "torch")

    assert fled.tents == (8, 0, 0, 0)


def test_the_next_card_is_turned_up_for_those_who_stayed() -> None:
    state = position(coming=[12, 3])

    left = after(state, "torch", "camp", "torch", "camp")

    assert left.path == (1, 12)
    assert left.inside == (1, 3)
    assert left.held == (6, 0, 6, 0)


def test_a_player_who_has_left_stays_out_until_the_round_is_over() -> None:
    state = position(coming=[12, 3])

    later = after(after(state, "torch", "camp", "torch", "torch"), "torch")

    assert later.inside == (1, 3, 4)


def test_one_who_leaves_alone_takes_all_that_lies_on_the_path() -> None:
    state = position(path=[7, 5], lying=[3, 1], inside=[2])

    assert after(state, "camp").tents == (0, 4, 0, 0)


def test_what_the_last_leavers_cannot_divide_is_gone() -> None:
    state = position(path=[7], lying=[5])

    step = choose(state, "camp")

    assert step.state.tents == (1, 1, 1, 1)
    assert events(step, "round_over")[0]["lying"] == 1
    assert len(step.state.lying) == len(step.state.path)


def test_no_more_cards_of_a_round_are_turned_up_when_nobody_is_inside() -> None:
    step = choose(position(coming=["snake"]), "camp")

    assert [event["event"] for event in step.events[:4]] == ["chose", "left", "round_over", "round"]
