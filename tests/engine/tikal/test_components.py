"""The printed components."""

from collections import Counter

import pytest

from engine.tikal.pieces import MOTIFS, PRINTED, SQUARES, TILES


def test_the_printed_hexes() -> None:
    assert {place: (tile.kind, tile.value, tile.masks, tile.stones) for place, tile in PRINTED.items()} == {
        "a5": ("base", 0, 0, (1, 1, 1, 0, 0, 0)),
        "a4": ("temple", 1, 0, (1, 1, 0, 1, 0, 0)),
        "b4": ("jungle", 0, 0, (1, 1, 1, 0, 0, 0)),
        "b5": ("temple", 1, 0, (0, 1, 0, 0, 0, 1)),
    }


def test_tiles_by_kind() -> None:
    kinds = Counter(tile.kind for tile in TILES.values())

    assert kinds == {"temple": 15, "jungle": 10, "treasure": 8, "volcano": 3}


@pytest.mark.parametrize(
    ("group", "kinds"),
    [
        ("A", "temple treasure jungle temple treasure temple"),
        ("B", "volcano temple jungle jungle treasure temple"),
        ("C", "temple jungle jungle treasure temple"),
        ("D", "temple treasure volcano jungle temple"),
        ("E", "temple treasure jungle jungle temple"),
        ("F", "temple volcano jungle treasure temple"),
        ("G", "temple jungle temple treasure"),
    ],
)
def test_the_kinds_of_a_letter_group_in_order(group: str, kinds: str) -> None:
    assert [tile.kind for name, tile in TILES.items() if name[0] == group] == kinds.split()


def test_the_values_of_the_temples() -> None:
    values = {name: tile.value for name, tile in TILES.items() if tile.kind == "temple"}

    names = "A1 A4 A6 B2 B6 C1 C5 D1 D5 E1 E5 F1 F5 G1 G3"
    assert values == dict(zip(names.split(), (1, 2, 2, 2, 3, 4, 3, 5, 5, 6, 5, 4, 4, 3, 3), strict=True))


def test_the_masks_of_the_treasures_are_the_24_wafers() -> None:
    masks = {name: tile.masks for name, tile in TILES.items() if tile.kind == "treasure"}

    assert masks == {"A2": 4, "A5": 4, "B5": 4, "C4": 3, "D2": 3, "E2": 2, "F4": 2, "G4": 2}
    assert sum(masks.values()) == 24


@pytest.mark.parametrize(
    ("stones", "names"),
    [
        ("000000", "B1 D3 F2"),
        ("101010", "D4"),
        ("110100", "A3 C3"),
        ("200001", "B5 E2 G1"),
        ("200010", "A5 B2 C1"),
        ("200100", "A6 B6 D5 E3 E4 F3 F4 G2"),
        ("201000", "A2 A4 B4 G3"),
        ("210000", "A1 B3 F5"),
        ("300000", "C2 C4 C5 D1 D2 E1 E5 F1 G4"),
    ],
)
def test_the_stones_of_the_tiles_clockwise_from_north(stones: str, names: str) -> None:
    wanted = tuple(map(int, stones))

    assert [name for name, tile in TILES.items() if tile.stones == wanted] == names.split()


def test_every_tile_but_the_volcanoes_has_three_stones() -> None:
    assert {(tile.kind == "volcano", sum(tile.stones)) for tile in TILES.values()} == {(True, 0), (False, 3)}


def test_names_of_tiles_are_their_own() -> None:
    assert all(tile.name == name for name, tile in TILES.items())


def test_the_squares() -> None:
    assert SQUARES == {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}
    assert sum(SQUARES.values()) == 48


def test_the_motifs() -> None:
    assert MOTIFS == ("bowl", "crown", "figurine", "jaguar", "knife", "mask", "necklace", "vase")
