"""Mails that were taken in, and that we cannot read or carry out: their writers are told."""

from sqlmodel import Session

from app.house import House
from app.mail.addresses import Address, Addresses
from app.mail.read.incoming import Incoming
from app.models import Mail
from app.services import outbox
from app.services.inbox import astray, replies, rsvp
from app.services.inbox.astray import AstrayFacts
from app.services.inbox.reply_facts import AnsweredMail, MailOutcome, RsvpOutcome
from app.services.people import accounts
from engine.speech import later

OUR_FAULT = later("something went wrong here; please send it again")


def tell_writer(session: Session, house: House, mail: Mail, incoming: Incoming | None) -> None:
    """`incoming`: None if not even its headers could be read. What a program may have sent has no answer."""
    address = Addresses(house.settings).read_kept(mail.to)
    if not address or not mail.sender or (incoming and _is_automatic(incoming)):
        return
    if address.kind == "service":
        _tell_sender(session, house, mail, incoming)
    else:
        _tell_at(session, house, mail, address, incoming or Incoming())


def _is_automatic(incoming: Incoming) -> bool:
    return bool(incoming.automatic or incoming.perhaps_automatic or incoming.bounce or incoming.complaint)


def _tell_at(session: Session, house: House, mail: Mail, address: Address, incoming: Incoming) -> None:
    if address.kind == "reply":
        writer = replies.writer_of(session, house, address.key)
        player = writer and replies.player_of(session, writer)
        if writer and player:
            outcome = MailOutcome(unreadable=OUR_FAULT)
            replies.put_answer(session, mail, incoming, writer, player, outcome)
    elif address.kind == "invitation":
        letter = outbox.named(session, address.key)
        if letter and letter.to and rsvp.recent_answers(session, letter) < rsvp.MOST_ANSWERS:
            rsvp.put_answer(session, mail, letter, incoming, RsvpOutcome(unreadable=OUR_FAULT))


def _tell_sender(session: Session, house: House, mail: Mail, incoming: Incoming | None) -> None:
    """A mail to the service's own address: as an answer to a letter, or with the turns that wait."""
    if incoming and (meant := astray.address_meant(session, house, incoming)):
        return _tell_at(session, house, mail, meant, incoming)
    if incoming:
        astray.answer_with_turns(session, house, mail, incoming)
    elif player := accounts.find_by_address(session, mail.sender):
        facts = AstrayFacts(AnsweredMail.of(Incoming()))
        outbox.put(session, "open_turns", f"open turns {mail.id}", facts, player)
    return None
