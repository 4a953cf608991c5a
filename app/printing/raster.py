"""Turns boards from SVG into PNG for letters, because many mail programs show no SVG."""

import io
import re
from functools import lru_cache
from typing import NamedTuple

from PIL import Image
from resvg_py import svg_to_bytes

from app.printing.fonts import FAMILY, font_file

WIDTH = 420  # pixels in the letter, where the window is wide enough
DENSITY = 2  # dots to a pixel: telephones have two or three
COLOURS = 64  # a board has flat colours, so few are enough, and the file is ten times smaller
COMPRESSION = 5  # of 9: a higher level takes much longer and saves only a few kilobytes
PAPER = "#fbf8f1"  # the background, where the drawing has none of its own
# The description is not visible in the picture. Without it players who see the same board share one picture.
DESCRIPTION = re.compile(r"<desc\b.*?</desc>", re.DOTALL)
FONTS = [font_file(""), font_file("Bold")]


class Picture(NamedTuple):
    png: bytes
    width: int  # in the letter, as the height
    height: int


def picture_of(svg: str) -> Picture:
    """The same drawing gives the same bytes on every machine, for the fonts are our own."""
    return _picture_of(DESCRIPTION.sub("", svg, count=1))


@lru_cache(maxsize=16)  # for a letter that is tried again, and for players who see the same board
def _picture_of(svg: str) -> Picture:
    with Image.open(io.BytesIO(_draw(svg))) as image:
        png = io.BytesIO()
        flat = image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        flat.save(png, "PNG", compress_level=COMPRESSION)
        return Picture(png.getvalue(), WIDTH, round(image.height / DENSITY))


def _draw(svg: str) -> bytes:
    return svg_to_bytes(
        svg_string=svg,
        width=WIDTH * DENSITY,
        background=PAPER,
        shape_rendering="crisp_edges",  # far fewer bytes, and at this density just as smooth
        skip_system_fonts=True,
        font_files=FONTS,
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        serif_family=FAMILY,
        monospace_family=FAMILY,
    )
