"""Boards as pictures: the same everywhere, light enough for a letter, with the letters of five languages."""

import io
import subprocess
import sys
from collections.abc import Iterator

import pytest
from PIL import Image
from resvg_py import svg_to_bytes

from app.printing.fonts import FAMILY
from app.printing.raster import FONTS, picture_of
from tests.engine.matches import SETTINGS, played

MOST_BYTES = 80_000
NAMES = ("Ana", "Łukasz Źdźbło", "Žluťoučký kůň", "Éloïse Große", "Eve", "Fay", "Gus", "Hal")


def boards() -> Iterator[str]:
    """Drawings of every game among as many as there can be: at its beginning, on its way, and at its end."""
    for setting in SETTINGS:
        rules = setting.game
        if setting.seats == rules.META.most:
            match = played(setting, rules.bot)
            for step in (match[0], match[len(match) // 2], match[-1]):
                yield rules.svg(rules.view(step.before, 1), NAMES[: setting.seats], size="board")


def test_a_board_is_light_and_sharp_on_a_phone() -> None:
    for svg in boards():
        picture = picture_of(svg)
        width, height = Image.open(io.BytesIO(picture.png)).size

        assert len(picture.png) < MOST_BYTES
        assert width >= 2 * 320
        assert picture.height == round(picture.width * height / width)


def test_another_process_draws_the_same_bytes() -> None:
    svg = next(boards())
    code = "import sys; from app.printing.raster import *\n"
    code += "sys.stdout.buffer.write(picture_of(sys.stdin.read()).png)"

    drawn = subprocess.run([sys.executable, "-c", code], input=svg.encode(), capture_output=True, check=True)

    assert drawn.stdout == picture_of(svg).png


@pytest.mark.parametrize("char", sorted(set("ąćęłńóśźżáčďéěíňřšťúůýžäöüßàâæçèêëîïôœùûÿ×–…“”’" + "ABC123")))
def test_every_letter_of_five_languages_is_in_the_font(char: str) -> None:
    assert drawn(char) != drawn("")
    assert drawn(char) != drawn("\U000f0000")  # which no font has


def drawn(text: str) -> bytes:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><text x="5" y="30">{text}</text></svg>'
    )
    return svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS, font_family=FAMILY)


def test_a_rare_colour_that_tells_something_is_kept() -> None:
    stripes = "".join(f'<path fill="rgb(0,{60 + n},40)" d="M{n} 0h1v80h-1z"/>' for n in range(80))
    mark = '<path fill="rgb(90,180,240)" d="M40 40h4v4h-4z"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80">{stripes}{mark}</svg>'

    with Image.open(io.BytesIO(picture_of(svg).png)) as shown:
        middle = 42 * shown.width // 80  # of the mark
        red, green, blue = shown.convert("RGB").getpixel((middle, middle))  # type: ignore[misc]  # of RGB it is three

    assert abs(red - 90) + abs(green - 180) + abs(blue - 240) < 24
