"""The field for orders, beside the board on which they are tapped: it has the words of its reader."""

import pytest

from app.models import Player
from engine import tikal
from tests.app.web.test_composing import TILE, compose, told
from tests.world import World
from tests.world.visitor import Visitor


@pytest.fixture
def code(ana: Visitor, bo: Visitor) -> str:
    made = ana.open("tikal")
    bo.join(made)
    return made


def test_a_draft_is_written_in_the_readers_words_which_are_read_as_the_same(
    world: World, ana: Visitor, code: str
) -> None:
    world.change(Player, 1, language="pl")
    draft = told(compose(ana, code, f"{TILE}; enter 2 a5"))

    again = told(compose(ana, code, draft["written"]))

    assert draft["actions"] == again["actions"] == [TILE, "enter 2 a5"]
    assert draft["written"] == "; ".join(draft["shown"]) == tikal.in_words(f"{TILE}; enter 2 a5", "pl")


def test_what_was_typed_stays_as_it_was_typed(ana: Visitor, code: str) -> None:
    assert told(compose(ana, code, "Tile A3, then enter 2 a5"))["written"] == "Tile A3, then enter 2 a5"
