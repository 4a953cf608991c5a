"""Where each hex lies in the picture of the board."""

from engine.tikal.pieces import COLUMNS

SIZE = 62  # from a hex's middle to a corner, and along a side
HALF = 53.7  # from its middle to a side


def column(name: str) -> int:
    return COLUMNS.index(name[0])


def centre(name: str) -> tuple[float, float]:
    return SIZE * (1 + 1.5 * column(name)), HALF * (2 * int(name[1]) - 1 + column(name) % 2)
