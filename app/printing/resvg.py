"""The rasteriser, resvg: with our fonts and nothing of the system's."""

import io
from functools import cache
from typing import Any

from PIL import Image
from resvg_py import svg_to_bytes

from app.printing.fonts import FAMILY, font_file


@cache
def _fonts() -> list[str]:
    return [font_file(""), font_file("Bold")]


def drawn(svg: str, **size: Any) -> Image.Image:
    """`size`: the width in pixels, and the background; without them as the drawing says."""
    png = svg_to_bytes(
        svg_string=svg,
        shape_rendering="crisp_edges",  # far fewer bytes, and at two dots to a pixel just as smooth
        skip_system_fonts=True,
        font_files=_fonts(),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        serif_family=FAMILY,
        monospace_family=FAMILY,
        **size,
    )
    image = Image.open(io.BytesIO(png))
    image.load()
    return image
