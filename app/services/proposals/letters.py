"""The letters that proposals make necessary: what is proposed, and what came of it."""

from dataclasses import dataclass

from app.models import Proposal
from app.services import outbox
from app.services.matches.loans import owner_of
from app.services.matches.seat_links import owners_holder
from app.services.outbox.facts import SeatFacts
from app.services.play.live import LiveMatch
from app.services.proposals.effects import TOLD_OTHERWISE
from app.services.proposals.votes import Electorate, asked_seats


@dataclass(frozen=True)
class ProposalFacts(SeatFacts):
    proposal: str  # its key
    holder: str = ""  # of the seat when the letter was written: who holds it later answers other letters


def put_proposed(live: LiveMatch, proposal: Proposal, people: Electorate) -> None:
    for seat in sorted(asked_seats(proposal, people) - {proposal.seat}):
        _put(live, "proposed", proposal, seat)


def put_decided(live: LiveMatch, proposal: Proposal, people: Electorate, answered: set[int]) -> None:
    """To all when it has passed; else to those who have proposed it or said what they think of it."""
    passed = proposal.outcome == "passed"
    if passed and proposal.kind in TOLD_OTHERWISE:
        return
    seats = set(people.people) if passed else {proposal.seat, *answered} & people.people.keys()
    for seat in sorted(seats if len(people.people) > 1 else ()):
        _put(live, "decided", proposal, seat)


def _put(live: LiveMatch, kind: str, proposal: Proposal, number: int) -> None:
    seat = live.seats[number]
    person = owner_of(live.session, seat)
    if person:
        facts = ProposalFacts(number, proposal.key, owners_holder(seat))
        key = f"{kind} {proposal.id} {number}"
        outbox.put(live.session, kind, key, facts, player=person, match=live.match)
