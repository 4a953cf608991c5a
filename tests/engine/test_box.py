"""The components that guides show beside their words."""

import pytest

from engine.box import component
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
def test_what_is_shown_is_no_part_of_the_words(name: str) -> None:
    for section in game(name).guide():
        assert not [paragraph for paragraph in section.text if paragraph.startswith("=")]


def test_there_is_no_component_that_is_not_in_the_box() -> None:
    with pytest.raises(KeyError, match="dragon"):
        component("tikal", "dragon")
