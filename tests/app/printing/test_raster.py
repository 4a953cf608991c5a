"""Boards as pictures: the same everywhere, light enough for a letter, with the letters of five languages."""

import io
import subprocess
import sys

import pytest
from PIL import Image

from app.printing.raster import picture_of
from app.printing.resvg import drawn
from tests.app.printing.boards import boards

MOST_BYTES = 80_000
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


def test_a_board_is_light_and_sharp_on_a_phone() -> None:
    for svg in boards():
        picture = picture_of(svg)
        width, height = Image.open(io.BytesIO(picture.png)).size

        assert len(picture.png) < MOST_BYTES
        assert width >= 2 * 320
        assert picture.height == round(picture.width * height / width)


def test_another_process_draws_the_same_bytes() -> None:
    svg = boards()[0]
    code = "import sys; from app.printing.raster import *\n"
    code += "sys.stdout.buffer.write(picture_of(sys.stdin.read()).png)"

    made = subprocess.run([sys.executable, "-c", code], input=svg.encode(), capture_output=True, check=True)

    assert made.stdout == picture_of(svg).png


@pytest.mark.parametrize("char", sorted(set("ąćęłńóśźżáčďéěíňřšťúůýžäöüßàâæçèêëîïôœùûÿ×–…“”’" + "ABC123")))
def test_every_letter_of_five_languages_is_in_the_font(char: str) -> None:
    assert pixels_of(char) != pixels_of("")
    assert pixels_of(char) != pixels_of("\U000f0000")  # which no font has


def pixels_of(text: str) -> bytes:
    svg = f'<svg {XMLNS} viewBox="0 0 40 40"><text x="5" y="30">{text}</text></svg>'
    return drawn(svg).tobytes()


def test_a_rare_colour_that_tells_something_is_kept() -> None:
    stripes = "".join(f'<path fill="rgb(0,{60 + n},40)" d="M{n} 0h1v80h-1z"/>' for n in range(80))
    mark = '<path fill="rgb(90,180,240)" d="M40 40h4v4h-4z"/>'
    svg = f'<svg {XMLNS} viewBox="0 0 80 80">{stripes}{mark}</svg>'

    with Image.open(io.BytesIO(picture_of(svg).png)) as shown:
        middle = 42 * shown.width // 80  # of the mark
        red, green, blue = shown.convert("RGB").getpixel((middle, middle))  # type: ignore[misc]  # of RGB it is three

    assert abs(red - 90) + abs(green - 180) + abs(blue - 240) < 24
