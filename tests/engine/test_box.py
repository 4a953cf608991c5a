"""The components that guides show beside their words."""

import pytest

from engine.box import component
from engine.guide import Pictures
from engine.registry import GAMES, game


@pytest.mark.parametrize("name", GAMES)
def test_every_component_that_a_guide_shows_is_drawn_and_named(name: str) -> None:
    shown = [picture for section in game(name).guide() for picture in section.pictures]

    assert len(shown) >= 8
    for picture in shown:
        drawn = component(name, picture)
        assert drawn.svg.startswith("<svg")
        assert drawn.title


@pytest.mark.parametrize("name", GAMES)
def test_no_picture_is_shown_twice(name: str) -> None:
    # A page shows them all, and their ids are made of their names.
    shown = [picture for section in game(name).guide() for picture in section.pictures]

    assert len(shown) == len(set(shown))


@pytest.mark.parametrize("name", GAMES)
def test_a_large_picture_has_the_row_for_itself(name: str) -> None:
    blocks = [block for section in game(name).guide() for block in section.blocks]
    for names in [block.names for block in blocks if isinstance(block, Pictures)]:
        assert len(names) == 1 or not any(component(name, one).large for one in names)


def test_there_is_no_component_that_is_not_in_the_box() -> None:
    with pytest.raises(KeyError, match="dragon"):
        component("tikal", "dragon")
