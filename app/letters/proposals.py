"""Letters about what players propose, and the answers to mails that vote."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlmodel import Session

from app.house import House
from app.letters.match_letter import deadline_for, short_letter
from app.letters.match_news import own_turn, picture_of
from app.letters.recipient import Recipient, recipient_of
from app.letters.reply import in_readers_language, without_reply_marks
from app.mail.addresses import Addresses
from app.mail.letter import ComposedLetter, NotNeeded
from app.models import Letter, Proposal
from app.services.inbox.reply_facts import VotedFacts
from app.services.matches.seat_links import is_owners
from app.services.play.going_back import what_goes
from app.services.proposals import links, shown
from app.services.proposals.letters import ProposalFacts
from app.services.proposals.propose import by_key
from app.services.proposals.shown import ShownProposal

if TYPE_CHECKING:
    from app.printing.raster import Picture


@dataclass(frozen=True)
class ProposalView:
    """A proposal as a letter tells it, with the links of its reader."""

    proposal: ShownProposal
    yes: str
    no: str
    page: str  # where the reader proposes something, and answers
    back: "BackView | None" = None  # what would be taken back


@dataclass(frozen=True)
class BackView:
    step: int
    address: str  # of the board of then
    described: list[str]  # that board in words
    shown: list[str]  # all that has been turned up, shown or done since
    picture: "Picture | None" = None


def view_in(session: Session, to: Recipient, key: str, drawn: bool = False) -> ProposalView:
    """`drawn`: for a letter that has room for the board to go back to."""
    row = by_key(session, to.match, key)
    (one,) = shown.shown(session, to.match, [row], to.number, to.speech)
    yes, no = to.vote_addresses(key)
    back = back_view(session, to, row, drawn) if row.kind == "back" and not row.closed_at else None
    return ProposalView(one, yes, no, links.propose_address(to.house, to.match, to.seat), back)


def back_view(session: Session, to: Recipient, row: Proposal, drawn: bool) -> BackView:
    step = row.detail["step"]
    then = what_goes(session, to.house, to.match, step, to.number, to.speech)
    described = to.rules.describe(then.view, then.names, to.speech).split("\n")
    picture = picture_of(to, then.view, then.names) if drawn else None
    return BackView(step, f"{to.match_address}/steps/{step}", described, then.shown, picture)


def proposed(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter)
    facts = ProposalFacts.from_json(letter.facts)
    view = view_in(session, to, facts.proposal, drawn=True)
    if view.proposal.outcome:
        raise NotNeeded("decided already")
    if not is_owners(to.seat, facts.holder) or not view.proposal.asked:
        raise NotNeeded("is not asked any more")
    if view.proposal.said:
        raise NotNeeded("answered already")
    composed = _with_ballot_address(to, letter, short_letter(to, "proposed", view=view))
    if not (view.back and view.back.picture):
        return composed
    return replace(composed, picture=view.back.picture.png, alt="\n".join(view.back.described))


def _with_ballot_address(to: Recipient, asking: Letter, composed: ComposedLetter) -> ComposedLetter:
    """An answer to it is a vote, and no orders."""
    if not to.house.settings.takes_mail:
        return composed
    return replace(composed, reply_to=Addresses(to.house.settings).vote(asking.message_id))


def decided(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter)
    view = view_in(session, to, ProposalFacts.from_json(letter.facts).proposal)
    turn = own_turn(to)
    is_about_me = view.proposal.kind == "time" and turn is not None
    deadline = deadline_for(to, asked=turn is not None)
    back = to.back_address() if to.seat.deputy and not to.has_lent else ""
    return short_letter(to, "decided", deadline, view=view, turn=turn if is_about_me else None, back=back)


@dataclass(frozen=True)
class VotedView:
    about: str  # the mail's subject
    came: str  # yes, no, neither, or decided: before the mail came
    unreadable: str
    problem: str


def voted(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter, asked_for=True)
    facts = VotedFacts.from_json(letter.facts)
    asking = session.get(Letter, facts.letter)
    told = VotedView(
        about=without_reply_marks(facts.mail.about),
        came=facts.came,
        unreadable=in_readers_language(to.speech, facts.unreadable),
        problem=in_readers_language(to.speech, facts.problem, facts.values),
    )
    view = view_in(session, to, facts.proposal)
    composed = short_letter(to, "voted", view=view, voted=told, mail=facts.mail)
    if asking:
        composed = _with_ballot_address(to, asking, composed)
    return replace(composed, in_reply_to=facts.mail.mail, replied=True)
