"""Making a proposal, answering one, and taking one's own back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from app.clock import now
from app.db.words import ProposalKind, Said
from app.house import House
from app.models import Match, Proposal
from app.problems import Missing, NotAllowed, Problem
from app.services import pace
from app.services.matches.find import by_code, check_not_aside, hosted_match, numbered_seats
from app.services.matches.loans import owner_id_of
from app.services.matches.needs import need_of
from app.services.pace import Use
from app.services.people import accounts
from app.services.play import new_rules
from app.services.play.afresh import check_may_change
from app.services.play.going_back import what_goes
from app.services.play.live import LiveMatch, changing
from app.services.play.stops import ONLY_GOING_ON
from app.services.proposals import letters, offers
from app.services.proposals.overtaken import has_person, why_overtaken
from app.services.proposals.settle import close, settle
from app.services.proposals.votes import Electorate, asked_seats, electorate_of, put_vote
from app.status import goes_on

# Long enough for everybody's quiet hours and daily letter.
OPEN_FOR: dict[ProposalKind, timedelta] = {
    "time": timedelta(days=2),
    "bot": timedelta(days=2),
    "pause": timedelta(days=2),
    "resume": timedelta(days=2),
    "substitute": timedelta(days=4),
    "end": timedelta(days=4),
    "back": timedelta(days=4),
    "rules": timedelta(days=4),
}
ABOUT_A_SEAT = ("time", "bot", "substitute")
SHORTEST, LONGEST = 10 * 60, 30 * 24 * 3600  # seconds of more time


@dataclass(frozen=True)
class Wish:
    """A proposal as somebody makes it; not checked yet."""

    kind: str
    about: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)
    email: str = ""  # of a new player
    place: str = ""  # the network address that somebody asks from who invites a stranger


class Answered(NamedTuple):
    proposal: Proposal
    counted: bool  # or it had been decided, or was overtaken, before


def propose(session: Session, house: House, code: str, seat: int, wish: Wish) -> Proposal:
    """It passes at once where nobody else has to agree. Else each of the others gets a letter."""
    with changing(session, house, code) as live:
        people = electorate_of(session, live.match, list(live.seats.values()))
        if seat not in people.people:
            raise NotAllowed("You have no seat in this match.")
        proposal = new_proposal(live, seat, wish)
        check_possible(live, proposal)
        offers.keep_to_limits(live, proposal, people.people[seat], wish.place)
        session.add(proposal)
        session.flush()
        live.match.proposals += 1
        put_vote(session, proposal, seat, people.people[seat], "yes")
        if not settle(live, proposal, now()):
            keep_to_limits(session, house, live, people, seat)
            letters.put_proposed(live, proposal, people)
        return proposal


def propose_as_host(session: Session, house: House, code: str, player_id: int | None, wish: Wish) -> Proposal:
    """The host's own buttons."""
    match = hosted_match(session, code, player_id)
    seats = numbered_seats(session, match)
    seat = next((seat.number for seat in seats if player_id and owner_id_of(seat) == player_id), None)
    return propose(session, house, code, seat or 0, wish)


def new_proposal(live: LiveMatch, seat: int, wish: Wish) -> Proposal:
    if wish.kind not in OPEN_FOR:
        raise Problem("This is nothing that can be proposed.")
    kind, about = wish.kind, wish.about if wish.kind in ABOUT_A_SEAT else None
    detail = dict(wish.detail)
    email = accounts.checked_address(wish.email) if kind == "substitute" and wish.email else None
    if kind in ABOUT_A_SEAT:
        if about not in live.seats:
            raise Problem("Choose the player whom this is about.")
        detail["receipts"] = live.receipts[about]
    match, at = live.match, now()
    if kind == "rules":  # the newest that there are now, whatever comes meanwhile
        detail = {"rules": live.rules.META.rules, "since": match.rules}
    return Proposal(
        match_id=match.id or 0,
        kind=kind,
        seat=seat,
        about=about,
        detail=detail,
        email=email,
        need=need_of(match.needs, kind),
        turn=match.turn,
        base=match.steps,
        at=at,
        ends_at=at + OPEN_FOR[kind],
        rings_at=at + OPEN_FOR[kind],
    )


