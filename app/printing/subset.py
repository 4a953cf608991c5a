"""A face with no more than pages need, as a WOFF2 file. Only the press imports this: fontTools is large."""

from io import BytesIO

from fontTools import subset  # type: ignore[import-untyped]  # the library has no types
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from app.printing.faces import CHARACTERS, FACES
from app.printing.fonts import font_file

FEATURES = ["kern", "ccmp", "locl", "mark", "mkmk"]
NAMES = [0, 1, 2, 13, 14]  # whose it is, and its licence


def woff2_of(name: str) -> bytes:
    """The same bytes every time."""
    subsetter = subset.Subsetter(subset.Options(layout_features=FEATURES, hinting=False, name_IDs=NAMES))
    subsetter.populate(unicodes=CHARACTERS)
    made = BytesIO()
    with TTFont(font_file(FACES[name].file), lazy=True, recalcTimestamp=False) as font:
        subsetter.subset(font)
        font.flavor = "woff2"
        font.save(made)
    return made.getvalue()
