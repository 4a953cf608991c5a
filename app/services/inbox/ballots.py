"""A mail that answers the letter about a proposal: yes, no, or neither."""

from dataclasses import replace
from datetime import timedelta

from sqlmodel import Session, col, func, select

from app.clock import now
from app.db.rows import savepoint
from app.db.words import Said
from app.house import House
from app.links import BadLink
from app.mail.addresses import Address
from app.mail.read.incoming import Incoming
from app.models import Letter, Mail, Match, Player
from app.problems import Problem
from app.services import outbox
from app.services.inbox.reply_facts import AnsweredMail, VotedFacts
from app.services.inbox.yes_or_no import read_answer
from app.services.matches import find, seat_links
from app.services.matches.loans import owner_id_of, owner_of
from app.services.matches.seat_links import Held
from app.services.outbox import bounces
from app.services.proposals.letters import ProposalFacts
from app.services.proposals.propose import vote
from engine.registry import meta

HOUR = timedelta(hours=1)
NOT_THEIRS = "the seat is somebody else's now"
MOST_ANSWERS = 10  # to one letter within an hour


def handle_vote(session: Session, house: House, mail: Mail, address: Address, incoming: Incoming) -> str:
    """The outcome, in a few words. The answer goes to the player, wherever the mail is from."""
    letter = outbox.named(session, address.key)
    match = session.get(Match, letter.match_id) if letter else None
    if not letter or not match or letter.kind != "proposed" or not letter.player_id or not letter.facts:
        return "there is no such proposal"
    if incoming.automatic or incoming.bounce:
        return f"automatic: {incoming.automatic or incoming.bounce}"
    said = read_answer(incoming.lines, names_in(session, match), vote=True).said
    if incoming.perhaps_automatic and not said:
        return f"automatic, it seems: {incoming.perhaps_automatic}"
    player = holder_of(session, letter, match)
    if not player:
        return NOT_THEIRS
    bounces.forget_bounces(session, player)
    try:
        facts = what_came(session, house, letter, match, incoming, said)
    except BadLink:
        return NOT_THEIRS
    return put_answer(session, mail, player, match, facts)


def names_in(session: Session, match: Match) -> list[str]:
    """Of the players and the game: they say nothing about the answer, whatever they mean."""
    return [match.title, meta(match.game).title, *(seat.name for seat in find.seats_of(session, match))]


def holder_of(session: Session, letter: Letter, match: Match) -> Player | None:
    """The player whom the letter was for, where the seat has not changed hands since."""
    facts = ProposalFacts.from_json(letter.facts)
    seat = next((own for own in find.numbered_seats(session, match) if own.number == facts.seat), None)
    if not seat or owner_id_of(seat) != letter.player_id or not seat_links.is_owners(seat, facts.holder):
        return None
    return owner_of(session, seat)


def what_came(
    session: Session, house: House, letter: Letter, match: Match, incoming: Incoming, said: str
) -> VotedFacts:
    own = ProposalFacts.from_json(letter.facts)
    facts = VotedFacts(own.seat, letter.id or 0, own.proposal, AnsweredMail.of(incoming))
    if incoming.problem:
        return replace(facts, unreadable=incoming.problem)
    if said not in ("yes", "no"):
        return replace(facts, came="neither")
    try:
        with savepoint(session):
            answer: Said = "yes" if said == "yes" else "no"
            seat_links.lock_held(session, Held(match.code, own.seat, own.holder, owns=True))
            done = vote(session, house, match.code, own.seat, own.proposal, answer)
            return replace(facts, came=said if done.counted else "decided")
    except Problem as problem:
        facts = replace(facts, problem=problem.text, values=problem.values)
    session.expire_all()  # what was read meanwhile has not happened
    return facts


def put_answer(session: Session, mail: Mail, player: Player, match: Match, facts: VotedFacts) -> str:
    in_short = facts.came or facts.problem or "unreadable"
    same = select(func.count()).where(Letter.kind == "voted", Letter.player_id == player.id)
    lately = same.where(Letter.match_id == match.id, col(Letter.created_at) > now() - HOUR)
    if session.exec(lately).one() >= MOST_ANSWERS:
        return f"{in_short}; not answered: too many within an hour"
    outbox.put(session, "voted", f"voted {mail.id}", facts, player=player, match=match)
    return in_short
