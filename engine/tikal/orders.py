"""Tikal's actions in notation. Each reads and writes itself; what one has written, the other reads back."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from engine.speech import later
from engine.tikal.parts import (
    read_hex,
    read_hexes,
    read_members,
    read_motif,
    read_rotation,
    read_seat,
    read_times,
    write_members,
    write_times,
)
from engine.tikal.pieces import MOTIFS, TILES
from engine.words import ParsedOrders, Reader, Vocabulary


class Tile(NamedTuple):
    place: str
    rotation: int

    @classmethod
    def read(cls, reader: Reader) -> "Tile":
        reader.skip("small", "tile")
        return cls(read_hex(reader), read_rotation(reader))

    def write(self) -> str:
        return f"tile {self.place} r{self.rotation}"


class Enter(NamedTuple):
    workers: int
    leader: bool
    camp: str

    @classmethod
    def read(cls, reader: Reader) -> "Enter":
        workers, leader = read_members(reader)
        return cls(workers, leader, read_hex(reader))

    def write(self) -> str:
        return f"enter {write_members(self.workers, self.leader)} {self.camp}"


class Move(NamedTuple):
    workers: int
    leader: bool
    way: tuple[str, ...]  # all the hexes, from the first to the last

    @classmethod
    def read(cls, reader: Reader) -> "Move":
        workers, leader = read_members(reader)
        return cls(workers, leader, read_hexes(reader, 2))

    def write(self) -> str:
        return f"move {write_members(self.workers, self.leader)} {' '.join(self.way)}"


class Dig(NamedTuple):
    place: str
    times: int

    @classmethod
    def read(cls, reader: Reader) -> "Dig":
        return cls(read_hex(reader), read_times(reader))

    def write(self) -> str:
        return f"dig {self.place}" + write_times(self.times)


class Take(NamedTuple):
    place: str
    times: int

    @classmethod
    def read(cls, reader: Reader) -> "Take":
        return cls(read_hex(reader), read_times(reader))

    def write(self) -> str:
        return f"take {self.place}" + write_times(self.times)


class Swap(NamedTuple):
    give: str
    get: str
    seat: int

    @classmethod
    def read(cls, reader: Reader) -> "Swap":
        return cls(read_motif(reader), read_motif(reader), read_seat(reader))

    def write(self) -> str:
        return f"swap {self.give} for {self.get} with {self.seat}"


class Camp(NamedTuple):
    place: str

    @classmethod
    def read(cls, reader: Reader) -> "Camp":
        return cls(read_hex(reader))

    def write(self) -> str:
        return f"camp {self.place}"


class Guard(NamedTuple):
    place: str
    leader: bool

    @classmethod
    def read(cls, reader: Reader) -> "Guard":
        place = read_hex(reader)
        reader.skip("small")
        kind = reader.meaning()
        if kind in ("L", "worker"):
            reader.at += 1
        return cls(place, kind == "L")

    def write(self) -> str:
        return f"guard {self.place}" + (" L" if self.leader else "")


class Bid(NamedTuple):
    points: int

    @classmethod
    def read(cls, reader: Reader) -> "Bid":
        reader.skip("small")
        points = reader.number(later("how many points do you bid? Give a whole number."))
        reader.skip("points")
        return cls(points)

    def write(self) -> str:
        return f"bid {self.points}"


class Pass(NamedTuple):
    @classmethod
    def read(cls, reader: Reader) -> "Pass":
        return cls()

    def write(self) -> str:
        return "pass"


class Pick(NamedTuple):
    tile: str

    @classmethod
    def read(cls, reader: Reader) -> "Pick":
        reader.skip("small", "tile")
        word = reader.tokens[reader.at].upper()
        if word not in TILES:
            reader.fail("here I expect a tile, a letter from A to G and a number, like B5.")
        reader.at += 1
        return cls(word)

    def write(self) -> str:
        return f"pick {self.tile}"


class End(NamedTuple):
    @classmethod
    def read(cls, reader: Reader) -> "End":
        reader.skip("small", "turn")
        return cls()

    def write(self) -> str:
        return "end"


Action: TypeAlias = Tile | Enter | Move | Dig | Take | Swap | Camp | Guard | Bid | Pass | Pick | End

READERS: Mapping[str, "type[Action]"] = {
    "tile": Tile,
    "enter": Enter,
    "move": Move,
    "dig": Dig,
    "take": Take,
    "swap": Swap,
    "camp": Camp,
    "guard": Guard,
    "bid": Bid,
    "pass": Pass,
    "pick": Pick,
    "end": End,
}
_READ = {word: action.read for word, action in READERS.items()}
NOTATION = Vocabulary(
    {meaning: {} for meaning in (*READERS, "L", *MOTIFS)} | {"small": {"en": "for with > =>"}}
)


def read_notation(text: str, names: Sequence[str] = ()) -> ParsedOrders[Action]:
    return Reader(text, NOTATION, names).actions(_READ)


def write(actions: Sequence[Action]) -> str:
    return "; ".join([action.write() for action in actions])
