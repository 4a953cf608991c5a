"""Letters about a seat that is lent to a friend: to the friend, and to its owner."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlmodel import Session, col, select

from app.house import House
from app.i18n.order_words import in_words
from app.i18n.render import Reader, speech
from app.letters.invitations import guest, shown_without_links
from app.letters.match_letter import deadline_for, match_letter
from app.letters.match_news import awaited, own_turn
from app.letters.recipient import recipient_of
from app.letters.templates import from_templates, reader_of
from app.mail.addresses import Addresses
from app.mail.letter import ComposedLetter, Deadline, MailingList, NotNeeded
from app.models import Letter, Loan, Match, Player, Step
from app.safe_text import without_links
from app.services.lending import offer
from app.services.matches import find, loans, seat_links
from app.services.matches.changes import line_of
from app.services.matches.loans import LoanFacts
from app.services.outbox.schedule import TOLD_LATER
from app.services.people import accounts, refusals
from app.status import goes_on, has_ended


@dataclass(frozen=True)
class LendingView:
    owner: str
    begins: date | None
    until: date | None
    address: str  # where the friend accepts or declines
    rules: str
    refuse: str


def lending(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """Asks a friend, who may have no account."""
    match, loan = match_and_loan(session, letter)
    if loan.email != letter.to or loan.closed_at or not goes_on(match):
        raise NotNeeded("the seat is not offered any more")
    if refusals.refuses(session, house, letter.to):
        raise NotNeeded("wants no invitations")
    owner = session.get_one(Player, loan.owner_id)
    to, shown = guest(session, letter.to, owner), offer.offer_view(session, match, loan)
    view = LendingView(
        owner=without_links(shown.owner),
        begins=shown.begins,
        until=shown.until,
        address=offer.offer_address(house, match, loan),
        rules=f"{house.settings.url}/rules/{match.game}",
        refuse=offer.refusal_address(house, loan),
    )
    plain, takes_mail = shown_without_links(shown.match), house.settings.takes_mail
    composed = from_templates("lending", to, match=plain, by_mail=takes_mail, lending=view)
    reply_to = Addresses(house.settings).invitation(letter.message_id) if takes_mail else ""
    return replace(composed, reply_to=reply_to, of_list=MailingList("invitations", view.refuse))


def match_and_loan(session: Session, letter: Letter) -> tuple[Match, Loan]:
    match = session.get(Match, letter.match_id)
    loan = loans.by_key(session, LoanFacts.from_json(letter.facts).loan) if match else None
    if not match or not loan:
        raise NotNeeded("there is no such loan")
    return match, loan


# --- To whoever has the seat now ---


def borrowed(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """What a friend has to know who plays from now on."""
    to = recipient_of(session, house, letter)
    if not to.borrows or not goes_on(to.match):
        raise NotNeeded("the seat is its owner's again")
    turn, until = own_turn(to), to.view.lent[to.number].until
    deadline = deadline_for(to, asked=bool(turn))
    return match_letter(to, "borrowed", turn, deadline, until=until, asked=awaited(to))


def returned(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """All that has happened since the seat was lent, for its owner."""
    to = recipient_of(session, house, letter)
    if not goes_on(to.match):
        raise NotNeeded("the match is over")
    turn = own_turn(to)
    deadline = deadline_for(to, asked=bool(turn))
    plan = to.in_words(to.view.plan.text) if to.view.plan and to.view.plan.text else ""
    return match_letter(to, "returned", turn, deadline, plan=plan, asked=awaited(to))


# --- In short ---


@dataclass(frozen=True)
class LoanView:
    owner: str
    friend: str
    begins: date | None
    until: date | None
    address: str  # of the match
    end: str  # where the owner ends the loan; empty where there is nothing to end
    why: str  # it is over


def short(
    session: Session, house: House, letter: Letter, deadline: Deadline | None = None, **objects: Any
) -> ComposedLetter:
    """To a player of whom the present state of the seat says nothing."""
    match, loan = match_and_loan(session, letter)
    player = accounts.find_player(session, letter.player_id)
    if not player or player.mail == "none":
        raise NotNeeded("wants no letters")
    shown = offer.offer_view(session, match, loan)
    friend = session.get(Player, loan.friend_id) if loan.friend_id else None
    view = LoanView(
        owner=shown.owner,
        friend=friend.name if friend else loan.email or "",
        begins=shown.begins,
        until=shown.until,
        address=f"{house.settings.url}/m/{match.code}",
        end=end_address(session, house, match, loan) if player.id == loan.owner_id else "",
        why=loan.why,
    )
    by_mail = house.settings.takes_mail and bool(view.end)
    composed = from_templates(letter.kind, player, match=shown.match, by_mail=by_mail, loan=view, **objects)
    reply_to = Addresses(house.settings).invitation(letter.message_id) if by_mail else ""
    return replace(composed, reply_to=reply_to, deadline=deadline)


def end_address(session: Session, house: House, match: Match, loan: Loan) -> str:
    if loan.closed_at or not goes_on(match):
        return ""
    seat = find.numbered_seats(session, match)[loan.seat - 1]
    return seat_links.present_address(house, "lend", match, seat)


def loan(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """To the owner: what has come of it."""
    match, row = match_and_loan(session, letter)
    which = LoanFacts.from_json(letter.facts).which
    if has_ended(match) or (which in ("accepted", "begun", "unclear") and row.closed_at):
        raise NotNeeded("it is over already")
    if which == "accepted" and row.began_at:
        raise NotNeeded("it has begun")
    deadline = entry_taken_back(session, house, letter, match, row) if which == "begun" else None
    return short(session, house, letter, deadline, which=which)


def given_back(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """To the friend: thanks, and nothing more of the match's secrets."""
    match, row = match_and_loan(session, letter)
    return short(session, house, letter, entry_taken_back(session, house, letter, match, row))


