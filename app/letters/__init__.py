"""Letters: for each kind one function of facts, and two templates in templates/mail/<kind>/."""

from collections.abc import Callable

from sqlmodel import Session

from app.house import House
from app.letters import digest, joining, playing, replying, resting
from app.letters.composed import Composed, NotNeeded, Told
from app.models import Letter

KINDS: dict[str, Callable[[Session, House, Letter], Composed]] = {
    "sign_in": joining.sign_in,
    "invitation": joining.invitation,
    "rsvp": joining.rsvp_answer,
    "started": playing.started,
    "your_turn": playing.your_turn,
    "reminder": playing.reminder,
    "refused": playing.refused,
    "receipt": playing.receipt,
    "calendar": playing.calendar,
    "said": playing.said,
    "result": playing.result,
    "paused": playing.paused,
    "resumed": playing.resumed,
    "reply": replying.reply,
    "digest": digest.digest,
    "resting": resting.resting,
}


def compose(session: Session, house: House, letter: Letter) -> Composed:
    """The letter as things stand now; NotNeeded when they have moved on."""
    return KINDS[letter.kind](session, house, letter)


__all__ = ["KINDS", "Composed", "NotNeeded", "Told", "compose"]
