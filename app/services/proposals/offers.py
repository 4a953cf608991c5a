"""A seat that the players have given to somebody new: offered by letter or by a link, and taken once."""

from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Match, Player, Proposal
from app.problems import Missing, NotAllowed, Problem
from app.services import outbox, pace
from app.services.matches import find
from app.services.matches.find import MatchFacts
from app.services.outbox.facts import Facts
from app.services.people import accounts, inviting, refusals
from app.services.play.live import LiveMatch, changing
from app.services.play.new_hands import give_seat
from app.status import goes_on

# The two kinds of links: only its reader has the one of a letter, and anybody may have the other.
MAILED, PASSED_ON = "take", "sit"
OPEN_FOR = timedelta(days=14)
GONE = "This seat is not free any more."


@dataclass(frozen=True)
class OfferFacts(Facts):
    proposal: str  # its key


@dataclass(frozen=True)
class Offer:
    """A seat that is offered, as the page of its link shows it."""

    match: MatchFacts
    former: str  # who has had it
    by: str  # who has proposed it
    free: bool
    by_mail: bool  # the link is the one of a letter, so its reader needs no account
    name: str  # of the player with that address, if there is one


def check_offer(live: LiveMatch, proposal: Proposal) -> None:
    if proposal.email and refusals.refuses(live.session, live.house, proposal.email):
        raise Problem(
            "{email} gets no invitations by email from here; share the link instead.", email=proposal.email
        )
    if open_offer(live.session, live.match, proposal.about):
        raise Problem("This seat is offered to somebody already.")


def keep_to_limits(live: LiveMatch, proposal: Proposal, player_id: int, place: str) -> None:
    """As for all invitations."""
    if proposal.email:
        inviting.keep_to_limits(live.session, live.house, proposal.email, player_id, place)


def open_offer(session: Session, match: Match, seat: int | None) -> Proposal | None:
    same = select(Proposal).where(Proposal.match_id == match.id, Proposal.kind == "substitute")
    rows = session.exec(same.where(Proposal.about == seat, Proposal.outcome == "passed"))
    return next((row for row in rows if is_free(match, row)), None)


def is_free(match: Match, proposal: Proposal) -> bool:
    """Until somebody has taken or declined it, for two weeks."""
    fresh = proposal.closed_at is not None and proposal.closed_at > now() - OPEN_FOR
    return goes_on(match) and proposal.outcome == "passed" and fresh and not proposal.detail.get("taken")


def offer_seat(live: LiveMatch, proposal: Proposal) -> None:
    """Where an address was given, a letter goes there. Else the players pass a link on."""
    if proposal.email:
        facts, cause = OfferFacts(proposal.key), f"match {live.match.id}"
        key = f"offered {proposal.id}"
        outbox.put(live.session, "offered", key, facts, to=proposal.email, match=live.match, cause=cause)


def offer_address(house: House, match: Match, proposal: Proposal, by_mail: bool = False) -> str:
    return house.links.address(MAILED if by_mail else PASSED_ON, [match.code, proposal.key])


def refusal_address(house: House, proposal: Proposal) -> str:
    """The page that refuses all further invitations."""
    return house.links.address("refuse", [pace.mailbox_hash(house.settings, proposal.email or ""), ""])


# --- Taking it ---


def read_offer(session: Session, house: House, way: str, token: str) -> tuple[Match, Proposal]:
    code, key = house.links.read(way, token)
    match = find.by_code(session, code)
    rows = select(Proposal).where(Proposal.key == key, Proposal.match_id == match.id)
    proposal = session.exec(rows.execution_options(populate_existing=True)).first()
    if not proposal or (way == MAILED) != bool(proposal.email or proposal.detail.get("mailed")):
        raise Missing("This offer is no longer valid.")
    return match, proposal


def offer_view(session: Session, house: House, way: str, token: str) -> Offer:
    match, proposal = read_offer(session, house, way, token)
    names = find.shown_names(session, find.numbered_seats(session, match))
    player = accounts.find_by_address(session, proposal.email) if proposal.email else None
    return Offer(
        match=find.facts_of(session, match),
        former=names[(proposal.about or 1) - 1],
        by=names[proposal.seat - 1],
        free=is_free(match, proposal),
        by_mail=way == MAILED,
        name=player.name if player else "",
    )


def take(
    session: Session,
    house: House,
    way: str,
    token: str,
    player_id: int | None = None,
    name: str = "",
    language: str = "en",
    zone: str = "UTC",
) -> Match:
    """By the link of a letter its reader; by the link that is passed on whoever is signed in."""
    match, _ = read_offer(session, house, way, token)
    with changing(session, house, match.code) as live:
        _, proposal = read_offer(session, house, way, token)  # as it is now that the match is locked
        if not is_free(live.match, proposal):
            raise Problem(GONE)
        given = accounts.display_name(name) if name.strip() else ""
        player = (
            accounts.find_or_create(session, proposal.email or "", given, language, zone)
            if way == MAILED
            else accounts.find_player(session, player_id)
        )
        if not player or not player.email:
            raise NotAllowed("Sign in first.")
        give(live, proposal, player, given or player.name)
    return find.by_code(session, match.code)


def give(live: LiveMatch, proposal: Proposal, player: Player, name: str) -> None:
    close_offer(live.session, proposal)
    give_seat(live.session, live, proposal.about or 0, player, name)


def decline(session: Session, house: House, token: str) -> None:
    """Only by the link of a letter: nobody declines for all to whom a link is passed on."""
    match, proposal = read_offer(session, house, MAILED, token)
    if is_free(match, proposal):
        close_offer(session, proposal)


def close_offer(session: Session, proposal: Proposal) -> None:
    """The address is not needed any more."""
    was_mailed = bool(proposal.email)
    proposal.detail = {**proposal.detail, "taken": True, "mailed": was_mailed}
    proposal.email = None
    session.add(proposal)
    session.flush()


def open_links(session: Session, house: House, match: Match) -> list[str]:
    """The links that the players of a match can pass on, for the seats that are offered by one."""
    passed = select(Proposal).where(Proposal.match_id == match.id, Proposal.kind == "substitute")
    rows = session.exec(passed.where(Proposal.outcome == "passed", col(Proposal.email).is_(None)))
    return [offer_address(house, match, row) for row in rows if is_free(match, row)]