def entry_taken_back(
    session: Session, house: House, letter: Letter, match: Match, row: Loan
) -> Deadline | None:
    """The calendar of somebody who is not asked any more."""
    if not row.entry_at:
        return None
    player = session.get_one(Player, letter.player_id)
    place = (match.code, match.title, row.seat)
    return Deadline.of_seat(
        house.settings, speech(player.language), place, row.entry_at, letter.created_at, cancelled=True
    )


def played(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """To the owner: what the friend has played since the last such letter."""
    match, row = match_and_loan(session, letter)
    if row.closed_at or row.mute:
        raise NotNeeded("told otherwise")
    turns, reader = turns_to_tell(session, letter), reader_of(session.get_one(Player, letter.player_id))
    played = {turn: played_in(session, match, row.seat, turn, reader) for turn in turns}
    told = [orders for turn in turns for orders in played[turn]]
    if not told:
        raise NotNeeded("nothing was played")
    first = next(turn for turn in turns if played[turn])
    return short(session, house, letter, orders=told, first=first, last=turns[-1])


def turns_to_tell(session: Session, letter: Letter) -> list[int]:
    """That of the letter, and before it those of letters that were left to this one."""
    same = select(Letter).where(Letter.kind == "played", Letter.player_id == letter.player_id)
    earlier = same.where(Letter.match_id == letter.match_id, col(Letter.id) < letter.id)
    turns = [letter]
    for one in session.exec(earlier.order_by(col(Letter.id).desc())):
        if one.dropped != TOLD_LATER or one.facts["loan"] != letter.facts["loan"]:
            break
        turns.insert(0, one)
    return [int(LoanFacts.from_json(one.facts).which) for one in turns]


def played_in(session: Session, match: Match, seat: int, turn: int, reader: Reader) -> list[str]:
    """The orders of one turn, in the words of the reader."""
    steps = select(Step).where(Step.match_id == match.id, Step.turn == turn).order_by(col(Step.number))
    lines = [line_of(step) for step in session.exec(steps)]
    orders = [line["orders"][str(seat)] for line in lines if str(seat) in line.get("orders", {})]
    return [in_words(text, match.game, reader.spoken) for text in orders]
