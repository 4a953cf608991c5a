"""Letters that are kept in the database, for the mailbox page of one machine, and answers from there."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import make_msgid
from functools import partial
from typing import NamedTuple

from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.mail.addresses import Addresses
from app.mail.write.folding import POLICY
from app.models import Letter, Player
from app.problems import Problem, TooMuch
from app.services import outbox
from app.services.inbox import astray, intake
from app.services.outbox.kinds import KINDS


class KeptLetter(NamedTuple):
    letter: Letter
    to: str
    reply_to: str = ""  # where an answer goes; empty where none is taken

    @property
    def title(self) -> str:
        return KINDS[self.letter.kind].title

    @property
    def waits(self) -> bool:
        """Its reader wants it later."""
        return bool(
            self.letter.due_at
            and self.letter.due_at > now()
            and not (self.letter.tries or self.letter.claims)
        )


def newest_letters(session: Session, limit: int) -> list[KeptLetter]:
    """Without those that were not needed any more."""
    newest = select(Letter, Player.email).outerjoin(Player).order_by(col(Letter.id).desc())
    shown = newest.where(col(Letter.dropped).in_(("", *outbox.LOST))).limit(limit)
    return [KeptLetter(letter, letter.to or email or "") for letter, email in session.exec(shown)]


def kept_letter(session: Session, house: House, letter_id: int) -> KeptLetter | None:
    found = session.get(Letter, letter_id)
    if not found:
        return None
    player = session.get(Player, found.player_id) if found.player_id else None
    to = found.to or (player and player.email) or ""
    return KeptLetter(found, to, astray.answer_address(session, house, found) if to else "")


def hand_in_answer(house: House, kept: KeptLetter, text: str) -> None:
    """Makes a mail of the typed text, and takes it in like any other."""
    if not kept.reply_to:
        raise Problem("This letter cannot be answered.")
    if not text.strip():
        raise Problem("The answer is empty. Orders are one way to fill it; the word help is another.")
    raw = _mail(house, kept, text).as_bytes()
    taking = partial(intake.take_in, house=house, to=kept.reply_to, sender=kept.to, raw=raw)
    if not house.write(taking):
        raise TooMuch(
            "More than {most} answers within an hour; please try again later.", most=intake.MOST_AN_HOUR
        )


def _mail(house: House, kept: KeptLetter, text: str) -> EmailMessage:
    host = house.settings.host
    made = EmailMessage(policy=POLICY)
    made["From"] = Address(addr_spec=kept.to.encode("ascii", "replace").decode())
    made["To"] = Address(addr_spec=kept.reply_to)
    made["Subject"] = f"Re: {kept.letter.subject}"
    made["Date"] = now()
    made["Message-ID"] = make_msgid(domain=host)
    made["In-Reply-To"] = f"<{Addresses(house.settings).message_id(kept.letter.message_id)}@{host}>"
    made.set_content(text, cte="quoted-printable")
    return made
