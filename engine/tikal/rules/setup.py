"""Set-up (rulebook: Preparation)."""

from collections.abc import Mapping
from typing import Any

from engine.game import Event
from engine.tikal.meta import META
from engine.tikal.pieces import AUCTION_CAPITAL, PRINTED, SQUARES, WORKERS
from engine.tikal.rules.flow import next_round, next_tile
from engine.tikal.state import SUPPLY, Expedition, Options, State, all_paths, deal, explored_hex


def begin(seats: int, options: Mapping[str, Any], seed: bytes) -> tuple[State, tuple[Event, ...]]:
    chosen = Options(**META.check(seats, options))
    score = AUCTION_CAPITAL if chosen.auction else 0
    board = {place: explored_hex("", place) for place in PRINTED}
    state = State(
        options=chosen,
        deal=deal(seed),
        board=board,
        paths=all_paths(board),
        seats=(Expedition(score, WORKERS, SUPPLY, {}, (), (), {}),) * seats,
        squares=SQUARES,
        turned=0,
        dealt=0,
        phase="hidden",
        to_move=0,
    )
    return next_round(state, 1) if chosen.auction else next_tile(state, 1)
