"""The picture of who held what over time."""

import re

from app.printing.lanes import chart_of_lanes
from engine.chronicle import Lane, Milestone
from engine.emblems import look


def test_each_time_that_somebody_held_a_place_is_a_bar() -> None:
    lanes = [Lane("c4 · 5", [0, 1, 1, 2, 2, 2, 0, 1]), Lane("b3 · 2", [0, 0, 0, 0, 0, 0, 0, 2])]

    drawn = chart_of_lanes(lanes, [Milestone(3, "volcano 1")], ["Ana", "Bo <>"], "Who held what")

    bars = re.findall(r"<rect[^>]*>", drawn)
    fills = [look(seat).fill for seat in (1, 2, 1, 2)]
    assert [re.search('fill="([^"]+)"', bar)[1] for bar in bars] == fills  # type: ignore[index]
    assert "volcano 1" in drawn
    assert "Bo &lt;&gt;" in drawn


def test_it_says_in_words_who_held_a_place_one_after_another() -> None:
    drawn = chart_of_lanes([Lane("c4", [0, 1, 2, 2, 1])], [], ["Ana", "Bo"], "Who held what")

    assert "<desc>c4: Ana, Bo, Ana.</desc>" in drawn
