"""Pieces of drawings as pixels: each is drawn once in a process, and put into all pictures that show it."""

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageChops, ImageStat

from app.printing.extent import Matrix, NotUnderstood
from app.printing.kept import Kept
from app.printing.pieces import NAMESPACE, Drawing, Piece, Place, Stencil
from app.printing.resvg import drawn

STEPS = 2  # places in a pixel: a small piece is at most a quarter of a pixel away from where it belongs
SMALL = 520  # pixels: a larger piece is drawn where it stands, to the last digit
MOST_BYTES = 20_000_000
_TILE = 120  # pixels: what is large is kept in tiles, without the empty ones
_EDGE = 2  # pixels round a piece, which must stay empty
_DIFFERS = [0, 0, 0, *[255] * 253] * 3  # for three bands: colours that differ by two of 255 are one
_LEAST = 1000  # bytes of whatever is kept

Colours = Image.Image | tuple[int, ...]  # of pixels, or one for all
Where = tuple[float, float, float]  # in a pixel, across and down; and how far it is stretched downwards


class Part(NamedTuple):
    colours: Colours
    mask: Image.Image | None  # None if it covers all of its box
    x: int  # from the pixel in which the piece has its place
    y: int
    right: int
    bottom: int


_stencils: Kept[Piece, Stencil] = Kept(MOST_BYTES // 6)
_sprites: Kept[tuple[Stencil, Where], tuple[Part, ...]] = Kept(MOST_BYTES)


def forget() -> None:
    """As in a new process."""
    _stencils.clear()
    _sprites.clear()


def put_together(drawing: Drawing, background: str) -> Image.Image:
    canvas = Image.new("RGB", (drawing.width, drawing.height), background)
    for place in drawing.places:
        stencil = _stencil(place)
        x, y, stretch = place.x, place.y * drawing.stretch, drawing.stretch
        if _is_small(stencil):
            x, y, stretch = round(x * STEPS) / STEPS, round(y * STEPS) / STEPS, 1
        left, top = floor(x), floor(y)
        for part in _sprite(stencil, (x - left, y - top, stretch)):
            box = (left + part.x, top + part.y, left + part.right, top + part.bottom)
            canvas.paste(part.colours, box, part.mask)
    return canvas


def _is_small(stencil: Stencil) -> bool:
    box = stencil.box
    return not box or (box.right - box.left <= SMALL and box.bottom - box.top <= SMALL)


def _stencil(place: Place) -> Stencil:
    stencil = _stencils.get(place.piece)
    if not stencil:
        stencil = Stencil(place)
        _stencils.put(place.piece, stencil, _LEAST + len(stencil.markup))
    return stencil


def _sprite(stencil: Stencil, where: Where) -> tuple[Part, ...]:
    sprite = _sprites.get((stencil, where))
    if sprite is None:
        sprite = tuple(_new_sprite(stencil, where))
        _sprites.put((stencil, where), sprite, _LEAST + sum(map(_bytes, sprite)))
    return sprite


def _bytes(part: Part) -> int:
    """Four of each pixel's colour, one of its mask."""
    each = 4 * (not isinstance(part.colours, tuple)) + (part.mask is not None)
    return _LEAST // 2 + each * (part.right - part.x) * (part.bottom - part.y)


# --- Drawing a piece ---


def _new_sprite(stencil: Stencil, where: Where) -> Iterator[Part]:
    if not stencil.box:
        return
    x, y, stretch = where
    box = stencil.box.seen_by(Matrix(d=stretch, e=x, f=y))
    left, top = floor(box.left) - _EDGE, floor(box.top) - _EDGE
    width, height = ceil(box.right) + _EDGE - left, ceil(box.bottom) + _EDGE - top
    matrix = Matrix(d=stretch, e=x - left, f=y - top).then(Matrix(*stencil.turn))
    place = " ".join(f"{value:.9g}" for value in matrix)
    head = f'<svg{NAMESPACE} width="{width}" height="{height}">'
    image = drawn(f'{head}<g transform="matrix({place})">{stencil.markup}</g></svg>')
    inked = image.getchannel("A").getbbox()
    if not inked:
        return
    if not (inked[0] and inked[1] and inked[2] < width and inked[3] < height):
        raise NotUnderstood("a piece that is larger than it seemed")
    yield from _parts(image.crop(inked), left + inked[0], top + inked[1])


def _parts(image: Image.Image, x: int, y: int) -> Iterator[Part]:
    if max(image.size) < 2 * _TILE:
        yield _part(image, x, y)
        return
    for top in range(0, image.height, _TILE):
        for left in range(0, image.width, _TILE):
            right, bottom = min(left + _TILE, image.width), min(top + _TILE, image.height)
            tile = image.crop((left, top, right, bottom))
            if tile.getchannel("A").getbbox():
                yield _part(tile, x + left, y + top)


def _part(image: Image.Image, x: int, y: int) -> Part:
    alpha, right, bottom = image.getchannel("A"), x + image.width, y + image.height
    shades, colours = alpha.histogram(), image.convert("RGB")
    colour = _only_colour(colours, alpha)
    if shades[255] == image.width * image.height:
        return Part(colour or colours, None, x, y, right, bottom)
    # A mask of nothing between is put in five times as quickly.
    mask = alpha if any(shades[1:255]) else alpha.convert("1")
    return Part(colour or colours, mask, x, y, right, bottom)


def _only_colour(colours: Image.Image, alpha: Image.Image) -> tuple[int, ...] | None:
    """The colour of all that is seen, if it is one: words, outlines and discs take a fifth of the memory."""
    most = max(shade for shade, count in enumerate(alpha.histogram()) if count)
    clearest = alpha.point([0] * most + [255] * (256 - most))
    colour = tuple([round(mean) for mean in ImageStat.Stat(colours, clearest).mean])
    others = ImageChops.difference(colours, Image.new("RGB", colours.size, colour))
    seen = ImageChops.multiply(others, Image.merge("RGB", [alpha] * 3))
    return None if seen.point(_DIFFERS).getbbox() else colour
