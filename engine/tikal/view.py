"""What a seat may see of Tikal: everything but the hidden order of tiles and wafers."""

from engine.game import View
from engine.tikal.pieces import GROUPS, TILES
from engine.tikal.rules.flow import result
from engine.tikal.state import State, to_json


def view(state: State, seat: int | None) -> View:
    ending = result(state)
    return {
        **to_json(state),
        "game": "tikal",
        "seat": seat,
        "asked": {str(state.to_move): state.phase} if state.to_move else {},
        "tiles_left": tiles_left(state.turned),
        "result": ending and ending.to_json(),
    }


def tiles_left(turned: int) -> dict[str, int]:
    """How many tiles of each group are face down. The groups come up in the order of their letters."""
    letters = [tile[0] for tile in TILES][turned:]
    return {group: letters.count(group) for group in GROUPS}
