"""A proposal is settled: passed, failed or lapsed, with what follows from it; or it stays open."""

from datetime import datetime

from app.clock import now
from app.db.words import Outcome
from app.models import Proposal
from app.services.play.live import LiveMatch
from app.services.proposals import letters
from app.services.proposals.counting import verdict
from app.services.proposals.effects import EFFECTS
from app.services.proposals.overtaken import why_overtaken
from app.services.proposals.votes import ballot_of, electorate_of, votes_of


def settle(live: LiveMatch, proposal: Proposal, at: datetime) -> bool:
    """Whether it is decided now. The caller has locked the match, and read the proposal after that."""
    if proposal.closed_at:
        return True
    if why := why_overtaken(live, proposal):
        close(live, proposal, "lapsed", why)
        return True
    people = electorate_of(live.session, live.match, list(live.seats.values()))
    ballot = ballot_of(proposal, people, votes_of(live.session, proposal, people))
    came = verdict(ballot, is_over=proposal.ends_at <= at)
    if came:
        close(live, proposal, came)
    return bool(came)


def close(live: LiveMatch, proposal: Proposal, outcome: Outcome, why: str = "") -> None:
    """A match that is over says so in its last letters, and in no others."""
    proposal.outcome, proposal.why = outcome, why
    proposal.closed_at, proposal.rings_at = now(), None
    live.session.add(proposal)
    live.session.flush()
    live.match.proposals -= 1
    was_going_on = live.match.ended_at is None
    if outcome == "passed":
        EFFECTS[proposal.kind](live, proposal)
    if was_going_on:
        people = electorate_of(live.session, live.match, list(live.seats.values()))
        answered = set(votes_of(live.session, proposal, people))
        letters.put_decided(live, proposal, people, answered)
