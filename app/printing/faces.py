"""The faces that pages are set in: what each is made of, and the style sheet that names them.

They are made by subset.py, and by glyphs.py for pictures that are files of their own. Nothing here needs a
font library: every process that shows pages imports this.
"""

import hashlib
from pathlib import Path
from typing import NamedTuple

from app.printing.fonts import FAMILY, font_file


class Face(NamedTuple):
    file: str  # as font_file() knows it
    weight: int
    style: str


FACES = {
    "regular": Face("", 400, "normal"),
    "bold": Face("Bold", 700, "normal"),
    "italic": Face("It", 400, "italic"),
}
# Every page has words in these. A browser loads the italic face only for a page that uses it.
AT_ONCE = ("regular", "bold")

# What the five languages need, their neighbours with Latin letters, and the signs of pages and boards.
# Names in other alphabets are shown in the fonts of the reader's machine.
CHARACTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x218, 0x21C),  # Romanian
    0x2BC,
    *range(0x300, 0x30D),  # accents that stand behind their letter
    *range(0x326, 0x329),
    0x1E9E,
    *range(0x2010, 0x2060),  # dashes, quotation marks, spaces
    *(0x20AC, 0x2116, 0x2122, 0x2713),
    *range(0x2190, 0x219A),  # arrows
    *range(0x2200, 0x2270),  # signs of mathematics
    *range(0x25A0, 0x2600),  # triangles, squares, circles
)


class StandIn(NamedTuple):
    """A font that a reader's machine may have, made as wide as ours: nothing jumps when ours comes."""

    family: str
    regular: tuple[str, ...]
    bold: tuple[str, ...]
    sizes: tuple[float, float]  # in percent, of the regular and the bold face


# The sizes are ratios of mean widths, in sentences of the five languages.
STAND_INS = (
    StandIn(
        "Source Sans by Arial",
        ("Arial", "Liberation Sans", "Arimo", "Helvetica"),
        ("Arial Bold", "Liberation Sans Bold", "Arimo Bold", "Helvetica Bold"),
        (93.2, 92.3),
    ),
    StandIn("Source Sans by Roboto", ("Roboto",), ("Roboto Bold",), (92.5, 91.6)),
    StandIn(
        "Source Sans by DejaVu",
        ("DejaVu Sans", "Verdana"),
        ("DejaVu Sans Bold", "Verdana Bold"),
        (81.7, 76.9),
    ),
)
ASCENT, DESCENT = 98.4, 27.3  # of our font, in percent of its size


def version() -> str:
    """Another one when a face would be made otherwise.

    ImportError, KeyError or OSError where the font is missing.
    """
    digest = hashlib.sha256()
    recipe = [Path(__file__).with_name(name) for name in ("faces.py", "subset.py", "glyphs.py")]
    for path in (*recipe, *(Path(font_file(face.file)) for face in FACES.values())):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def style_sheet() -> str:
    """The addresses in it are relative to its own."""
    return "\n".join([*map(_face_rule, FACES), *map(_stand_in_rules, STAND_INS), ""])


def _face_rule(name: str) -> str:
    _, weight, style = FACES[name]
    source = f'url("{name}.woff2") format("woff2")'
    return f'@font-face{{font-family:"{FAMILY}";src:{source};{_kind(weight, style)};font-display:swap}}'


def _stand_in_rules(other: StandIn) -> str:
    regular, bold = other.sizes
    rules = (
        _stand_in_rule(other.family, 400, other.regular, regular),
        _stand_in_rule(other.family, 700, other.bold, bold),
    )
    return "\n".join(rules)


def _stand_in_rule(family: str, weight: int, names: tuple[str, ...], size: float) -> str:
    source = ",".join(f'local("{name}")' for name in names)
    ascent, descent = f"{100 * ASCENT / size:.1f}%", f"{100 * DESCENT / size:.1f}%"
    line = f"ascent-override:{ascent};descent-override:{descent};line-gap-override:0%"
    return f'@font-face{{font-family:"{family}";src:{source};{_kind(weight)};size-adjust:{size}%;{line}}}'


def _kind(weight: int, style: str = "normal") -> str:
    return f"font-weight:{weight};font-style:{style}"
