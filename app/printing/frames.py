"""What a film is made of, and what is made of it."""

from typing import NamedTuple


class Frame(NamedTuple):
    drawings: tuple[str, ...]  # SVG, one below another
    milliseconds: int


class Film(NamedTuple):
    gif: bytes
    width: int
    height: int


def width_of(svg: str) -> float:
    return float(_frame(svg)[2])


def height_of(svg: str) -> float:
    return float(_frame(svg)[3])


def _frame(svg: str) -> list[str]:
    return svg.split('viewBox="')[1].split('"')[0].split()
