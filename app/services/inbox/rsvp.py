"""A mail that answers an invitation: the seat is taken or declined, or nothing is changed."""

from datetime import timedelta

from sqlmodel import Session, col, func, select

from app.clock import now
from app.db.rows import savepoint
from app.house import House
from app.mail.addresses import Address
from app.mail.read.incoming import Incoming
from app.models import Letter, Mail, Match, Player, Seat
from app.problems import Problem
from app.safe_text import one_line
from app.services import outbox
from app.services.inbox import owners
from app.services.inbox.reply_facts import AnsweredMail, RsvpFacts, RsvpOutcome
from app.services.inbox.yes_or_no import Answer, read_answer
from app.services.lending import offer
from app.services.lobby import seats
from app.services.matches import find, loans
from app.services.matches.loans import LoanFacts
from app.services.outbox import bounces
from app.services.outbox.facts import InvitationFacts
from app.services.people import accounts
from app.services.proposals import offers
from app.services.proposals.offers import OfferFacts
from app.status import is_open
from engine.registry import meta
from engine.speech import ENGLISH, fill_text

HOUR = timedelta(hours=1)
MOST_ANSWERS = 10  # to one invitation within an hour


def invited_seat(session: Session, letter: Letter | None) -> Seat | None:
    """The seat that an invitation keeps for its reader, or that was taken by it."""
    if letter and letter.kind != "invitation":
        return None  # a seat that is offered in a running match has no row of its own
    seat = (
        session.get(Seat, InvitationFacts.from_json(letter.facts).seat_id) if letter and letter.to else None
    )
    if not letter or not seat or (letter.key, letter.to) != (seats.invitation_key(seat), seat.email):
        return None
    return seat


def keeps_seat(session: Session, address: Address) -> bool:
    letter = outbox.named(session, address.key)
    if letter and letter.kind in ("offered", "lending"):
        return bool(letter.to and letter.facts)
    return invited_seat(session, letter) is not None


def handle_rsvp(session: Session, house: House, mail: Mail, address: Address, incoming: Incoming) -> str:
    """The outcome, in a few words. The answer goes to the invited address, wherever the mail is from."""
    letter = outbox.named(session, address.key)
    if letter and letter.kind in ("loan", "played"):
        return owners.handle_owner(session, house, letter, incoming)
    if not letter or not letter.to:
        return "there is no such invitation"
    if incoming.automatic or incoming.bounce:
        return f"automatic: {incoming.automatic or incoming.bounce}"
    if incoming.perhaps_automatic and not read_answer(incoming.lines, names_in(session, letter)).said:
        return f"automatic, it seems: {incoming.perhaps_automatic}"
    outcome = outcome_of(session, house, letter, incoming)
    if player := accounts.find_by_address(session, letter.to):
        bounces.forget_bounces(session, player)
    problem = fill_text(outcome.problem, outcome.values, ENGLISH) if outcome.problem else ""
    in_short = outcome.came or problem or "unreadable"
    if outcome.begins:
        return in_short  # the first letters of the match tell it
    if recent_answers(session, letter) >= MOST_ANSWERS:
        return f"{in_short}; not answered: too many within an hour"
    put_answer(session, mail, letter, incoming, outcome)
    return in_short


# --- What the mail says ---


def names_in(session: Session, letter: Letter) -> list[str]:
    """Of the players and the game: they say nothing about the answer, whatever they mean."""
    match = session.get_one(Match, letter.match_id)
    return [match.title, meta(match.game).title, *(seat.name for seat in find.seats_of(session, match))]


def sender_name(sender: str) -> str:
    """The name in From; empty where nobody could play by it."""
    name = one_line(sender.rpartition("<")[0]).replace("\\", "").strip("\"' ")
    try:
        return "" if "@" in name else accounts.display_name(name)
    except Problem:
        return ""


