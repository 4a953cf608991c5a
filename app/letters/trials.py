"""The test letter of ./chasqui doctor --send."""

from dataclasses import replace

from sqlmodel import Session

from app.house import House
from app.letters.templates import from_templates
from app.mail.addresses import Addresses
from app.mail.letter import ComposedLetter
from app.models import Letter, Player
from app.services.people import accounts


def trial(session: Session, house: House, letter: Letter) -> ComposedLetter:
    reader = accounts.find_by_address(session, letter.to) or Player(email=letter.to, name="")
    takes_mail = house.settings.takes_mail
    composed = from_templates("trial", reader, by_mail=takes_mail)
    return replace(
        composed, reply_to=Addresses(house.settings).trial(letter.message_id) if takes_mail else ""
    )
