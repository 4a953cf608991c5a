"""The letter of the week to the people who look after the service."""

from dataclasses import dataclass

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.i18n.render import speech
from app.letters.templates import from_templates
from app.mail.letter import ComposedLetter, NotNeeded
from app.models import Letter, Player
from app.services.outbox import bounces
from app.services.people import accounts
from app.services.upkeep import week
from app.services.upkeep.health import look_around


@dataclass(frozen=True)
class Week:
    troubles: list[str]
    orders: int
    letters: int
    lost: int
    backup_age: str


def weekly(session: Session, house: House, letter: Letter) -> ComposedLetter:
    reader = accounts.find_player(session, letter.player_id) if letter.player_id else None
    address = (reader.email if reader else letter.to) or ""
    if address.lower() not in house.settings.operators:
        raise NotNeeded("does not look after the service any more")
    if reader and reader.resting_at:
        raise NotNeeded(bounces.RESTING)
    to = reader or Player(email=address, name="", language="en", zone="UTC")
    look, tongue = look_around(session, house), speech(to.language)
    facts = Week(
        [trouble.tell(tongue).replace("`", "") for trouble in look.troubles],
        *week.of(session, now()),
        week.age_of_backup(look, tongue),
    )
    return from_templates("weekly", to, week=facts, address=f"{house.settings.url}/operator")
