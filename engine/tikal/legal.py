"""What a seat can do next, found from its view alone: `legal` as data for pages, `choices` as orders."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.errors import Illegal
from engine.game import View, own_ask
from engine.tikal.orders import Action, Camp, Dig, Guard, Swap, Take
from engine.tikal.parts import write_members
from engine.tikal.rules import temples, treasures
from engine.tikal.rules.moving import camps_of, reach
from engine.tikal.rules.placing import placements
from engine.tikal.state import SUPPLY, State, by_name, from_json


def legal(view: View) -> dict[str, Any]:
    kind = own_ask(view)
    if not kind:
        return {}
    state = from_json(view, None)
    return {"ask": kind, **{name: find(state) for name, find in _BY_KIND[kind].items()}}


def _bids(state: State) -> dict[str, int] | None:
    assert state.auction is not None
    lowest, highest = state.auction.high + 1, state.me.score
    return {"lowest": lowest, "highest": highest} if lowest <= highest else None


def _allowed(act: Callable[[State, Any], Any], state: State, action: Action) -> bool:
    """Whether the rules let this action pass. It is tried, so that no rule is written twice."""
    try:
        act(state, action)
    except Illegal:
        return False
    return True


def _enter(state: State) -> dict[str, Any]:
    me = state.me
    return {
        "camps": list(camps_of(me)),
        "workers": min(me.supply, state.ap),
        "leader": me.leader == SUPPLY and state.ap > 0,
    }


def _moves(state: State) -> dict[str, Any]:
    """By hex: the members there, and by goal the cost and the cheapest way."""
    me = state.me
    starts = sorted({*me.workers, *([me.leader] if me.leader in state.board else [])})
    moves = {}
    for start in starts:
        near = {
            place: {"cost": cost, "way": list(way)}
            for place, (cost, way) in reach(state, start).items()
            if cost <= state.ap
        }
        moves[start] = {"workers": me.workers.get(start, 0), "leader": me.leader == start, "to": near}
    return moves


def _times(state: State, act: Callable[[State, Any], Any], action: type[Dig] | type[Take]) -> dict[str, int]:
    """By hex, how often the action can be done there."""
    counts = {}
    for place in state.me.places():
        for times in (2, 1):
            if _allowed(act, state, action(place, times)):
                counts[place] = times
                break
    return counts


def _swaps(state: State) -> list[dict[str, Any]]:
    return [
        {"give": give, "get": get, "with": seat}
        for seat, other in enumerate(state.seats, 1)
        for get in sorted(other.wafers)
        for give in sorted(state.me.wafers)
        if _allowed(treasures.swap, state, Swap(give, get, seat))
    ]


def _camps(state: State) -> list[str]:
    return [place for place, _ in by_name(state.board) if _allowed(temples.camp, state, Camp(place))]


def _guards(state: State) -> dict[str, list[str]]:
    """By temple, which kinds of members may become the guard."""
    guards: dict[str, list[str]] = {}
    for place in state.me.places():
        for leader, kind in ((False, "worker"), (True, "leader")):
            if _allowed(temples.guard, state, Guard(place, leader)):
                guards.setdefault(place, []).append(kind)
    return guards


_BY_KIND: dict[str, dict[str, Callable[[State], Any]]] = {
    "bid": {"bid": _bids, "pass": lambda state: True},
    "pick": {"pick": lambda state: list(state.display)},
    "tile": {"tile": placements, "hand": lambda state: state.hand},
    "ap": {
        "ap": lambda state: state.ap,
        "enter": _enter,
        "move": _moves,
        "dig": lambda state: _times(state, temples.dig, Dig),
        "take": lambda state: _times(state, treasures.check_take, Take),
        "swap": _swaps,
        "camp": _camps,
        "guard": _guards,
        "end": lambda state: True,
    },
}


def choices(view: View) -> Iterator[str]:
    """Every single action as orders, each kind found when it is asked for; members go by the cheapest way."""
    kind = own_ask(view)
    if not kind:
        return
    state, can = from_json(view, None), dict[str, Any]()
    for name, find in _BY_KIND[kind].items():
        can[name] = find(state)
        if name in _AS_ORDERS and can[name]:
            yield from _AS_ORDERS[name](can)


def _enter_orders(can: dict[str, Any]) -> Iterator[str]:
    enter = can["enter"]
    for camp in enter["camps"]:
        for workers in range(1, enter["workers"] + 1):
            yield f"enter {workers} {camp}"
        if enter["leader"]:
            yield f"enter L {camp}"


def _move_orders(can: dict[str, Any]) -> Iterator[str]:
    for start in can["move"].values():
        for to in start["to"].values():
            way = " ".join(to["way"])
            for workers in range(1, min(start["workers"], can["ap"] // to["cost"]) + 1):
                yield f"move {write_members(workers, False)} {way}"
            if start["leader"]:
                yield f"move L {way}"


def _orders_by_times(kind: str) -> Callable[[dict[str, Any]], Iterator[str]]:
    def orders_of_kind(can: dict[str, Any]) -> Iterator[str]:
        for place, times in can[kind].items():
            yield f"{kind} {place}"
            if times > 1:
                yield f"{kind} {place} x2"

    return orders_of_kind


_AS_ORDERS: dict[str, Callable[[dict[str, Any]], Iterator[str]]] = {
    "bid": lambda can: (f"bid {n}" for n in range(can["bid"]["lowest"], can["bid"]["highest"] + 1)),
    "pass": lambda can: iter(("pass",)),
    "pick": lambda can: (f"pick {tile}" for tile in can["pick"]),
    "tile": lambda can: (f"tile {place} r{r}" for place, rotations in can["tile"].items() for r in rotations),
    "enter": _enter_orders,
    "move": _move_orders,
    "dig": _orders_by_times("dig"),
    "take": _orders_by_times("take"),
    "swap": lambda can: (f"swap {s['give']} for {s['get']} with {s['with']}" for s in can["swap"]),
    "camp": lambda can: (f"camp {place}" for place in can["camp"]),
    "guard": lambda can: (
        f"guard {place}" + (" L" if kind == "leader" else "")
        for place, kinds in can["guard"].items()
        for kind in kinds
    ),
    "end": lambda can: iter(("end",)),
}


def automatic(view: View) -> str:
    """The orders that are given when a seat's time has run out; none for a seat that is not asked."""
    can = legal(view)
    if not can:
        return ""
    if can["ask"] == "bid":
        return "pass"
    if can["ask"] == "ap":
        return "end"
    return next(choices(view))  # the first tile on display; the first hex and rotation
