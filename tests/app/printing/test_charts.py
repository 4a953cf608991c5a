"""Charts: all that they show is there, for any points."""

from xml.etree import ElementTree

import pytest
from PIL import ImageFont

from app.i18n.languages import LANGUAGES
from app.printing.bars import chart_by_source
from app.printing.charts import NARROW, WIDE, Sheet, chart_over_time
from app.printing.fonts import font_file
from engine.chronicle import Milestone, PointSource
from tests.app.services.books.printing import recorded, report

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def words(svg: str) -> list[str]:
    return [text.text or "" for text in parsed(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("sheet", [WIDE, NARROW], ids=["page", "phone"])
@pytest.mark.parametrize("seats", range(1, 9))
def test_every_seat_has_a_line_a_letter_its_points_and_its_name(seats: int, sheet: Sheet) -> None:
    rows = [[0] * seats, list(range(seats)), [2 * seat for seat in range(seats)]]
    names = [f"Name {seat}" for seat in range(seats)]

    drawn = chart_over_time(rows, [Milestone(1, "half")], names, "Points", "All points", sheet)

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


def lines_of(svg: str) -> list[tuple[str, float, float, float]]:
    """Every text of a chart that stands in no group of its own place: words, height, and where they are."""
    found = []
    for text in parsed(svg).iter(f"{SVG}text"):
        size, x = float(text.get("font-size", 16)), float(text.get("x", 0))
        face = "Bold" if text.get("font-weight") == "bold" else ""
        long = ImageFont.truetype(font_file(face), 100).getlength(text.text or "") * size / 100
        begin = x - {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "start")] * long
        found.append((text.text or "", float(text.get("y", 0)), begin, begin + long))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["tikal-0005", "incan-gold-0003"])
def test_a_chart_for_a_phone_is_narrow_and_all_its_words_are_on_it(name: str, language: str) -> None:
    match = report(recorded(name), language=language)

    for chart in match.charts.shown():
        drawn = match.picture(f"{chart['name']}-narrow")
        lines = [line for line in lines_of(drawn) if line[0] not in "ABCDEFGH"]  # these are in tokens
        assert parsed(drawn).get("viewBox", "").split()[2] == "320"
        assert [line for line in lines if line[2] < 0 or line[3] > 320] == []


def test_names_of_marks_stand_in_two_rows_on_a_phone_and_none_touches_another() -> None:
    rows, marks = [[n] for n in range(100)], [Milestone(n, f"volcano {n}") for n in (20, 40, 60, 80)]

    drawn = chart_over_time(rows, marks, ["Ana"], "Points", "All points", NARROW)

    named = [line for line in lines_of(drawn) if line[0].startswith("volcano")]
    assert len(named) == 4
    for row in {line[1] for line in named}:
        ends = [end for _, y, begin, after in named if y == row for end in (begin, after)]
        assert ends == sorted(ends)
