"""What came of a wish that a mail had: told in the answer to it."""

from dataclasses import dataclass

from sqlmodel import Session

from app.letters.recipient import Recipient
from app.services.inbox.reply_facts import MailOutcome, WishInReply
from app.services.play.take_back import FINAL
from app.services.proposals.links import propose_address
from app.services.proposals.propose import by_key
from app.services.proposals.shown import shown
from app.status import goes_on


@dataclass(frozen=True)
class WishView:
    kind: str
    email: str = ""  # of the friend who is asked
    what: str = ""  # the proposal in words
    told: str = ""  # what has come of it already


def wishes_told(session: Session, to: Recipient, outcome: MailOutcome) -> list[WishView]:
    return [_told(session, to, wish) for wish in outcome.wishes]


def _told(session: Session, to: Recipient, wish: WishInReply) -> WishView:
    if not wish.proposal:
        return WishView(wish.kind, wish.email)
    row = by_key(session, to.match, wish.proposal)
    (one,) = shown(session, to.match, [row], to.number, to.speech)
    return WishView(wish.kind, what=one.what, told=one.told if one.outcome else "")


def page_to_propose(to: Recipient, outcome: MailOutcome) -> str:
    """Where all together can do what the mail alone could not; empty where it did not ask for that."""
    asked = outcome.problem == FINAL or any(wish.kind == "propose" for wish in outcome.wishes)
    if not asked or to.borrows or not goes_on(to.match):
        return ""
    return propose_address(to.house, to.match, to.seat)
