"""Turns boards from SVG into PNG for letters, because many mail programs show no SVG.

A drawing is put together from pieces that were drawn before, as far as it is understood, and only what is new
goes through the rasteriser. Otherwise the rasteriser draws the whole. Both look the same.
"""

import io
import re
from hashlib import blake2b
from typing import NamedTuple

from PIL import Image

from app.printing.extent import NotUnderstood
from app.printing.kept import Kept
from app.printing.pieces import taken_apart
from app.printing.resvg import drawn
from app.printing.sprites import put_together

WIDTH = 420  # pixels in the letter, where the window is wide enough
DENSITY = 2  # dots to a pixel: telephones have two or three
COLOURS = 48  # beside those that the drawing names: for the edges of letters, and for what shines through
MOST_NAMED = 192  # a palette has 256
NARROWED_COLOURS = 64
SAMPLE = 3  # of so many pixels one, across and down, is looked at for these
COMPRESSION = 3  # of 9: 5 takes half as long again and saves a tenth of the bytes
PAPER = "#fbf8f1"  # the background, where the drawing has none of its own
KEPT_BYTES = 6_000_000  # for letters that are tried again, and for players who see the same board
# What is not visible in the picture. Without it players who see the same board share one picture.
UNSEEN = re.compile(r"<(title|desc)\b.*?</\1>", re.DOTALL)
COLOUR = re.compile(r"#[0-9a-f]{6}\b")


class Picture(NamedTuple):
    png: bytes
    width: int  # in the letter, as the height
    height: int


pictures: Kept[bytes, Picture] = Kept(KEPT_BYTES)


def picture_of(svg: str) -> Picture:
    """The same drawing gives the same bytes on every machine, for the fonts are our own."""
    seen = UNSEEN.sub("", svg, count=2)
    key = blake2b(seen.encode(), digest_size=24).digest()
    picture = pictures.get(key)
    if not picture:
        picture = new_picture_of(seen)
        pictures.put(key, picture, len(picture.png))
    return picture


def new_picture_of(svg: str) -> Picture:
    image = pixels_of(svg)
    png = io.BytesIO()
    flat = image.quantize(palette=_palette(image, svg), dither=Image.Dither.NONE)
    flat.save(png, "PNG", compress_level=COMPRESSION)
    return Picture(png.getvalue(), WIDTH, round(image.height / DENSITY))


def narrowed(picture: Picture) -> Picture:
    """For a letter with several pictures: with a quarter of the pixels, and about a third of the bytes."""
    large = Image.open(io.BytesIO(picture.png)).convert("RGB")
    small, png = large.reduce(DENSITY), io.BytesIO()
    small.quantize(NARROWED_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        png, "PNG", compress_level=9
    )
    return Picture(png.getvalue(), picture.width, picture.height)


def pixels_of(svg: str, width: int = WIDTH * DENSITY) -> Image.Image:
    try:
        return put_together(taken_apart(svg, width), PAPER)
    except NotUnderstood:
        return whole(svg, width)


def whole(svg: str, width: int = WIDTH * DENSITY) -> Image.Image:
    return drawn(svg, width=width, background=PAPER).convert("RGB")


def _palette(image: Image.Image, svg: str) -> Image.Image:
    """The colours that the drawing names, so that none is changed, and the commonest of all others."""
    named = sorted(set(COLOUR.findall(svg)))[:MOST_NAMED]
    few = image.resize((image.width // SAMPLE, image.height // SAMPLE), Image.Resampling.NEAREST)
    mixed = few.quantize(COLOURS, Image.Quantize.FASTOCTREE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*bytes.fromhex("".join(named).replace("#", "")), *mixed])
    return palette
