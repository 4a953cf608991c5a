"""Words of a drawing as outlines: a browser gives a picture of its own no font of the page that shows it.

A font within each picture would be 24 kB more, the outlines of what a board says are 5 to 9, compressed.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple
from unicodedata import normalize

from engine.svg import element, number

_TEXT = re.compile(r"<text((?: [\w-]+=\"[^\"]*\")*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
_PLACED_BY = {"x", "y", "font-size", "text-anchor", "font-weight"}
_UNDERSTOOD = _PLACED_BY | {"fill"}
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # of a line's length, before its place
_WEIGHTS = {"normal": "regular", "400": "regular", "bold": "bold", "700": "bold"}


class Glyphs(NamedTuple):
    """Of one face, as `glyphs.py` has made them."""

    em: int
    glyphs: Mapping[str, tuple[int, str]]
    pairs: Mapping[str, int]

    @classmethod
    def read(cls, made: bytes) -> "Glyphs":
        return cls(**json.loads(made))

    def places(self, words: str) -> tuple[list[int], int]:
        """Where each character begins, and where the last one ends."""
        starts, at = [], 0
        bare = [normalize("NFD", char)[0] for char in words]
        for n, char in enumerate(words):
            if n:
                at += self.pairs.get(bare[n - 1] + bare[n], 0)
            starts.append(at)
            at += self.glyphs[char][0]
        return starts, at


@dataclass
class Outlines:
    """The faces by their names, `regular` and `bold`."""

    faces: Mapping[str, Glyphs]

    def of(self, svg: str) -> str:
        """The drawing without texts, but for those in alphabets that the faces do not have."""
        used: dict[str, str] = {}
        drawn = _TEXT.sub(lambda found: self._line(found, used) or found[0], svg)
        return drawn.replace("</svg>", element("defs", *used.values()) + "</svg>") if used else drawn

    def _line(self, found: re.Match[str], used: dict[str, str]) -> str:
        """Empty if the text has to stay."""
        attributes, words = dict(_ATTRIBUTE.findall(found[1])), normalize("NFC", unescape(found[2]))
        name = _WEIGHTS.get(attributes.get("font-weight", "normal"), "")
        face = self.faces.get(name)
        if not face or not _UNDERSTOOD.issuperset(attributes) or not face.glyphs.keys() >= set(words):
            return ""
        starts, length = face.places(words)
        size = float(attributes.get("font-size", 16)) / face.em
        x = float(attributes.get("x", 0)) - _BEFORE[attributes.get("text-anchor", "start")] * length * size
        inside = [_glyph(name, face, char, at, used) for char, at in zip(words, starts, strict=True)]
        # Fonts count upwards.
        place = f"translate({number(x)} {attributes.get('y', '0')}) scale({size:.4g} -{size:.4g})"
        fill = f' fill="{attributes["fill"]}"' if "fill" in attributes else ""
        return f'<g transform="{place}"{fill}>{"".join(inside)}</g>'


def _glyph(name: str, face: Glyphs, char: str, at: int, used: dict[str, str]) -> str:
    _, path = face.glyphs[char]
    if not path:
        return ""
    own = f"{name}-{ord(char):x}"
    used.setdefault(own, f'<path id="{own}" d="{path}"/>')
    return f'<use href="#{own}" x="{at}"/>' if at else f'<use href="#{own}"/>'
