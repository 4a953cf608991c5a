"""Mail to the address that letters are from, and not to the one that they want to be answered at.

From can say anything, so it decides nothing. But the Message-ID of a letter is known only to a person who has
got the letter. So a mail that answers it is as good as one to the address in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr

from sqlmodel import Session, col, func, select

from app.clock import now
from app.house import House
from app.mail.addresses import Address, Addresses, Between
from app.mail.read.incoming import Incoming
from app.models import Ask, Letter, Mail, Match, Player, Seat
from app.services import outbox
from app.services.inbox.reply_facts import AnsweredMail
from app.services.lobby.overview import deadline_first
from app.services.outbox.facts import subject_of
from app.services.people import accounts

INVITATIONS = ("invitation", "offered", "lending")
MOST_ANSWERS = 5  # to one player within an hour
HOUR = timedelta(hours=1)


# --- Which letter it answers ---


def address_meant(session: Session, house: House, incoming: Incoming) -> Address | None:
    """The address that an answer to the same letter has, if the mail says which letter it answers."""
    letter = letter_answered(session, house, incoming)
    text = answer_address(session, house, letter) if letter else ""
    return Addresses(house.settings).read(text)


def letter_answered(session: Session, house: House, incoming: Incoming) -> Letter | None:
    named = map(Addresses(house.settings).read_message_id, incoming.answers)
    names = [name for name in named if name]
    letters = session.exec(select(Letter).where(col(Letter.message_id).in_(names))).all()
    return min(letters, key=lambda letter: names.index(letter.message_id), default=None)


def answer_address(session: Session, house: House, letter: Letter) -> str:
    """Where an answer to a letter goes that has left; empty where none is taken."""
    if not (house.settings.takes_mail and letter.sent_at):
        return ""
    addresses, invitation = Addresses(house.settings), letter.facts.get("invitation")
    if letter.kind in (*INVITATIONS, "loan", "played") or invitation:
        asked = session.get(Letter, invitation) if invitation else letter
        return addresses.invitation(asked.message_id) if asked else ""
    if letter.kind in ("proposed", "voted"):
        asking = session.get(Letter, letter.facts.get("letter", letter.id))
        return addresses.vote(asking.message_id) if asking else ""
    if letter.match_id:
        return _seat_address(session, addresses, letter)
    key = _only_open_key(session, letter)
    return addresses.reply(key) if key else ""


def _seat_address(session: Session, addresses: Addresses, letter: Letter) -> str:
    """Of the ask that the letter is about, or that was open when it left; else of the time between asks."""
    about = subject_of(letter)
    mine = select(Match.code, Seat.holder).where(Match.id == letter.match_id, Seat.match_id == Match.id)
    seat = session.exec(mine.where(Seat.number == about.seat)).first() if about.seat else None
    if not seat or not about.seat:
        return ""
    code, holder = seat
    asks = select(Ask).where(Ask.match_id == letter.match_id, Ask.seat == about.seat)
    if about.turn:
        asks = asks.where(Ask.turn == about.turn)
    else:
        asks = asks.where(col(Ask.opened_at) <= letter.sent_at)
    ask = session.exec(asks.order_by(col(Ask.turn).desc())).first()
    if ask and (about.turn or _was_open(ask, letter)):
        return addresses.reply(ask.key)
    return addresses.between(Between(code, about.seat, ask.turn if ask else 0), holder)


def _was_open(ask: Ask, letter: Letter) -> bool:
    return not ask.closed_at or (letter.sent_at is not None and ask.closed_at > letter.sent_at)


def _only_open_key(session: Session, letter: Letter) -> str:
    """Of a letter about all matches: the ask that it has told, if no other waits."""
    waiting = open_asks(session, letter.player_id or 0)
    return waiting[0].ask.key if len(waiting) == 1 and _has_told(letter, waiting[0].ask) else ""


def _has_told(letter: Letter, ask: Ask) -> bool:
    return letter.kind in ("digest", "open_turns") and bool(
        letter.sent_at and ask.opened_at <= letter.sent_at
    )


@dataclass(frozen=True)
class OpenAsk:
    ask: Ask
    match: Match
    seat: Seat


def open_asks(session: Session, player_id: int) -> Sequence[OpenAsk]:
    """All that wait for an answer of the player, the next deadline first."""
    mine = select(Ask, Match, Seat).where(Ask.match_id == Match.id, Seat.match_id == Match.id)
    mine = mine.where(Seat.number == Ask.seat, Seat.player_id == player_id, Match.status == "running")
    waiting = mine.where(
        col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None), col(Ask.held).is_(None)
    )
    found = [OpenAsk(*found) for found in session.exec(waiting)]
    return sorted(found, key=lambda one: (deadline_first(one.ask.due_at), one.ask.id))


# --- The answer where it does not say so ---


def answer_with_turns(session: Session, house: House, mail: Mail, incoming: Incoming) -> str:
    """Writes to the player's own address, and never to a stranger. Returns the outcome, in a few words."""
    if incoming.perhaps_automatic:
        return f"automatic, it seems: {incoming.perhaps_automatic}"
    player = _writer(session, house, incoming)
    if not player or not player.email:
        return "to no match, and from nobody who is known"
    lately = select(func.count()).where(Letter.kind == "open_turns", Letter.player_id == player.id)
    if session.exec(lately.where(col(Letter.created_at) > now() - HOUR)).one() >= MOST_ANSWERS:
        return "to no match; not answered: too many within an hour"
    outbox.put(session, "open_turns", f"open turns {mail.id}", AstrayFacts(AnsweredMail.of(incoming)), player)
    return "to no match; answered with the open turns"


def _writer(session: Session, house: House, incoming: Incoming) -> Player | None:
    letter = letter_answered(session, house, incoming)
    if letter and letter.player_id:
        return accounts.find_player(session, letter.player_id)
    return accounts.find_by_address(session, parseaddr(incoming.sender)[1])


@dataclass(frozen=True)
class AstrayFacts:
    mail: AnsweredMail

    def to_json(self) -> dict[str, object]:
        return {**vars(self.mail), "rows": list(self.mail.rows)}
