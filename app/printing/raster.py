"""Boards as pictures for letters: many mail programs show no SVG."""

import io
import re
from functools import lru_cache
from typing import NamedTuple

from PIL import Image
from resvg_py import svg_to_bytes

from app.printing.fonts import FAMILY, face

SHOWN = 420  # pixels of the reader's screen, where the window is wide enough
DENSITY = 2  # phones have two or three dots to a pixel
COLOURS = 64  # a board is flat: so few draw it as well, with a tenth of the bytes
PACKED = 5  # of 9: the last few kilobytes would take longer than all others
PAPER = "#fbf8f1"  # where the drawing has none of its own
# What the picture does not show: what is told beside it may be of one reader only.
DESCRIPTION = re.compile(r"<desc\b.*?</desc>", re.DOTALL)
FONTS = [face(""), face("Bold")]


class Picture(NamedTuple):
    png: bytes
    width: int  # as shown
    height: int


def picture_of(svg: str) -> Picture:
    """The same drawing is the same bytes, on every machine: the letters in it come with us."""
    return _picture_of(DESCRIPTION.sub("", svg, count=1))


@lru_cache(maxsize=16)  # a letter that is tried again, or players who see the same
def _picture_of(svg: str) -> Picture:
    with Image.open(io.BytesIO(_drawn(svg))) as drawn:
        png = io.BytesIO()
        few = drawn.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(png, "PNG", compress_level=PACKED)
        return Picture(png.getvalue(), SHOWN, round(drawn.height / DENSITY))


def _drawn(svg: str) -> bytes:
    return svg_to_bytes(
        svg_string=svg,
        width=SHOWN * DENSITY,
        background=PAPER,
        shape_rendering="crisp_edges",  # far fewer bytes, and at two dots to a pixel as smooth
        skip_system_fonts=True,
        font_files=FONTS,
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        serif_family=FAMILY,
        monospace_family=FAMILY,
    )
