"""A player lends a seat. The friend is asked by letter, and has neither account nor seat before a click."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Loan, Match, Player
from app.problems import Missing, NotAllowed, Problem
from app.services import outbox, pace
from app.services.lending import check
from app.services.matches import find, loans
from app.services.matches.find import MatchFacts
from app.services.matches.loans import LoanFacts
from app.services.people import accounts, inviting, own_time
from app.services.play import lent_seats
from app.services.play.live import LiveMatch, changing

INVITATION = "borrow"  # the purpose of its link
OPEN_FOR = timedelta(days=14)
GONE = "This offer is no longer valid."


@dataclass(frozen=True)
class Wish:
    """As somebody types it; not checked yet."""

    email: str
    begins: date | None = None  # None: at once
    ends: date | None = None  # the last day; None: until it is called back
    place: str = ""  # the network address that the owner asks from


def offer(session: Session, house: House, code: str, number: int, wish: Wish) -> Loan:
    with changing(session, house, code) as live:
        owner = check.owner(live, number)
        email = accounts.checked_address(wish.email)
        begins_at, ends_at = span(owner, wish)
        check.friend(live, owner, email)
        inviting.keep_to_limits(session, house, email, owner.id, wish.place)
        at = now()
        loan = Loan(match_id=live.match.id or 0, seat=number, owner_id=owner.id, email=email, at=at)
        loan.until = wish.ends.isoformat() if wish.ends else ""
        loan.begins_at, loan.ends_at = begins_at, ends_at
        loan.rings_at = min(max(at, begins_at) + OPEN_FOR, ends_at or at + OPEN_FOR * 100)
        session.add(loan)
        session.flush()
        facts, cause = LoanFacts(loan.key), f"player {owner.id}"
        outbox.put(session, "lending", f"lending {loan.id}", facts, to=email, match=live.match, cause=cause)
        return loan


def span(owner: Player, wish: Wish) -> tuple[datetime, datetime | None]:
    """Whole days of the owner, the last one included."""
    at = now()
    today = own_time.today_of(owner, at)
    if wish.ends and wish.ends < max(wish.begins or today, today):
        raise Problem("The last day cannot be before the first one.")
    if max(wish.begins or today, wish.ends or today) > today + own_time.LONGEST_ABSENCE:
        raise Problem("A seat can be lent for up to a year from now on.")
    begins_at = midnight(owner, wish.begins) if wish.begins and wish.begins > today else at
    return begins_at, midnight(owner, wish.ends + own_time.DAY) if wish.ends else None


def midnight(owner: Player, day: date) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(owner.zone)).astimezone(now().tzinfo)


# --- The friend answers ---


@dataclass(frozen=True)
class LoanOffer:
    """A seat that somebody is asked to play, as the page of the link and the letter show it."""

    match: MatchFacts
    owner: str
    begins: date | None  # None: at once
    until: date | None
    free: bool  # nobody has answered yet
    taken: bool  # the friend has accepted
    name: str  # of the player with that address, if there is one


def read_offer(session: Session, house: House, token: str) -> tuple[Match, Loan]:
    code, key = house.links.read(INVITATION, token)
    match, loan = find.by_code(session, code), loans.by_key(session, key)
    if not loan or loan.match_id != match.id:
        raise Missing(GONE)
    return match, loan


def offer_view(session: Session, match: Match, loan: Loan) -> LoanOffer:
    owner = session.get_one(Player, loan.owner_id)
    player = accounts.find_by_address(session, loan.email) if loan.email else None
    begins = loan.begins_at.astimezone(ZoneInfo(owner.zone)).date() if loan.begins_at > now() else None
    return LoanOffer(
        match=find.facts_of(session, match),
        owner=find.shown_names(session, find.numbered_seats(session, match))[loan.seat - 1],
        begins=begins,
        until=date.fromisoformat(loan.until) if loan.until else None,
        free=check.is_free(match, loan),
        taken=loan.accepted_at is not None and loan.closed_at is None,
        name=player.name if player else "",
    )


def accept(
    session: Session, house: House, token: str, name: str = "", language: str = "en", zone: str = "UTC"
) -> Match:
    """Only the friend has the link, for it was sent by mail. A second time it changes nothing."""
    match, _ = read_offer(session, house, token)
    with changing(session, house, match.code) as live:
        _, loan = read_offer(session, house, token)  # as it is now that the match is locked
        if loan.accepted_at and not loan.closed_at:
            return match
        if not check.is_free(live.match, loan):
            raise Problem(GONE)
        given = accounts.display_name(name) if name.strip() else ""
        player = accounts.find_or_create(session, loan.email or "", given, language, zone)
        check.has_no_seat(live, player, loan)
        loan.friend_id, loan.email, loan.accepted_at = player.id, None, now()
        session.add(loan)
        session.flush()
        begin_or_wait(live, loan)
    return match


def begin_or_wait(live: LiveMatch, loan: Loan) -> None:
    if loan.begins_at <= now():
        lent_seats.begin(live, loan)
    else:
        loan.rings_at = loan.begins_at
        loans.tell(live.session, "loan", loan, live.match, loan.owner_id, "accepted")


def decline(session: Session, house: House, token: str) -> Match:
    match, _ = read_offer(session, house, token)
    with changing(session, house, match.code) as live:
        _, loan = read_offer(session, house, token)
        if check.is_free(live.match, loan):
            close_untaken(live, loan, "declined")
    return match


def close_untaken(live: LiveMatch, loan: Loan, why: str) -> None:
    loans.close(loan, why)
    live.session.add(loan)
    loans.tell(live.session, "loan", loan, live.match, loan.owner_id, why)


# --- Both can end it ---


def call_back(session: Session, house: House, code: str, number: int) -> None:
    """Its owner ends it, or takes the offer back. Twice is the same as once."""
    with changing(session, house, code) as live:
        lent_seats.end_loan(live, number, "called back")


def give_back(session: Session, house: House, code: str, number: int) -> None:
    """The friend ends it."""
    with changing(session, house, code) as live:
        if number not in live.seats:
            raise NotAllowed("You have no seat in this match.")
        if live.seats[number].owner_id:
            lent_seats.end_loan(live, number, "given back")


def return_to_come(session: Session, house: House, code: str, player_id: int) -> None:
    """A friend who has accepted, and does not have the seat yet, thinks again."""
    with changing(session, house, code) as live:
        rows = select(Loan).where(Loan.match_id == live.match.id, Loan.friend_id == player_id)
        for loan in session.exec(
            rows.where(col(Loan.closed_at).is_(None), col(Loan.began_at).is_(None))
        ).all():
            close_untaken(live, loan, "declined")


def refusal_address(house: House, loan: Loan) -> str:
    """The page that refuses all further invitations."""
    return house.links.address("refuse", [pace.mailbox_hash(house.settings, loan.email or ""), ""])


def offer_address(house: House, match: Match, loan: Loan) -> str:
    return house.links.address(INVITATION, [match.code, loan.key])
