"""A reader has called a letter spam: such letters end, as if the reader had used the link that ends them."""

import logging

from sqlmodel import Session, select

from app.house import House
from app.mail.addresses import Address
from app.mail.read.incoming import Incoming
from app.models import Letter, Seat
from app.services import outbox
from app.services.inbox import astray
from app.services.people import unsubscribe

log = logging.getLogger(__name__)

NO_COMPLAINT = "not-spam"  # the opposite


def handle_complaint(session: Session, house: House, address: Address, incoming: Incoming) -> str:
    """The outcome, in a few words. Only somebody who has the letter knows its address or Message-ID."""
    letter = _letter_of(session, house, address, incoming)
    if not letter or incoming.complaint == NO_COMPLAINT:
        return f"complaint without a letter: {incoming.complaint}"
    log.warning("the reader of letter %s (%s) complains: %s", letter.id, letter.kind, incoming.complaint)
    if not letter.player_id:
        return f"complaint about a letter to nobody who plays: {incoming.complaint}"
    if letter.match_id:
        mine = select(Seat).where(Seat.match_id == letter.match_id, Seat.player_id == letter.player_id)
        for seat in session.exec(mine):
            seat.mute = True
    else:
        unsubscribe.stop_digest(session, letter.player_id)
    return f"complaint, no more such letters: {incoming.complaint}"


def _letter_of(session: Session, house: House, address: Address, incoming: Incoming) -> Letter | None:
    if address.kind == "bounce":
        return outbox.named(session, address.key)
    return astray.letter_answered(session, house, incoming)
