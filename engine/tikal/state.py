"""Tikal's state: frozen, and turned into JSON and back. Steps share the parts that did not change.

The JSON has only what everybody may see, so it is safe to store and to show. The deal follows from the match
seed. A state that is read back without the seed is blind: it knows only what has been turned up.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.chance import shuffle
from engine.frozen import quickly_replaced
from engine.tikal.pieces import COPIES, GROUPS, HEXES, LEADER_STRENGTH, MOTIFS, NEIGHBOURS, PRINTED, TILES

SUPPLY = "supply"
GONE = "gone"


class Options(NamedTuple):
    auction: bool = False
    camp_needs_member: bool = False


class Deal(NamedTuple):
    """What is hidden: the order in which tiles will be turned up, and in which wafers will be dealt."""

    tiles: tuple[str, ...]
    wafers: tuple[str, ...]


@quickly_replaced
class Hex(NamedTuple):
    """An explored hex."""

    tile: str
    kind: str
    rotation: int
    stones: tuple[int, ...]  # as they lie, clockwise from north
    value: int = 0  # of a temple
    wafers: int = 0  # how many lie here, face down
    dealt: int = 0  # which wafer of the deal is on top
    camp: int = 0  # its owner's seat
    guard: int = 0  # its owner's seat
    guard_leader: bool = False


@quickly_replaced
class Expedition(NamedTuple):
    """What one seat has."""

    score: int
    supply: int  # workers not on the board yet
    leader: str  # a hex, SUPPLY or GONE
    workers: Mapping[str, int]  # by hex
    camps: tuple[str, ...]
    guards: tuple[str, ...]
    wafers: Mapping[str, int]  # by motif

    def strength(self, place: str) -> int:
        return self.workers.get(place, 0) + (LEADER_STRENGTH if self.leader == place else 0)

    def members(self, place: str) -> int:
        return self.workers.get(place, 0) + (self.leader == place)

    def places(self) -> list[str]:
        """The hexes where members or guards of the seat are, in the order of their names."""
        return sorted({*self.workers, *self.guards, self.leader} - {SUPPLY, GONE})


@quickly_replaced
class Auction(NamedTuple):
    waiting: tuple[int, ...]  # seats that may still bid, the next one first
    high: int = 0
    leader: int = 0  # the seat of the high bid
    first_passed: int = 0


@quickly_replaced
class State(NamedTuple):
    options: Options
    deal: Deal | None
    board: Mapping[str, Hex]
    paths: Mapping[str, Mapping[str, int]]  # stones between touching hexes; they follow from the board
    seats: tuple[Expedition, ...]
    squares: Mapping[int, int]
    turned: int  # tiles turned up so far
    dealt: int  # wafers dealt to hexes so far
    phase: str  # bid, pick, tile, ap, over; hidden: a blind state before the next tile
    to_move: int
    hand: str = ""  # the tile turned up or picked, not placed yet
    display: tuple[str, ...] = ()
    auction: Auction | None = None
    moved: tuple[int, ...] = ()  # seats that have had their turn in this round of auctions
    ap: int = 0
    dug: Mapping[str, int] = {}  # levels by hex, in this set of AP
    taken: Mapping[str, int] = {}  # wafers by hex, in this set of AP
    scoring: bool = False  # whether this set of AP is a scoring turn
    queue: tuple[int, ...] = ()  # seats whose scoring turns come after this one
    last_tile: int = 0  # the seat that placed the last tile

    @property
    def me(self) -> Expedition:
        return self.seats[self.to_move - 1]

    def seats_with(self, me: Expedition) -> tuple[Expedition, ...]:
        return replace_seat(self.seats, self.to_move, me)


def replace_seat(seats: tuple[Expedition, ...], seat: int, new: Expedition) -> tuple[Expedition, ...]:
    return (*seats[: seat - 1], new, *seats[seat:])


@lru_cache(maxsize=256)  # because a server reads the same few matches again and again
def deal(seed: bytes) -> Deal:
    groups = ([tile for tile in TILES if tile[0] == group] for group in GROUPS)
    tiles = [shuffle(tiles, f"tikal/tiles/{tiles[0][0]}", seed) for tiles in groups]
    wafers = [motif for motif in MOTIFS for _ in range(COPIES)]
    return Deal(sum(tiles, ()), shuffle(wafers, "tikal/treasures", seed))


def explored_hex(tile: str, printed: str = "", rotation: int = 0, dealt: int = 0) -> Hex:
    piece = TILES[tile] if tile else PRINTED[printed]
    stones = piece.stones[-rotation:] + piece.stones[:-rotation] if rotation else piece.stones
    return Hex(tile, piece.kind, rotation, stones, piece.value, piece.masks, dealt)


# For each hex: its neighbours, each with the two sides that touch.
SIDES = {
    here: [(there, side, (side + 3) % 6) for side, there in enumerate(around) if there]
    for here, around in NEIGHBOURS.items()
}


def paths_from(board: Mapping[str, Hex], here: str) -> dict[str, int]:
    """The neighbours that a path leads to, each with the stones between."""
    own, paths = board[here], {}
    if own.kind != "volcano":
        for name, side, opposite in SIDES[here]:
            there = board.get(name)
            if there and there.kind != "volcano" and (stones := own.stones[side] + there.stones[opposite]):
                paths[name] = stones
    return paths


def all_paths(board: Mapping[str, Hex]) -> dict[str, dict[str, int]]:
    return {here: paths_from(board, here) for here in board}


def to_json(state: State) -> dict[str, Any]:
    return {
        "options": state.options._asdict(),
        "board": {name: _hex_to_json(here) for name, here in state.board.items()},
        "seats": [_expedition_to_json(seat) for seat in state.seats],
        "squares": {str(value): left for value, left in state.squares.items()},
        "auction": state.auction and _auction_to_json(state.auction),
        **{name: getattr(state, name) for name in _PLAIN},
        **{name: list(getattr(state, name)) for name in _LISTS},
        **{name: dict(getattr(state, name)) for name in _COUNTS},
    }


_PLAIN = ("turned", "dealt", "phase", "to_move", "hand", "ap", "scoring", "last_tile")
_LISTS = ("display", "moved", "queue")
_COUNTS = ("dug", "taken")


def _hex_to_json(here: Hex) -> dict[str, Any]:
    return {**here._asdict(), "stones": list(here.stones)}


def _expedition_to_json(seat: Expedition) -> dict[str, Any]:
    plain = seat._asdict()
    plain.update(workers=dict(seat.workers), wafers=dict(seat.wafers))
    plain.update(camps=list(seat.camps), guards=list(seat.guards))
    return plain


def _auction_to_json(auction: Auction) -> dict[str, Any]:
    return {**auction._asdict(), "waiting": list(auction.waiting)}


def from_json(data: Mapping[str, Any], seed: bytes | None) -> State:
    rest: dict[str, Any] = {name: data[name] for name in _PLAIN}
    rest.update((name, tuple(data[name])) for name in _LISTS)
    rest.update((name, dict(data[name])) for name in _COUNTS)
    board = {name: _hex_from_json(here) for name, here in data["board"].items()}
    return State(
        options=Options(**data["options"]),
        deal=deal(seed) if seed is not None else None,
        board=board,
        paths=all_paths(board),
        seats=tuple(map(_expedition_from_json, data["seats"])),
        squares={int(value): left for value, left in data["squares"].items()},
        auction=data["auction"] and _auction_from_json(data["auction"]),
        **rest,
    )


def _hex_from_json(data: Mapping[str, Any]) -> Hex:
    return Hex(**{**data, "stones": tuple(data["stones"])})


def _expedition_from_json(data: Mapping[str, Any]) -> Expedition:
    camps, guards = tuple(data["camps"]), tuple(data["guards"])
    return Expedition(**{**data, "camps": camps, "guards": guards})


def _auction_from_json(data: Mapping[str, Any]) -> Auction:
    return Auction(**{**data, "waiting": tuple(data["waiting"])})


def by_name(board: Mapping[str, Hex]) -> list[tuple[str, Hex]]:
    """The explored hexes in the order of their names, whatever the order in which they were explored."""
    return [(name, board[name]) for name in HEXES if name in board]


def frontier(board: Mapping[str, Hex]) -> list[str]:
    """The empty hexes beside explored ones, in the order in which `automatic` chooses."""
    return [name for name in HEXES if name not in board and any(near in board for near in NEIGHBOURS[name])]
