"""Members entering and moving (rulebook: The expedition members)."""

import heapq
from collections.abc import Mapping
from typing import NoReturn

from engine.errors import Illegal
from engine.game import Events
from engine.speech import later
from engine.tikal.orders import Enter, Move
from engine.tikal.pieces import BASE, NEIGHBOURS
from engine.tikal.rules.spending import pay
from engine.tikal.state import GONE, SUPPLY, Expedition, State


def enter(state: State, action: Enter) -> tuple[State, Events]:
    workers, leader, camp = action
    me = state.me
    if camp != BASE and camp not in me.camps:
        raise Illegal("members come in at the base camp {base} or at your own camps.", base=BASE)
    if workers > me.supply:
        why = later("workers in your supply: {supply}; you said {workers}.")
        raise Illegal(why, supply=me.supply, workers=workers)
    if leader and me.leader != SUPPLY:
        _refuse_leader(me)
    ap = pay(state, workers + leader)
    me = me._replace(
        supply=me.supply - workers,
        leader=camp if leader else me.leader,
        workers=change_workers(me.workers, camp, workers),
    )
    event = {"event": "entered", "seat": state.to_move, "workers": workers, "leader": leader, "place": camp}
    return state._replace(seats=state.seats_with(me), ap=ap), (event,)


def move(state: State, action: Move) -> tuple[State, Events]:
    workers, leader, way = action
    start, goal = way[0], way[-1]
    me = state.me
    if workers > me.workers.get(start, 0):
        why = later("your workers on {place}: {here}; you said {workers}.")
        raise Illegal(why, here=me.workers.get(start, 0), place=start, workers=workers)
    if leader and me.leader != start:
        _refuse_leader(me)
    cost = way_cost(state, way) * (workers + leader)
    ap = pay(state, cost)
    new_workers = change_workers(change_workers(me.workers, start, -workers), goal, workers)
    me = me._replace(workers=new_workers, leader=goal if leader else me.leader)
    event = {
        "event": "moved",
        "seat": state.to_move,
        "workers": workers,
        "leader": leader,
        "way": list(way),
        "cost": cost,
    }
    return state._replace(seats=state.seats_with(me), ap=ap), (event,)


def change_workers(workers: Mapping[str, int], place: str, change: int) -> Mapping[str, int]:
    """The workers by hex, with `change` more on one hex; a hex without workers is left out."""
    if not change:
        return workers
    new = {**workers, place: workers.get(place, 0) + change}
    if not new[place]:
        del new[place]
    return new


def _refuse_leader(me: Expedition) -> NoReturn:
    if me.leader == SUPPLY:
        raise Illegal("your leader is still in the supply.")
    if me.leader == GONE:
        raise Illegal("your leader has left the game.")
    raise Illegal("your leader is on {place}.", place=me.leader)


def camps_of(me: Expedition) -> tuple[str, ...]:
    """The base camp and the own camps. A secret path joins them all: 1 AP from one to any other."""
    return (BASE, *me.camps)


def way_cost(state: State, way: tuple[str, ...]) -> int:
    """The AP for one member along this way. Raises Illegal if it is no way."""
    camps = camps_of(state.me)
    total = 0
    here = way[0]
    for there in way[1:]:
        if here in camps and there in camps and here != there:
            total += 1
        elif stones := state.paths[here].get(there):
            total += stones
        else:
            _refuse_way(state, way, here, there)
        here = there
    return total


def _refuse_way(state: State, way: tuple[str, ...], here: str, there: str) -> NoReturn:
    values = {"here": here, "there": there}
    for place in way:
        if place not in state.board:
            raise Illegal("{place} is not explored yet.", place=place)
        if state.board[place].kind == "volcano":
            raise Illegal("{place} is a volcano: nobody can go there.", place=place)
    best = reach(state, here).get(there)
    if best:
        values["way"] = " ".join(best[1])
        values["cost"] = str(best[0])
    if here == there:
        raise Illegal("{place} is named twice in a row.", place=here)
    if there not in NEIGHBOURS[here]:
        if best:
            why = later(
                "{here} and {there} are not next to each other; the cheapest way is {way}, {cost} "
                "AP for each member."
            )
            raise Illegal(why, **values)
        raise Illegal(
            "{here} and {there} are not next to each other, and there is no way from one to the other.",
            **values,
        )
    if best:
        why = later(
            "there are no stones between {here} and {there}; the cheapest way is {way}, "
            "{cost} AP for each member."
        )
        raise Illegal(why, **values)
    raise Illegal("there are no stones between {here} and {there}, so there is no path.", **values)


def reach(state: State, start: str) -> dict[str, tuple[int, tuple[str, ...]]]:
    """By hex that a member can reach: the least AP, and a way that costs no more (Dijkstra's algorithm)."""
    camps = camps_of(state.me)
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    queue: list[tuple[int, tuple[str, ...]]] = [(0, (start,))]
    while queue:
        cost, way = heapq.heappop(queue)
        here = way[-1]
        if here in found:
            continue
        found[here] = cost, way
        for there, stones in state.paths.get(here, {}).items():
            if there not in found:
                heapq.heappush(queue, (cost + stones, (*way, there)))
        if here in camps:
            for there in camps:
                if there not in found:
                    heapq.heappush(queue, (cost + 1, (*way, there)))
    del found[start]
    return found
