"""The links of proposals. Each is for the holder of a seat, so it ends when the seat changes hands."""

from typing import NamedTuple

from app.db.words import Said
from app.house import House
from app.models import Match, Seat
from app.problems import Problem
from app.services.matches import seat_links
from app.services.matches.seat_links import Made, made_with


class VoteLink(NamedTuple):
    match: str
    seat: int
    holder: str
    proposal: str
    said: Said
    made: Made


def vote_address(house: House, match: Match, seat: Seat, key: str, said: Said) -> str:
    """Where this answer is given with one more click."""
    holder = seat_links.owners_holder(seat)
    return house.links.address("vote", [match.code, seat.number, holder, key, said, match.turn])


def read_vote(house: House, token: str) -> VoteLink:
    value = house.links.read("vote", token)
    if len(value) < 5 or value[4] not in ("yes", "no"):
        raise Problem("This link cannot be read.")
    code, seat, holder, key, said, *turn = value
    return VoteLink(code, seat, holder, key, said, made_with(house, "vote", token, turn))


def propose_address(house: House, match: Match, seat: Seat) -> str:
    """The page where the owner of the seat proposes something, and answers what others propose."""
    return seat_links.present_address(house, "propose", match, seat)
