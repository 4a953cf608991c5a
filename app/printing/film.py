"""A game as an animated GIF, which chats and mail programs show wherever they show pictures.

Only what has changed since the frame before is written, and no more than two frames are in memory at a time.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from struct import pack

from PIL import GifImagePlugin, Image, ImageChops

from app.printing.frames import Film, Frame
from app.printing.raster import COLOUR, PAPER, pixels_of
from engine.svg import size_of

WIDTHS = (560, 420, 320)  # pixels: the first that is not too large
MOST_BYTES = 1_000_000
PLACES = 256  # of a palette
UNCHANGED = 255  # the last of them shines through
MOST_NAMED = 160  # colours that drawings name; the others are for the edges of letters
LOOKED_AT = 8  # frames that the palette is made of
FOREVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
END = b";"


Size = tuple[int, int]


def film_of(frames: Sequence[Frame], most_bytes: int = MOST_BYTES) -> Film:
    """As wide as it can be with so many bytes. The same frames give the same film on every machine."""
    for width in WIDTHS:
        film = _film(frames, width)
        if len(film.gif) <= most_bytes:
            break
    return film


def _film(frames: Sequence[Frame], width: int) -> Film:
    size = width, max(sum(_height(svg, width) for svg in frame.drawings) for frame in frames)
    palette = _palette(frames, size)
    return Film(b"".join(chain(_head(palette, size), _moves(frames, palette, size), [END])), *size)


def _height(svg: str, width: int) -> int:
    wide, high = size_of(svg)
    return round(width * high / wide)


def sheet_of(frame: Frame, size: Size) -> Image.Image:
    """The last drawing is at the foot, and so at the same place in all frames."""
    sheet, top = Image.new("RGB", size, PAPER), 0
    for svg in frame.drawings:
        # Drawn as for letters, whose pieces are there already, and smoother than when it is drawn so small.
        picture = pixels_of(svg).resize((size[0], _height(svg, size[0])), Image.Resampling.BOX)
        if svg is frame.drawings[-1]:
            top = size[1] - picture.height
        sheet.paste(picture, (0, top))
        top += picture.height
    return sheet


def _head(palette: Image.Image, size: Size) -> Iterator[bytes]:
    yield b"GIF89a" + pack("<HHBBB", *size, 0xF7, 0, 0)  # a palette of 256 for all frames
    yield bytes(palette.getpalette() or ())
    yield FOREVER


def _moves(frames: Sequence[Frame], palette: Image.Image, size: Size) -> Iterator[bytes]:
    shown: Image.Image | None = None
    for frame in frames:
        flat = sheet_of(frame, size).quantize(palette=palette, dither=Image.Dither.NONE)
        image = Image.frombytes("L", size, flat.tobytes())  # the places in the palette, to reckon with
        yield from _move(image, shown, frame.milliseconds)
        shown = image


def _move(image: Image.Image, shown: Image.Image | None, milliseconds: int) -> list[bytes]:
    """What differs from the frame before; of all else nothing is written."""
    box, patch = (0, 0, *image.size), image
    if shown:
        changed = ImageChops.difference(image, shown).point([0] + [255] * 255)
        box = changed.getbbox() or (0, 0, 1, 1)
        patch = Image.composite(image, Image.new("L", image.size, UNCHANGED), changed).crop(box)
    shines = {"disposal": 1, "transparency": UNCHANGED}
    return GifImagePlugin.getdata(patch, box[:2], duration=milliseconds, **shines)


def _palette(frames: Sequence[Frame], size: Size) -> Image.Image:
    """The colours that the drawings name, so that none is changed, and the commonest of all others."""
    some = frames[:: -(-len(frames) // LOOKED_AT)]
    drawings = chain.from_iterable(frame.drawings for frame in some)
    named = sorted({colour for svg in drawings for colour in COLOUR.findall(svg)})[:MOST_NAMED]
    seen = [_small(sheet_of(frame, size)) for frame in some]
    sheet = Image.new("RGB", (seen[0].width, sum(each.height for each in seen)))
    for place, each in enumerate(seen):
        sheet.paste(each, (0, place * seen[0].height))
    mixed = sheet.quantize(UNCHANGED - len(named), Image.Quantize.FASTOCTREE).getpalette() or []
    colours = [*bytes.fromhex("".join(named).replace("#", "")), *mixed][: 3 * UNCHANGED]
    # The places that are left have the first colour again, so that no pixel is given one of them.
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours + colours[:3] * (PLACES - len(colours) // 3))
    return palette


def _small(image: Image.Image) -> Image.Image:
    return image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
