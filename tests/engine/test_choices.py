"""What is offered for one click."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.choices import few_choices
from engine.game import Game


def game_with(touch: str) -> Game:
    rules: Any = SimpleNamespace(touch=lambda: touch)
    return cast("Game", rules)


@pytest.mark.parametrize(("touch", "offered"), [("", 13), ("<g/>", 4)])
def test_all_choices_are_offered_where_nothing_can_be_tapped(touch: str, offered: int) -> None:
    bids = [f"bid {n}" for n in range(1, 14)]

    assert len(few_choices(game_with(touch), bids)) == offered
