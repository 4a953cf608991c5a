"""Words as outlines: they look as if set in the font, and what the font does not have stays as it is."""

import re
from functools import cache

import pytest
from PIL import ImageChops, ImageStat

from app.printing import faces
from app.printing.glyphs import glyphs_of
from app.printing.outlined import Glyphs, Outlines
from app.printing.raster import whole
from engine.svg import document, middle, text
from tests.app.printing.boards import boards

SAME = 2.0  # of 255, on the whole: edges are drawn a little otherwise


@cache
def outlines() -> Outlines:
    return Outlines({name: Glyphs.read(glyphs_of(name)) for name in faces.AT_ONCE})


def picture(*texts: str) -> str:
    return document("t", (300, 60), "A title", "What it shows", "".join(texts), {})


def lines_left(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)", svg)


@pytest.mark.parametrize("number", range(len(boards("board"))))
def test_a_board_looks_the_same_without_a_text(number: int) -> None:
    board = boards("board")[number]

    outlined = outlines().of(board)

    assert lines_left(board)
    assert not lines_left(outlined)
    difference = ImageStat.Stat(ImageChops.difference(whole(board), whole(outlined)))
    assert max(difference.mean) < SAME


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_a_line_begins_where_the_font_would_begin_it(anchor: str) -> None:
    svg = picture(text(150, 40, 30, "Tovařyš & Žába", text_anchor=anchor, font_weight="bold", fill="#000000"))

    drawn, outlined = (
        whole(each).convert("L").point(lambda grey: 255 - grey) for each in (svg, outlines().of(svg))
    )

    for a, b in zip(drawn.getbbox() or (), outlined.getbbox() or (), strict=True):
        assert abs(a - b) <= 3


def test_a_character_is_outlined_once_however_often_it_stands_there() -> None:
    outlined = outlines().of(picture(text(0, 20, 16, "aaaa"), text(0, 40, 16, "a")))

    assert outlined.count('<path id="regular-61"') == 1
    assert outlined.count('href="#regular-61"') == 5


@pytest.mark.parametrize(
    "line",
    [
        text(0, 20, 16, "Ана"),
        middle(0, 20, 16, "a 🐆"),
        text(0, 20, 16, "wide", letter_spacing=2),
        text(0, 20, 16, "thin", font_weight="200"),
    ],
)
def test_what_the_faces_do_not_have_stays_as_it_is(line: str) -> None:
    assert outlines().of(picture(line)) == picture(line)
