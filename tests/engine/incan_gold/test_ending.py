"""The ends of rounds and of the match, winners and ties."""

from collections.abc import Sequence

import pytest

from engine import incan_gold
from engine.incan_gold.state import State
from tests.engine.incan_gold.positions import after, choose, events, position


def over(tents: Sequence[int], carried: Sequence[int] = (), worth: Sequence[int] = ()) -> State:
    """The last ones leave in the fifth round, and the path is empty."""
    state = position(round=5, seats=len(tents), tents=tents, carried=carried, worth=worth)
    return after(state, "camp")


def winners(tents: Sequence[int], carried: Sequence[int] = (), worth: Sequence[int] = ()) -> Sequence[int]:
    result = incan_gold.result(over(tents, carried, worth))
    assert result is not None
    return result.winners


def test_a_round_ends_when_nobody_is_inside() -> None:
    state = position(inside=[2, 3])

    assert after(state, "camp").round == 2


def test_a_round_goes_on_while_one_is_inside() -> None:
    state = position(inside=[2, 3])

    assert after(state, "camp", "torch").round == 1


@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_a_new_round_begins_after_each_of_the_first_four(round: int) -> None:
    step = choose(position(round=round), "camp")

    assert events(step, "round")[0]["round"] == round + 1


def test_the_match_is_over_when_all_have_left_in_the_fifth_round() -> None:
    step = choose(position(round=5), "camp")

    assert step.state.over
    assert step.events[-1]["event"] == "over"
    assert not incan_gold.asked(step.state)


def test_the_match_is_over_when_all_flee_in_the_fifth_round() -> None:
    state = after(
        position(round=5, path=["fire"], held=[9] * 4, tents=[1, 2, 3, 4], coming=["fire"]), "torch"
    )

    assert state.over
    assert incan_gold.result(state) == ((1, 2, 3, 4), (4,), {"artifacts": (0, 0, 0, 0)})


def test_there_is_no_result_before_the_end() -> None:
    assert incan_gold.result(position(round=5)) is None


def test_points_are_the_tent_and_the_artifacts() -> None:
    result = incan_gold.result(over([7, 8, 9], carried=[2, 0, 0], worth=[15, 0, 0]))

    assert result is not None
    assert result.scores == (22, 8, 9)


def test_what_the_last_ones_put_into_their_tents_counts() -> None:
    state = position(round=5, seats=3, path=[7], lying=[3], held=[5, 0, 0], tents=[1, 1, 1])

    result = incan_gold.result(after(state, "camp"))

    assert result is not None
    assert result.scores == (7, 2, 2)


def test_most_points_win() -> None:
    assert winners([7, 9, 8]) == (2,)


def test_among_equals_most_artifacts_win() -> None:
    assert winners([10, 5, 3], carried=[0, 1, 0], worth=[0, 5, 0]) == (2,)


def test_more_artifacts_do_not_win_against_more_points() -> None:
    assert winners([10, 4, 3], carried=[0, 1, 0], worth=[0, 5, 0]) == (1,)


def test_the_number_of_artifacts_decides_and_not_their_worth() -> None:
    assert winners([5, 0, 5], carried=[2, 3, 1], worth=[10, 15, 10]) == (2,)


def test_a_player_who_is_still_equal_shares_the_win() -> None:
    assert winners([5, 10, 5], carried=[1, 0, 1], worth=[5, 0, 5]) == (1, 3)


def test_all_share_the_win_when_nobody_has_anything() -> None:
    assert winners([0, 0, 0]) == (1, 2, 3)


def test_the_result_tells_how_many_artifacts_each_carried_out() -> None:
    result = incan_gold.result(over([1, 2, 3], carried=[2, 0, 1], worth=[10, 0, 5]))

    assert result is not None
    assert result.to_json() == {"scores": [11, 2, 8], "winners": [1], "artifacts": [2, 0, 1]}


def test_the_result_can_be_read_from_every_view() -> None:
    state = over([1, 2, 3])

    assert {incan_gold.view(state, seat)["result"]["winners"][0] for seat in (None, 1, 2, 3)} == {3}
