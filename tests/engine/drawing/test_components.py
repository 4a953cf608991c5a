"""Single components, as a page that explains a game shows them."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from engine.incan_gold.draw import pictures as incan_gold
from engine.incan_gold.pieces import ARTIFACT, HAZARDS
from engine.tikal.draw import pictures as tikal
from engine.tikal.pieces import MOTIFS, SQUARES, TILES

LARGEST = 5_000
LARGEST_ACROSS_A_PAGE = 25_000  # a whole board
ALL = [(tikal.picture, name) for name in tikal.components()] + [
    (incan_gold.picture, name) for name in incan_gold.components()
]
LARGE = {
    name
    for components in (tikal.components(), incan_gold.components())
    for name in components
    if components[name].large
}


def test_every_tile_square_and_motif_of_tikal_has_its_picture() -> None:
    squares = {f"square-{value}" for value in SQUARES}

    assert {*TILES, *squares, *MOTIFS, "temple", "volcano", "base", "camp", "guard"} <= set(
        tikal.components()
    )


def test_every_card_of_incan_gold_has_its_picture() -> None:
    assert {*HAZARDS, ARTIFACT, "treasure-1", "treasure-17"} <= set(incan_gold.components())


@pytest.mark.parametrize(("picture", "name"), ALL, ids=[f"{n}" for _, n in ALL])
def test_a_component_is_small_and_says_what_it_is(picture: Callable[[str], str], name: str) -> None:
    drawn = picture(name)
    root = ElementTree.fromstring(drawn)

    assert len(drawn) < (LARGEST_ACROSS_A_PAGE if name in LARGE else LARGEST)
    assert root[0].text
    assert len(list(root.iter())) > 4


def test_all_components_on_one_page_share_no_id() -> None:
    roots = [ElementTree.fromstring(picture(name)) for picture, name in ALL]
    ids = [part.attrib["id"] for root in roots for part in root.iter() if "id" in part.attrib]

    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("picture", [tikal.picture, incan_gold.picture])
def test_there_is_no_picture_of_what_is_not_in_the_box(picture: Callable[[str], str]) -> None:
    with pytest.raises(KeyError, match="dragon"):
        picture("dragon")
