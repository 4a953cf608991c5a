"""A modest player: does what gains most for its AP, one idea after another. It decides from a view only.

An idea is a few actions that belong together: bring enough members to lead at a temple, dig where it leads,
fetch wafers. The rules try each idea on a state made from the view, in which all wafers are unknown.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import Illegal
from engine.game import View, own_ask
from engine.tikal.orders import Action, Dig, End, Enter, Guard, Move, Pick, Take, Tile, write
from engine.tikal.pieces import AP, BASE, TILES
from engine.tikal.rules.moving import camps_of, reach
from engine.tikal.rules.placing import placements
from engine.tikal.rules.scoring import temples_of
from engine.tikal.rules.submission import UNSEEN, perform
from engine.tikal.rules.temples import stronger, strongest_other
from engine.tikal.state import State, by_name, from_json

WAFER_WORTH = 1.7  # a wafer scores in every round still to come, and pairs are worth more


class Idea(NamedTuple):
    worth: float
    actions: tuple[Action, ...]


def modest(view: View) -> str:
    state = from_json(view, None)._replace(deal=UNSEEN)
    kind = own_ask(view)
    if kind == "bid":
        return _bid(view)
    return write(_turn(state))


def _bid(view: View) -> str:
    """Two points at most, and only while there is something worth having."""
    high = view["auction"]["high"]
    score = view["seats"][view["seat"] - 1]["score"]
    likings = [_worth_of_tile(tile) for tile in view["display"]]
    return f"bid {high + 1}" if high < min(2, score, max(likings) - min(likings)) else "pass"


def _turn(state: State) -> list[Action]:
    """All the actions from now to the end of a set of AP."""
    actions: list[Action] = []
    if state.phase == "pick":
        actions.append(Pick(max(state.display, key=_worth_of_tile)))
        state, _ = perform(state, actions[-1])
    if state.phase == "tile":
        actions.append(_tile(state))
        state, _ = perform(state, actions[-1])
    return actions + _spend(state)


def _worth_of_tile(tile: str) -> int:
    piece = TILES[tile]
    return {"temple": 1 + piece.value, "treasure": 1 + piece.masks, "jungle": 2, "volcano": 0}[piece.kind]


def _tile(state: State) -> Tile:
    """Where the tile can be reached at the least cost; a volcano goes to the first possible place."""
    options = [
        Tile(place, rotation) for place, rotations in placements(state).items() for rotation in rotations
    ]
    if TILES[state.hand].kind == "volcano":
        return options[0]
    return min(options, key=lambda option: _distance(state, option))


def _distance(state: State, option: Tile) -> int:
    after, _ = perform(state, option)
    return min((reach(after, camp).get(option.place, (99,))[0] for camp in camps_of(state.me)), default=99)


def _spend(state: State) -> list[Action]:
    """Does the best idea for its AP as long as there is one, and brings in members with the AP left."""
    actions: list[Action] = []
    while state.ap:
        ideas = [(idea.worth / (state.ap - after.ap), idea, after) for idea, after in _legal_ideas(state)]
        if not ideas:
            break
        _, idea, state = max(ideas, key=lambda row: row[0])
        actions += idea.actions
    workers = min(state.ap, state.me.supply, 5)
    if workers:
        actions.append(Enter(workers, False, BASE))
        state, _ = perform(state, actions[-1])
    return [*actions, End()] if state.ap else actions


def _legal_ideas(state: State) -> Iterator[tuple[Idea, State]]:
    for idea in _ideas(state):
        after = state
        try:
            for action in idea.actions:
                after, _ = perform(after, action)
        except Illegal:
            continue
        if after.ap < state.ap:
            yield idea, after


def _ideas(state: State) -> Iterator[Idea]:
    for place, here in by_name(state.board):
        if here.kind == "temple" and not here.guard:
            if stronger(state, place):
                yield Idea(1 if state.scoring else 1.5, (Dig(place, 1),))
                yield from _guard(state, place)
            else:
                yield from _lead(state, place)
        if here.kind == "treasure" and here.wafers:
            yield Idea(WAFER_WORTH, (Take(place, 1),))
            yield from (Idea(WAFER_WORTH, (*way, Take(place, 1))) for way in _bring(state, place, 1))


def _guard(state: State, place: str) -> Iterator[Idea]:
    """Late in the game a high temple is worth holding for good."""
    value = state.board[place].value
    if state.turned > 24 and value >= 5 and state.me.members(place) <= 3:
        yield Idea(value, (Guard(place, state.me.leader == place),))


def _lead(state: State, place: str) -> Iterator[Idea]:
    missing = strongest_other(state, place) + 1 - state.me.strength(place)
    value = state.board[place].value + _lost_by_others(state, place) / 2
    yield from (Idea(value, way) for way in _bring(state, place, missing))


def _lost_by_others(state: State, place: str) -> int:
    others = (seat for seat in range(1, len(state.seats) + 1) if seat != state.to_move)
    return sum(temples_of(state, seat).get(place, 0) for seat in others)


def _bring(state: State, place: str, strength: int) -> Iterator[tuple[Action, ...]]:
    """Ways to bring so much strength to a hex: from the supply by a camp, or from where it is not needed."""
    me = state.me
    for start in dict.fromkeys((*camps_of(me), *sorted(me.workers), me.leader)):
        if start not in state.board:
            continue
        way = (start,) if start == place else reach(state, start).get(place, (0, ()))[1]
        if (
            not way
            or strength > AP
            or (start not in camps_of(me) and temples_of(state, state.to_move).get(start))
        ):
            continue
        if me.leader == start and strength <= 3:
            yield (Move(0, True, way),)
        yield from _with_workers(state, start, way, strength)


def _with_workers(
    state: State, start: str, way: tuple[str, ...], workers: int
) -> Iterator[tuple[Action, ...]]:
    missing = workers - state.me.workers.get(start, 0)
    entering = (Enter(missing, False, start),) if missing > 0 else ()
    moving = (Move(workers, False, way),) if len(way) > 1 else ()
    yield (*entering, *moving)
