"""Letters: for each kind one function of facts, and three templates in templates/mail/<kind>/."""

from collections.abc import Callable

from sqlmodel import Session

from app.house import House
from app.letters import digest, for_host, invitations, reply, turns
from app.mail.letter import Composed, NotNeeded, Told
from app.models import Letter

KINDS: dict[str, Callable[[Session, House, Letter], Composed]] = {
    "sign_in": invitations.sign_in,
    "invitation": invitations.invitation,
    "rsvp": invitations.rsvp_answer,
    "started": turns.started,
    "your_turn": turns.your_turn,
    "reminder": turns.reminder,
    "refused": turns.refused,
    "receipt": turns.receipt,
    "calendar": turns.calendar,
    "said": turns.said,
    "result": turns.result,
    "paused": turns.paused,
    "resumed": turns.resumed,
    "reply": reply.reply,
    "digest": digest.digest,
    "resting": for_host.resting,
}


def compose(session: Session, house: House, letter: Letter) -> Composed:
    """The letter as things stand now; NotNeeded when they have moved on."""
    return KINDS[letter.kind](session, house, letter)


__all__ = ["KINDS", "Composed", "NotNeeded", "Told", "compose"]
