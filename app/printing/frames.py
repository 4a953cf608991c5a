"""What a film is made of, and what is made of it."""

from typing import NamedTuple


class Frame(NamedTuple):
    drawings: tuple[str, ...]  # SVG, one below another
    milliseconds: int


class Film(NamedTuple):
    gif: bytes
    width: int
    height: int
