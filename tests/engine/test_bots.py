"""The bots are modest, but they clearly beat legal orders at random; `./chasqui bench wins` plays 200."""

import pytest

from engine.registry import GAMES
from tests.bench.wins import bot_wins
from tests.lengths import shortened


@pytest.mark.parametrize("first", shortened(range(0, 40, 10), [0]))
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_beats_random_play_clearly(name: str, first: int) -> None:
    wins = bot_wins(name, range(first, first + 10))

    assert wins >= 7
