"""Tikal's components, in tables that are easy to compare with the rulebook.

A tile has a name, a kind, the value of its temple or the number of its wafers, and the stones on its sides,
clockwise from north: N, NE, SE, S, SW, NW.
"""

from typing import NamedTuple

from engine.speech import later


class TilePiece(NamedTuple):
    name: str  # its group's letter and a number; empty for the hexes printed on the board
    kind: str  # base, temple, treasure, jungle, volcano
    value: int  # a temple's first level
    masks: int  # the number of a treasure's wafers
    stones: tuple[int, ...]


def _tile(name: str, kind: str, number: int, stones: str) -> TilePiece:
    value = number if kind == "temple" else 0
    masks = number if kind == "treasure" else 0
    return TilePiece(name, kind, value, masks, tuple(map(int, stones)))


PRINTED = {
    "a5": _tile("", "base", 0, "111000"),
    "a4": _tile("", "temple", 1, "110100"),
    "b4": _tile("", "jungle", 0, "111000"),
    "b5": _tile("", "temple", 1, "010001"),
}

_TILES = (
    ("A1", "temple", 1, "210000"),
    ("A2", "treasure", 4, "201000"),
    ("A3", "jungle", 0, "110100"),
    ("A4", "temple", 2, "201000"),
    ("A5", "treasure", 4, "200010"),
    ("A6", "temple", 2, "200100"),
    ("B1", "volcano", 0, "000000"),
    ("B2", "temple", 2, "200010"),
    ("B3", "jungle", 0, "210000"),
    ("B4", "jungle", 0, "201000"),
    ("B5", "treasure", 4, "200001"),
    ("B6", "temple", 3, "200100"),
    ("C1", "temple", 4, "200010"),
    ("C2", "jungle", 0, "300000"),
    ("C3", "jungle", 0, "110100"),
    ("C4", "treasure", 3, "300000"),
    ("C5", "temple", 3, "300000"),
    ("D1", "temple", 5, "300000"),
    ("D2", "treasure", 3, "300000"),
    ("D3", "volcano", 0, "000000"),
    ("D4", "jungle", 0, "101010"),
    ("D5", "temple", 5, "200100"),
    ("E1", "temple", 6, "300000"),
    ("E2", "treasure", 2, "200001"),
    ("E3", "jungle", 0, "200100"),
    ("E4", "jungle", 0, "200100"),
    ("E5", "temple", 5, "300000"),
    ("F1", "temple", 4, "300000"),
    ("F2", "volcano", 0, "000000"),
    ("F3", "jungle", 0, "200100"),
    ("F4", "treasure", 2, "200100"),
    ("F5", "temple", 4, "210000"),
    ("G1", "temple", 3, "200001"),
    ("G2", "jungle", 0, "200100"),
    ("G3", "temple", 3, "201000"),
    ("G4", "treasure", 2, "300000"),
)
TILES = {row[0]: _tile(*row) for row in _TILES}
GROUPS = "ABCDEFG"

SQUARES = {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}
MOTIFS = ("bowl", "crown", "figurine", "jaguar", "knife", "mask", "necklace", "vase")
COPIES = 3  # wafers of each motif
WAFER_POINTS = (0, 1, 3, 6)  # for none, a single, a pair, a triple

WORKERS = 18
LEADER_STRENGTH = 3
CAMPS = 2
GUARDS = 2
AP = 10
AUCTION_CAPITAL = 20

BASE = "a5"
COLUMNS = "abcdefgh"
ROWS = 5
HEXES = tuple(f"{column}{row}" for column in COLUMNS for row in range(1, ROWS + 1))
DIRECTIONS = (later("N"), later("NE"), later("SE"), later("S"), later("SW"), later("NW"))


def _neighbours(name: str) -> tuple[str, ...]:
    """The touching hexes, clockwise from north; an empty name is off the board.

    The columns b, d, f and h stand half a hex lower.
    """
    column, row = COLUMNS.index(name[0]), int(name[1])
    low = column % 2
    steps = ((0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1))
    return tuple(_name(column + right, row + down) for right, down in steps)


def _name(column: int, row: int) -> str:
    inside = 0 <= column < len(COLUMNS) and 1 <= row <= ROWS
    return f"{COLUMNS[column]}{row}" if inside else ""


NEIGHBOURS = {name: _neighbours(name) for name in HEXES}
