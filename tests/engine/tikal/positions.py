"""Positions for tests: a position states what matters to the rule, the rest is as it would be in a match."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import pytest

from engine import tikal
from engine.errors import Illegal, OrderError
from engine.game import Step
from engine.tikal.pieces import COPIES, MOTIFS, PRINTED, SQUARES, TILES, WORKERS
from engine.tikal.state import SUPPLY, Auction, Deal, Expedition, Hex, Options, State, all_paths, explored_hex

COMING = ("G1", "G2", "G3", "G4")


def lying(tile: str, rotation: int = 0, **changes: Any) -> Hex:
    """A tile on the board: lying("B2", 1, value=4)."""
    return explored_hex(tile, rotation=rotation)._replace(**changes)


def printed(place: str, **changes: Any) -> Hex:
    return explored_hex("", place)._replace(**changes)


def expedition(
    score: int = 0,
    workers: Mapping[str, int] | None = None,
    leader: str = SUPPLY,
    camps: Sequence[str] = (),
    guards: Sequence[str] = (),
    wafers: str = "",
    supply: int | None = None,
) -> Expedition:
    on_board = dict(workers or {})
    left = WORKERS - sum(on_board.values()) if supply is None else supply
    motifs = wafers.split()
    counts = {motif: motifs.count(motif) for motif in dict.fromkeys(motifs)}
    return Expedition(score, left, leader, on_board, tuple(camps), tuple(guards), counts)


def with_scores(*scores: int) -> dict[str, Any]:
    """Seats that have nothing but these scores."""
    return {f"seat_{seat}": expedition(score) for seat, score in enumerate(scores, 1)}


def bidding(*waiting: int, high: int = 0, leader: int = 0, first_passed: int = 0) -> Auction:
    """An auction in which these seats may still bid, the next one first."""
    return Auction(waiting, high, leader, first_passed)


def position(
    seats: int = 2,
    board: Mapping[str, Hex] | None = None,
    seat_1: Expedition | None = None,
    seat_2: Expedition | None = None,
    seat_3: Expedition | None = None,
    seat_4: Expedition | None = None,
    wafers: str = "",
    coming: Sequence[str] = COMING,
    options: Options | None = None,
    **rest: Any,
) -> State:
    """Seat 1 has 10 AP, or what is said instead; `wafers` and `coming` are what is hidden, in order."""
    given = [seat_1, seat_2, seat_3, seat_4]
    expeditions = tuple((who or expedition()) for who in given[:seats])
    full, dealt = _dealt({**{place: printed(place) for place in PRINTED}, **(board or {})})
    built = _built(full, expeditions)
    standard: dict[str, Any] = {
        "phase": _phase(rest),
        "to_move": 1,
        "ap": 10 if _phase(rest) == "ap" else 0,
        "squares": SQUARES,
    }
    return State(
        options=options or Options(),
        deal=Deal(_tiles(coming), _wafers(wafers)),
        board=built,
        paths=all_paths(built),
        seats=expeditions,
        turned=len(TILES) - len(coming),
        dealt=dealt,
        **{**standard, **rest},
    )


def _phase(rest: Mapping[str, Any]) -> str:
    if rest.get("auction"):
        return "bid"
    if rest.get("hand") and not rest.get("scoring"):
        return "tile"
    return "ap"


def _dealt(board: Mapping[str, Hex]) -> tuple[dict[str, Hex], int]:
    """The wafers of the deal go to the treasures in the order of the board."""
    result, dealt = {}, 0
    for place, here in board.items():
        masks = TILES[here.tile].masks if here.tile else 0
        result[place] = here._replace(dealt=dealt + masks - here.wafers)
        dealt += masks
    return result, dealt


def _built(board: Mapping[str, Hex], expeditions: Sequence[Expedition]) -> dict[str, Hex]:
    result = dict(board)
    for seat, who in enumerate(expeditions, 1):
        for place in who.camps:
            result[place] = result[place]._replace(camp=seat)
        for place in who.guards:
            result[place] = result[place]._replace(guard=seat)
    return result


def _tiles(coming: Sequence[str]) -> tuple[str, ...]:
    return (*(tile for tile in TILES if tile not in coming), *coming)


def _wafers(first: str) -> tuple[str, ...]:
    rest = [motif for motif in MOTIFS for _ in range(COPIES)]
    for motif in first.split():
        rest.remove(motif)
    return (*first.split(), *rest)


def play(state: State, orders: str, names: Sequence[str] = ()) -> Step:
    """The step of whoever is asked. The state it is applied to never changes."""
    before = deepcopy(tikal.to_json(state))
    step = tikal.apply(state, {state.to_move: orders}, names)
    assert tikal.to_json(state) == before
    return step


def after(state: State, *submissions: str) -> State:
    """The state after several submissions, each by whoever is asked then."""
    for orders in submissions:
        step = play(state, orders)
        assert step.refused is None
        state = step.state
    return state


def refused(state: State, orders: str, kind: type[OrderError] = Illegal) -> OrderError:
    """The error of a submission that is refused as a whole; the state it was meant for never changes."""
    before = deepcopy(tikal.to_json(state))
    with pytest.raises(OrderError) as caught:
        tikal.apply(state, {state.to_move: orders})
    assert tikal.to_json(state) == before
    assert type(caught.value) is kind
    assert caught.value.stood == 0
    return caught.value


def canonical(step: Step) -> str:
    """What was written of a step of one seat."""
    (text,) = step.canonical.values()
    return text


def told(step: Step) -> list[str]:
    """The names of a step's events, in order."""
    return [event["event"] for event in step.events]


def event(step: Step, kind: str) -> dict[str, Any]:
    """The one event of its kind."""
    (found,) = [event for event in step.events if event["event"] == kind]
    return found
