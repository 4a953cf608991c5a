"""What everybody may know of a match's chance: the salts that the server drew, and the draw of seats."""

from collections.abc import Sequence
from typing import NamedTuple

from app.models import Match, Seat
from engine.chance import salt_hash


class DrawnSalt(NamedTuple):
    """The salt that the server drew for a seat when the match was opened."""

    place: int  # in the host's list
    hash: str  # SHA-256
    number: int | None = None  # of the seat in the record, once it begins
    used: bool = False  # it is the seat's salt in the record: its SHA-256 is the one that was shown


class ChanceFacts(NamedTuple):
    drawn: tuple[DrawnSalt, ...]
    order: tuple[
        int, ...
    ] = ()  # where seats were drawn by lot: their numbers, in the order of the host's list

    @property
    def in_words(self) -> str:
        """For the option --list of `verify`."""
        return ",".join(map(str, self.order))


def chance_facts(match: Match, seats: Sequence[Seat]) -> ChanceFacts:
    """A match that was opened before there were drawn salts has none of them."""
    in_list = sorted(seats, key=lambda seat: seat.position)
    drawn = tuple(_drawn(seat) for seat in in_list if seat.drawn_hash)
    by_lot = match.seating == "drawn"
    return ChanceFacts(drawn, tuple(seat.number for seat in in_list if seat.number and by_lot))


def _drawn(seat: Seat) -> DrawnSalt:
    used = bool(seat.number) and salt_hash(seat.salt or "") == seat.drawn_hash
    return DrawnSalt(seat.position, seat.drawn_hash, seat.number, used)
