"""What is offered for one click."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.choices import few_choices
from engine.game import Game, View


def bidding(most: int, touch: str) -> Game:
    """A game of sealed bids from 1 on."""
    rules: Any = SimpleNamespace(
        choices=lambda view: [f"bid {n}" for n in range(1, most + 1)], touch=lambda: touch
    )
    return cast("Game", rules)


@pytest.mark.parametrize(("touch", "offered"), [("", 13), ("<g/>", 4)])
def test_all_choices_are_offered_where_nothing_can_be_tapped(touch: str, offered: int) -> None:
    assert len(few_choices(bidding(13, touch), cast("View", {}))) == offered
