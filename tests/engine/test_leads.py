"""The lead, and the moments in which it changed hands."""

import pytest

from engine.leads import Span, largest_swing, lead_told, leaders, standing_told
from engine.speech import ENGLISH

NAMES = ("Ana", "Bo", "Cy")


def span(before: list[int], after: list[int], step: int = 1) -> Span:
    return Span(step, before, after, f"round {step}")


def test_several_may_lead() -> None:
    assert leaders([3, 5, 5]) == [2, 3]


def test_the_largest_change_is_from_far_behind_to_far_ahead() -> None:
    spans = [span([5, 4, 0], [6, 8, 0], 1), span([6, 8, 0], [20, 9, 0], 2), span([20, 9, 0], [21, 9, 30], 3)]

    found = largest_swing(spans)

    assert found is not None
    assert (found.span, found.before, found.to, found.behind, found.ahead) == (2, 1, 3, 20, 9)


@pytest.mark.parametrize(
    "spans",
    [
        [],
        [span([0, 0, 0], [5, 3, 1])],  # nobody was ahead before
        [span([5, 3, 1], [9, 3, 1])],  # the same as before
        [span([5, 3, 1], [9, 9, 1])],  # nobody alone after it
    ],
)
def test_there_may_be_no_change(spans: list[Span]) -> None:
    assert largest_swing(spans) is None


def test_the_round_is_told_from_which_the_winner_stayed_ahead() -> None:
    spans = [span([0, 0, 0], [5, 9, 1], 1), span([5, 9, 1], [30, 9, 2], 2), span([30, 9, 2], [31, 9, 3], 3)]

    told = lead_told(spans, NAMES, ENGLISH)

    assert [(point.step, point.title) for point in told] == [(2, "The largest change of the lead: round 2")]
    assert told[0].text == "Before it, Bo is 4 ahead of Ana; after it, Ana is 21 ahead of Bo."


def test_a_lead_from_the_beginning_is_no_turning_point() -> None:
    assert lead_told([span([0, 0, 0], [5, 3, 1], 1), span([5, 3, 1], [9, 3, 1], 2)], NAMES, ENGLISH) == []


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ([0, 0, 0], "Everybody is level, with 0 points."),
        ([4, 1, 4], "Ana and Cy share the lead with 4 points."),
        ([4, 1, 3], "Ana is ahead; Cy is 1 point behind."),
        ([1, 7, 5], "Bo is ahead; Cy is 2 points behind."),
    ],
)
def test_how_things_stand(points: list[int], told: str) -> None:
    assert standing_told(points, NAMES, 0, ENGLISH) == told


def test_it_is_not_always_told_in_one_way() -> None:
    assert len({standing_told([4, 1, 3], NAMES, number, ENGLISH) for number in range(3)}) == 3
