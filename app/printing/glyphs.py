"""The outlines of a face's characters, for drawings that are shown where no font of ours is.

Only the press imports this: fontTools is large.
"""

import json
from collections.abc import Iterator
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen  # type: ignore[import-untyped]  # the library has no types
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from app.printing.faces import CHARACTERS, FACES
from app.printing.fonts import font_file

# Letters with accents are as far from others as the same letters without.
KERNED = [chr(code) for code in range(0x21, 0x7F)]


def glyphs_of(name: str) -> bytes:
    """As JSON: how wide each character is, and its path; and by how much a pair is wider or narrower."""
    with TTFont(font_file(FACES[name].file), lazy=True) as font:
        known, glyphs = font.getBestCmap(), font.getGlyphSet()
        own = {chr(code): _glyph(glyphs, known[code]) for code in CHARACTERS if code in known}
        tables = list(_kerning_tables(font["GPOS"].table))
        pairs = {
            a + b: by
            for a in KERNED
            for b in KERNED
            if (by := _kerning(tables, known[ord(a)], known[ord(b)]))
        }
        made = {"em": font["head"].unitsPerEm, "glyphs": own, "pairs": pairs}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def _glyph(glyphs: Any, name: str) -> tuple[int, str]:
    pen = SVGPathPen(glyphs, lambda value: str(round(value)))
    glyphs[name].draw(pen)
    return glyphs[name].width, pen.getCommands()


def _kerning_tables(positions: Any) -> Iterator[Any]:
    for feature in positions.FeatureList.FeatureRecord:
        if feature.FeatureTag == "kern":
            for number in feature.Feature.LookupListIndex:
                yield from positions.LookupList.Lookup[number].SubTable
            return  # all languages of this font have the same ones


def _kerning(tables: list[Any], first: str, second: str) -> int:
    """The first table that knows the pair decides."""
    for table in tables:
        if first not in table.Coverage.glyphs:
            continue
        if table.Format == 1:
            pairs = table.PairSet[table.Coverage.glyphs.index(first)].PairValueRecord
            found = [pair.Value1 for pair in pairs if pair.SecondGlyph == second]
            if not found:
                continue
            value = found[0]
        else:
            row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)].Class2Record
            value = row[table.ClassDef2.classDefs.get(second, 0)].Value1
        return getattr(value, "XAdvance", 0) or 0
    return 0
