"""Whole matches without people: played by any function that decides from views, or at random."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from engine.chance import Stream
from engine.errors import OrderError
from engine.game import Game, State, Step, View

Player: TypeAlias = Callable[[View], str]


class PlayedStep(NamedTuple):
    before: State
    orders: dict[int, str]
    step: Step


def play(
    game: Game, seats: int, options: Mapping[str, Any], seed: bytes, player: Player, rules: int = 0
) -> Iterator[PlayedStep]:
    """Plays a whole match in which `player` answers for every seat. `rules`: a version; 0 is the newest."""
    yield from play_on(game, game.setup(seats, options, seed, rules or game.META.rules), player)


def play_on(game: Game, state: State, player: Player) -> Iterator[PlayedStep]:
    """From a state to the end."""
    while asked := game.asked(state):
        orders = {seat: player(game.view(state, seat)) for seat in asked}
        step = game.apply(state, orders)
        yield PlayedStep(state, orders, step)
        state = step.state


def wanderer(game: Game, stream: Stream) -> Player:
    """A player that gives legal orders at random: one action after another, and sometimes few of them."""
    return lambda view: wander(game, view, stream)


def wander(game: Game, view: View, stream: Stream) -> str:
    actions: list[str] = []
    now = view
    while choices := list(game.choices(now)):
        action = _one_of(choices, stream)
        try:
            preview = game.preview(view, "; ".join([*actions, action]))
        except OrderError:
            break  # the same seat is to move again, but in a new submission
        actions.append(action)
        now = preview.view
        if preview.stops or str(view["seat"]) not in now["asked"] or not stream.below(8):
            break
    return "; ".join(actions)


def _one_of(choices: list[str], stream: Stream) -> str:
    """Chooses a kind of action first, then one of that kind, because there are far more moves than others."""
    kinds = sorted({choice.split()[0] for choice in choices})
    kind = kinds[stream.below(len(kinds))]
    of_kind = [choice for choice in choices if choice.split()[0] == kind]
    return of_kind[stream.below(len(of_kind))]
