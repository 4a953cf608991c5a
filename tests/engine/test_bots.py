"""Modest bots clearly beat random play, strong ones the former bots; `./chasqui bench wins` has figures."""

import json
from typing import Any

import pytest

from engine.game import Game, View, bot_of
from engine.random_play import play
from engine.registry import GAMES, game
from engine.tikal.ideas import ideas
from engine.tikal.rules.submission import UNSEEN, perform
from engine.tikal.state import from_json
from engine.tikal.worth import Outlook
from tests.bench.former import BOTS
from tests.bench.wins import FORMER, bot_wins, match
from tests.lengths import shortened

SEED = bytes(range(32))
SECONDS = 0.3  # of one core, for the slowest decision


@pytest.mark.parametrize("first", shortened(range(0, 40, 10), [0]))
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_beats_random_play_clearly(name: str, first: int) -> None:
    wins = bot_wins(name, range(first, first + 10))

    assert wins >= 7


@pytest.mark.parametrize("number", shortened(range(20), [0]))
def test_a_strong_bot_beats_the_former_one_in_tikal(number: int) -> None:
    outcome = match("tikal", 2, number, "strong", FORMER)

    assert outcome.won
    assert outcome.slowest < SECONDS


@pytest.mark.parametrize("first", shortened(range(0, 200, 10), [20]))
def test_a_strong_bot_has_more_points_than_the_former_ones_in_incan_gold(first: int) -> None:
    outcomes = [match("incan-gold", 4, number, "strong", FORMER) for number in range(first, first + 10)]

    assert sum(each.points > each.others for each in outcomes) >= 6
    assert max(each.slowest for each in outcomes) < SECONDS


@pytest.mark.parametrize("name", GAMES)
def test_modest_bots_play_as_the_former_ones_did(name: str) -> None:
    modest = bot_of(game(name), "modest")

    assert all(modest(view) == BOTS[name](view) for view in views(game(name), {})[::5])


@pytest.mark.parametrize("name", GAMES)
def test_a_strong_bot_decides_the_same_from_a_view_that_was_stored(name: str) -> None:
    strong = bot_of(game(name), "strong")

    for view in views(game(name), {})[::15]:
        assert strong(json.loads(json.dumps(view, sort_keys=True))) == strong(view)


@pytest.mark.parametrize("options", [{}, {"auction": True}, {"camp_needs_member": True}])
def test_all_that_a_strong_player_thinks_of_is_allowed(options: dict[str, Any]) -> None:
    for view in views(game("tikal"), options)[::9]:
        state = from_json(view, None)._replace(deal=UNSEEN)
        if state.phase != "ap":
            continue
        for idea in ideas(Outlook(state), state):
            if idea.cost <= state.ap:
                after = state
                for action in idea.actions:
                    after, _ = perform(after, action)
                assert state.ap - after.ap == idea.cost


def views(rules: Game, options: dict[str, Any]) -> list[View]:
    """What all seats that are asked see, in one match of modest bots, and in the middle of their turns."""
    seats, found = rules.META.fewest, []
    for step in play(rules, seats, options, SEED, rules.bot):
        for seat, orders in step.orders.items():
            found.append(rules.view(step.before, seat))
            first = orders.split("; ")[0]
            if first != orders:
                found.append(rules.preview(found[-1], first).view)
    return found
