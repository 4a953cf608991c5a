"""Placing the tile in hand (rulebook: Place terrain hexagon)."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from engine.errors import Illegal
from engine.game import Events
from engine.speech import later
from engine.tikal.orders import Tile
from engine.tikal.pieces import AP, NEIGHBOURS
from engine.tikal.state import State, explored_hex, frontier, paths_from


def place(state: State, action: Tile) -> tuple[State, Events]:
    where, rotation = action
    if where in state.board:
        raise Illegal("{place} is already explored.", place=where)
    new = explored_hex(state.hand, rotation=rotation, dealt=state.dealt)
    board = {**state.board, where: new}
    paths = paths_from(board, where)
    if not paths:
        _check_without_path(state, where, rotation)
    event = {
        "event": "placed",
        "seat": state.to_move,
        "tile": state.hand,
        "place": where,
        "rotation": rotation,
        "kind": new.kind,
        "value": new.value,
        "wafers": new.wafers,
    }
    after = state._replace(
        board=board,
        paths=_with_paths(state, where, paths),
        hand="",
        dealt=state.dealt + new.wafers,
        phase="ap",
        ap=AP,
        dug={},
        taken={},
    )
    return after, (event,)


def _check_without_path(state: State, where: str, rotation: int) -> None:
    if not any(near in state.board for near in NEIGHBOURS[where]):
        raise Illegal("{place} is not next to any explored hex.", place=where)
    fits = placements(state).get(where, [])
    if rotation not in fits:
        _refuse_without_path(state, where, rotation, fits)


def _refuse_without_path(state: State, where: str, rotation: int, fits: Sequence[int]) -> NoReturn:
    if not fits:
        raise Illegal(
            "no path leads to {place}, whichever way {tile} is turned.", place=where, tile=state.hand
        )
    good = ", ".join(f"r{r}" for r in fits)
    why = later("with r{rotation}, no path leads to {place}; these rotations work: {good}.")
    raise Illegal(why, rotation=rotation, place=where, good=good)


def _with_paths(state: State, where: str, new_paths: Mapping[str, int]) -> dict[str, Mapping[str, int]]:
    others = {near: {**state.paths[near], where: stones} for near, stones in new_paths.items()}
    return {**state.paths, **others, where: new_paths}


def placements(state: State) -> dict[str, list[int]]:
    """By hex where the tile in hand may go: the rotations that are possible there."""
    places = frontier(state.board)
    fitting = {where: rotations for where in places if (rotations := _rotations(state, where))}
    return fitting or {where: list(range(6)) for where in places}


def _rotations(state: State, where: str) -> list[int]:
    if explored_hex(state.hand).kind == "volcano":
        return list(range(6))
    return [rotation for rotation in range(6) if _path_leads_there(state, where, rotation)]


def _path_leads_there(state: State, where: str, rotation: int) -> bool:
    board = {**state.board, where: explored_hex(state.hand, rotation=rotation)}
    return bool(paths_from(board, where))
