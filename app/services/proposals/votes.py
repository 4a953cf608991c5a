"""What the players of a match have answered to a proposal."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from app.clock import now
from app.db.words import Said
from app.models import Match, Player, Proposal, Seat, Vote
from app.services.matches.loans import owner_id_of
from app.services.proposals.counting import Ballot

# A player who may not be there to answer cannot hold up by silence what the others decide about it.
MAY_BE_SILENT = ("bot", "substitute")


@dataclass(frozen=True)
class Electorate:
    """The seats of a match whose players have not left, and that of its host. A friend who plays a seat that
    is lent decides nothing: its owner does."""

    people: dict[int, int]  # player by seat; bots are not there, and a player whose bot plays is
    host: int | None


def electorate_of(session: Session, match: Match, seats: Sequence[Seat]) -> Electorate:
    owners = {seat.number or 0: owner_id_of(seat) for seat in seats if not seat.bot}
    ids = [owner for owner in owners.values() if owner]
    rows = select(Player.id).where(col(Player.id).in_(ids))
    there = set(session.exec(rows.where(col(Player.email).is_not(None) | col(Player.guest).is_not(None))))
    known = {number: owner for number, owner in owners.items() if owner and owner in there}
    return Electorate(known, next((seat for seat, who in known.items() if who == match.host_id), None))


def votes_of(session: Session, proposal: Proposal, people: Electorate) -> dict[int, Said]:
    """By seat; without those of players who have left or whose seat is somebody else's now."""
    rows = session.exec(select(Vote).where(Vote.proposal_id == proposal.id))
    return {vote.seat: vote.said for vote in rows if people.people.get(vote.seat) == vote.player_id}


def ballot_of(proposal: Proposal, people: Electorate, votes: dict[int, Said]) -> Ballot:
    need, voters = proposal.need, frozenset(people.people)
    if proposal.kind == "time" and proposal.about and proposal.about != proposal.seat:
        voters -= {proposal.about}  # nobody refuses time that others give
    if need == "host":  # a host who has no seat any more decides nothing alone
        need, voters = ("all", frozenset({people.host})) if people.host else ("most", voters)
    yes = {seat for seat, said in votes.items() if said == "yes"}
    about = {proposal.about} if proposal.about and proposal.kind in MAY_BE_SILENT else set()
    no = {seat for seat, said in votes.items() if said == "no"} - yes
    return Ballot(need, voters, frozenset(yes), frozenset(no), frozenset(about))


def asked_seats(proposal: Proposal, people: Electorate) -> frozenset[int]:
    """Those whose answer counts."""
    return ballot_of(proposal, people, {}).voters


def put_vote(session: Session, proposal: Proposal, seat: int, player_id: int, said: Said) -> None:
    mine = select(Vote).where(Vote.proposal_id == proposal.id, Vote.seat == seat)
    vote = session.exec(mine).first()
    if not vote:
        vote = Vote(match_id=proposal.match_id, proposal_id=proposal.id or 0, seat=seat, player_id=player_id)
    vote.player_id, vote.said, vote.at = player_id, said, now()
    session.add(vote)
    session.flush()