# --- What can be proposed ---


def check_possible(live: LiveMatch, proposal: Proposal) -> None:
    check_not_aside(live.session, live.match)
    if not goes_on(live.match):
        raise Problem(ONLY_GOING_ON)
    if open_of_kind(live.session, live.match, proposal.kind):
        raise Problem("This is proposed already, and not decided yet.")
    if proposal.kind == "time":
        check_time(live, proposal)
    if proposal.kind in ("back", "substitute", "rules"):
        check_may_change(live)
    if proposal.kind == "back":
        what_goes(live.session, live.house, live.match, proposal.detail.get("step", -1))
    if proposal.kind == "rules":
        new_rules.check_version(live, proposal.detail["rules"])
    if proposal.kind == "substitute":
        offers.check_offer(live, proposal)
    if proposal.about and proposal.kind == "bot" and not has_person(live, live.seats[proposal.about]):
        raise Problem("A bot plays there already.")
    if proposal.about and live.seats[proposal.about].bot:
        raise Problem("This seat is a bot’s.")
    if why := why_overtaken(live, proposal):
        raise Problem(why, name=live.names[(proposal.about or 1) - 1])


def check_time(live: LiveMatch, proposal: Proposal) -> None:
    ask = live.asks.get(proposal.about or 0)
    if not ask or ask.answered_at:
        raise Problem("Nobody waits for this player just now.")
    if not ask.due_at:
        raise Problem("There is no clock in this match: everybody has all the time they need.")
    if not SHORTEST <= proposal.detail.get("seconds", 0) <= LONGEST:
        raise Problem("More time can be from 10 minutes to 30 days.")


def open_of_kind(session: Session, match: Match, kind: str) -> Proposal | None:
    same = select(Proposal).where(Proposal.match_id == match.id, Proposal.kind == kind)
    return session.exec(same.where(col(Proposal.closed_at).is_(None))).first()


def keep_to_limits(session: Session, house: House, live: LiveMatch, people: Electorate, seat: int) -> None:
    """A proposal that others are asked about makes letters."""
    uses = [
        Use("proposal.seat", str(live.seats[seat].id)),
        Use("proposal.player", str(people.people[seat])),
        Use("proposal.house", pace.ALL),
    ]
    pace.keep_to(session, uses, house.settings.limits)


# --- Answers ---


def vote(session: Session, house: House, code: str, seat: int, key: str, said: Said) -> Answered:
    """Until it is decided, a player may think again. What has been decided stays so."""
    with changing(session, house, code) as live:
        check_not_aside(session, live.match)
        proposal, at = by_key(session, live.match, key), now()
        people = electorate_of(session, live.match, list(live.seats.values()))
        if seat not in asked_seats(proposal, people):
            raise NotAllowed("Your answer is not asked for here.")
        if proposal.closed_at or why_overtaken(live, proposal) or proposal.ends_at <= at:
            settle(live, proposal, at)
            return Answered(proposal, counted=False)
        put_vote(session, proposal, seat, people.people[seat], said)
        settle(live, proposal, at)
        return Answered(proposal, counted=True)


def withdraw(session: Session, house: House, code: str, seat: int, key: str) -> Proposal:
    with changing(session, house, code) as live:
        proposal = by_key(session, live.match, key)
        if proposal.seat != seat:
            raise NotAllowed("Only the player who has proposed this can take it back.")
        if not proposal.closed_at:
            close(live, proposal, "withdrawn")
        return proposal


def by_key(session: Session, match: Match, key: str) -> Proposal:
    """As it is now that the match is locked."""
    own = select(Proposal).where(Proposal.key == key, Proposal.match_id == match.id)
    proposal = session.exec(own.execution_options(populate_existing=True)).first()
    if not proposal:
        raise Missing("There is no such proposal in this match.")
    return proposal


def of_match(session: Session, code: str, key: str) -> tuple[Match, Proposal]:
    match = by_code(session, code)
    return match, by_key(session, match, key)
