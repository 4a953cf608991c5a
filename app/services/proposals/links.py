"""The links of proposals. Each is for the holder of a seat, so it ends when the seat changes hands."""

from typing import NamedTuple

from app.db.words import Said
from app.house import House
from app.models import Match, Seat
from app.problems import Problem
from app.services.matches import seat_links


class VoteLink(NamedTuple):
    match: str
    seat: int
    holder: str
    proposal: str
    said: Said


def vote_address(house: House, match: Match, seat: Seat, key: str, said: Said) -> str:
    """Where this answer is given with one more click."""
    holder = seat_links.owners_holder(seat)
    return house.links.address("vote", [match.code, seat.number, holder, key, said])


def read_vote(house: House, token: str) -> VoteLink:
    value = house.links.read("vote", token)
    if len(value) != len(VoteLink._fields) or value[-1] not in ("yes", "no"):
        raise Problem("This link cannot be read.")
    return VoteLink(*value)


def propose_address(house: House, match: Match, seat: Seat) -> str:
    """The page where the owner of the seat proposes something, and answers what others propose."""
    return seat_links.owner_address(house, "propose", match.code, seat)
