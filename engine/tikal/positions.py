"""The positions that the guide's examples start from and that its pictures show, each by its name."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.tikal.pieces import AP, COPIES, MOTIFS, SQUARES, TILES
from engine.tikal.reading import read
from engine.tikal.rules.auction import open_auction
from engine.tikal.rules.setup import begin
from engine.tikal.rules.submission import submit
from engine.tikal.state import Deal, Hex, State, all_paths, explored_hex

FIRST_TILE = "tile c4 r1"
FIRST_TURN = f"{FIRST_TILE}; enter 2 a5; move 2 a5 b4 c4; dig c4 x2"

_FIRST_WAFERS = ("crown", "mask", "vase", "jaguar")  # those of the emptied hex on b3


def position(name: str) -> State:
    """Raises KeyError if there is no such position."""
    return POSITIONS[name]()


def opening() -> State:
    """Two expeditions, and the first tile has been turned up."""
    return _set_up(2, hand="A4", turned=1, phase="tile", to_move=1)


def first_tile() -> State:
    return _play(opening(), FIRST_TILE)


def first_turn() -> State:
    return _play(opening(), FIRST_TURN)._replace(hand="")


def middle() -> State:
    """Every order of a turn can be given here but `tile`, and `enter` of the leader."""
    state = _set_up(3, turned=4, dealt=8, phase="ap", to_move=1, ap=AP, squares=_squares_without(3, 4))
    explored = {
        "b3": explored_hex("A5", rotation=1)._replace(wafers=0, dealt=4),
        "c3": explored_hex("A3"),
        "c4": explored_hex("A4", rotation=1)._replace(value=4),
        "d3": explored_hex("A2", rotation=1, dealt=4),
    }
    state = _expedition(state, 1, {"a5": 2, "c4": 2, "d3": 2}, leader="c4", wafers={"crown": 1, "vase": 1})
    state = _expedition(state, 2, {"c4": 3, "b5": 1})
    state = _expedition(state, 3, {"c3": 2}, wafers={"mask": 1, "jaguar": 1})
    return _explored(state, explored)


def scoring_round() -> State:
    """The first player has turned up a volcano and keeps it; the scoring round begins."""
    state = _set_up(2, hand="B1", turned=7, phase="ap", to_move=1, ap=AP, squares=_squares_without(3, 4))
    state = _expedition(state, 1, {"c4": 2})
    state = _expedition(state, 2, {"b5": 1}, leader="b4")
    explored = {"c4": explored_hex("A4", rotation=1)._replace(value=4)}
    return _explored(state._replace(scoring=True, queue=(2,)), explored)


def auction() -> State:
    """Four players are about to bid for the first choice among four tiles."""
    state = _set_up(4, {"auction": True}, display=("A1", "A2", "A3", "A4"), turned=4)
    return open_auction(state, 1)


def choice() -> State:
    return _play(auction(), "bid 5", "pass", "pass", "pass")


POSITIONS: dict[str, Callable[[], State]] = {
    "opening": opening,
    "first-tile": first_tile,
    "first-turn": first_turn,
    "middle": middle,
    "scoring-round": scoring_round,
    "auction": auction,
    "choice": choice,
}


def _set_up(seats: int, options: Mapping[str, Any] | None = None, **changes: Any) -> State:
    """What lies hidden is in the order of the tables; the pictures do not show it."""
    rest = [motif for motif in MOTIFS for _ in range(COPIES)]
    for motif in _FIRST_WAFERS:
        rest.remove(motif)
    hidden = Deal(tuple(TILES), (*_FIRST_WAFERS, *rest))
    return begin(seats, options or {}, bytes(32))[0]._replace(**{"deal": hidden, "hand": "", **changes})


def _squares_without(*values: int) -> dict[int, int]:
    return {value: count - (value in values) for value, count in SQUARES.items()}


def _expedition(
    state: State,
    seat: int,
    workers: Mapping[str, int],
    leader: str = "",
    wafers: Mapping[str, int] | None = None,
) -> State:
    before = state.seats[seat - 1]
    after = before._replace(
        workers=workers,
        supply=before.supply - sum(workers.values()),
        leader=leader or before.leader,
        wafers=wafers or {},
    )
    return state._replace(seats=(*state.seats[: seat - 1], after, *state.seats[seat:]))


def _explored(state: State, more: Mapping[str, Hex]) -> State:
    board = {**state.board, **more}
    return state._replace(board=board, paths=all_paths(board))


def _play(state: State, *submissions: str) -> State:
    for orders in submissions:
        state = submit(state, read(orders, ())).state
    return state
