"""Charts: all that they show is there, for any points."""

from xml.etree import ElementTree

import pytest

from app.printing.charts import chart_by_source, chart_over_time
from engine.chronicle import Milestone, PointSource

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def words(svg: str) -> list[str]:
    return [text.text or "" for text in parsed(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("seats", range(1, 9))
def test_every_seat_has_a_line_a_letter_its_points_and_its_name(seats: int) -> None:
    rows = [[0] * seats, list(range(seats)), [2 * seat for seat in range(seats)]]
    names = [f"Name {seat}" for seat in range(seats)]

    drawn = chart_over_time(rows, [Milestone(1, "half")], names, "Points", "All points")

    said = words(drawn)
    for seat, name in enumerate(names):
        assert name in said
        assert "ABCDEFGH"[seat] in said
        assert str(rows[-1][seat]) in said
    assert "half" in said


@pytest.mark.parametrize("rows", [[[0, 0]], [[20, 20], [-3, 900]], [[-5, -9], [-7, -20]]])
def test_any_points_can_be_drawn(rows: list[list[int]]) -> None:
    drawn = chart_over_time(rows, [], ["Ana", "Bo"], "Points", "All points")

    assert parsed(drawn).get("viewBox")
    assert "nan" not in drawn


def test_names_and_titles_are_only_words() -> None:
    odd = "<b>&\"'\x00"

    for drawn in (
        chart_over_time([[0], [1]], [Milestone(1, odd)], [odd], odd, odd),
        chart_by_source([PointSource(odd, [1])], [odd], odd, odd),
    ):
        assert f"{SVG}b" not in {element.tag for element in parsed(drawn).iter()}


def test_each_source_has_its_number_and_each_seat_its_sum() -> None:
    sources = [
        PointSource("Temples", [30, 0]),
        PointSource("Treasures", [10, 5]),
        PointSource("Paid", [-7, 0]),
    ]

    said = words(chart_by_source(sources, ["Ana", "Bo"], "Sources", "Where from"))

    assert {"Temples", "Treasures", "30", "10", "33", "5"} <= {*said}
    assert "Paid" not in said  # what was paid is in the sum; a bar cannot show it


def test_sources_differ_by_their_lines_too() -> None:
    drawn = chart_by_source([PointSource(str(n), [5]) for n in range(4)], ["Ana"], "Sources", "Where from")

    hatched = [
        path.get("d") for path in parsed(drawn).iter(f"{SVG}path") if path.get("stroke-opacity") == "0.45"
    ]
    assert len({*hatched}) == len(hatched) >= 3
