"""The test letter of ./chasqui doctor: what comes back of it is written down."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from sqlmodel import Session

from app.house import House
from app.mail.addresses import Address, Addresses
from app.mail.read import envelope
from app.mail.read.incoming import Incoming
from app.models import Letter
from app.services import outbox
from app.services.outbox.facts import TrialFacts

KIND = "trial"
ITSELF, ANSWER, AUTOMATIC, UNDELIVERABLE = "itself", "answer", "automatic answer", "undeliverable"
LONGEST = 200


def letter_of(session: Session, house: House, address: Address, incoming: Incoming) -> Letter | None:
    """The letter that an answer or a bounce is of; or the letter itself, come to our own address."""
    if address.kind == "service":
        named = (incoming.message_id.partition("@")[0], *incoming.answers)
        own = [kept for name in named if (kept := Addresses(house.settings).read_message_id(name))]
        found = outbox.named(session, own[0]) if own else None
    else:
        found = outbox.named(session, address.key) if address.kind in ("bounce", KIND) else None
    return found if found and found.kind == KIND else None


def came_back(letter: Letter, raw: bytes, incoming: Incoming) -> str:
    """The outcome. A real answer counts more than an automatic one that came before."""
    facts = TrialFacts.from_json(letter.facts)
    came = _how(letter, incoming)
    if facts.came not in (ITSELF, ANSWER):
        why = incoming.bounce.why if incoming.bounce else ""
        letter.facts = TrialFacts(came, why[:LONGEST], stamp(raw)).to_json()
    return f"test letter: {came}"


def _how(letter: Letter, incoming: Incoming) -> str:
    if incoming.bounce:
        return UNDELIVERABLE
    if letter.message_id in incoming.message_id:
        return ITSELF
    return AUTOMATIC if incoming.automatic else ANSWER


def stamp(raw: bytes) -> str:
    """When the last mail server took the mail, by its own clock; empty where it does not say."""
    _, _, at = str(envelope.headers_of(raw).get("Received", "")).rpartition(";")
    try:
        said: datetime = parsedate_to_datetime(at.strip())
    except (ValueError, TypeError):
        return ""
    return said.astimezone(UTC).isoformat() if said.tzinfo else ""