def name_for_account(session: Session, letter: Letter, name: str) -> str:
    """Players who have given a name keep it."""
    player = accounts.find_by_address(session, letter.to)
    return "" if player and not accounts.is_nameless(player) else name


# --- What is done ---


def outcome_of(session: Session, house: House, letter: Letter, incoming: Incoming) -> RsvpOutcome:
    if incoming.problem:
        return RsvpOutcome(unreadable=incoming.problem)
    answer = read_answer(incoming.lines, names_in(session, letter))
    if not answer.said:
        return RsvpOutcome(came="neither")
    try:
        with savepoint(session):
            return do_as_answered(session, house, letter, answer, sender_name(incoming.sender))
    except Problem as problem:
        outcome = RsvpOutcome(problem=problem.text, values=problem.values)
    session.expire_all()  # what was read meanwhile has not happened
    return outcome


def do_as_answered(session: Session, house: House, letter: Letter, answer: Answer, name: str) -> RsvpOutcome:
    """As the buttons of the page do it."""
    if letter.kind == "lending":
        return answer_lending(session, house, letter, answer, name)
    if letter.kind == "offered":
        return answer_offer(session, house, letter, answer, name)
    key = letter.key.split()[-1]
    token = house.links.make("invitation", [key])
    if answer.said == "no":
        seats.decline(session, house, token)
        return RsvpOutcome(came="declined")
    match, _ = seats.read_invitation(session, house, token)
    was_open = is_open(match)
    host = session.get_one(Player, match.host_id)
    own = name_for_account(session, letter, name)
    seats.accept(session, house, token, own, language=answer.language or host.language)
    return RsvpOutcome(came="accepted", begins=was_open and not is_open(match))


def answer_offer(session: Session, house: House, letter: Letter, answer: Answer, name: str) -> RsvpOutcome:
    """A seat in a running match. The first letter to its new player tells that it is taken."""
    match = session.get_one(Match, letter.match_id)
    key = OfferFacts.from_json(letter.facts).proposal
    token = house.links.make(offers.MAILED, [match.code, key])
    if answer.said == "no":
        offers.decline(session, house, token)
        return RsvpOutcome(came="declined")
    host = session.get_one(Player, match.host_id)
    own = name_for_account(session, letter, name)
    language = answer.language or host.language
    offers.take(session, house, offers.MAILED, token, name=own, language=language, zone=host.zone)
    return RsvpOutcome(came="accepted", begins=True)


def answer_lending(session: Session, house: House, letter: Letter, answer: Answer, name: str) -> RsvpOutcome:
    """A seat to play for a friend. Where it is lent from now on, its first letter tells it."""
    match = session.get_one(Match, letter.match_id)
    loan = loans.by_key(session, LoanFacts.from_json(letter.facts).loan)
    if not loan:
        raise Problem(offer.GONE)
    token = house.links.make(offer.INVITATION, [match.code, loan.key])
    if answer.said == "no":
        offer.decline(session, house, token)
        return RsvpOutcome(came="declined")
    owner = session.get_one(Player, loan.owner_id)
    own = name_for_account(session, letter, name)
    offer.accept(session, house, token, own, answer.language or owner.language, owner.zone)
    begun = loans.by_key(session, loan.key)
    return RsvpOutcome(came="accepted", begins=begun is not None and begun.began_at is not None)


# --- The answer ---


def recent_answers(session: Session, letter: Letter) -> int:
    same = select(func.count()).where(Letter.kind == "rsvp", Letter.match_id == letter.match_id)
    return session.exec(same.where(Letter.to == letter.to, col(Letter.created_at) > now() - HOUR)).one()


def put_answer(
    session: Session, mail: Mail, letter: Letter, incoming: Incoming, outcome: RsvpOutcome
) -> None:
    facts = RsvpFacts(letter.id or 0, AnsweredMail.of(incoming), outcome)
    match = session.get(Match, letter.match_id)
    outbox.put(session, "rsvp", f"rsvp {mail.id}", facts, to=letter.to, match=match)
