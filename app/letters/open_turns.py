"""The answer to a mail that says nothing of a match: the turns that wait, each with an address of its own."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from app.house import House
from app.letters.reply import without_reply_marks
from app.letters.templates import from_templates
from app.mail.addresses import Addresses
from app.mail.letter import ComposedLetter, NotNeeded
from app.models import Letter
from app.services.inbox import astray
from app.services.inbox.astray import OpenAsk
from app.services.inbox.reply_facts import AnsweredMail
from app.services.matches import seat_links
from app.services.people import accounts

MOST_TURNS = 50


@dataclass(frozen=True)
class WaitingTurn:
    title: str
    due: datetime | None
    page: str  # where orders are given
    reply_to: str  # the address for orders


def open_turns(session: Session, house: House, letter: Letter) -> ComposedLetter:
    player = accounts.find_player(session, letter.player_id)
    if not player:
        raise NotNeeded("a former player")
    mail = AnsweredMail.from_json(letter.facts)
    turns = [_waiting_turn(house, one) for one in astray.open_asks(session, player.id)[:MOST_TURNS]]
    composed = from_templates(
        "open_turns",
        player,
        by_mail=len(turns) == 1,
        turns=turns,
        mail=mail,
        about=without_reply_marks(mail.about),
    )
    reply_to = turns[0].reply_to if len(turns) == 1 else ""
    return replace(composed, reply_to=reply_to, in_reply_to=mail.mail, replied=True)


def _waiting_turn(house: House, one: OpenAsk) -> WaitingTurn:
    ask, match = one.ask, one.match
    page = seat_links.turn_address(house, match, one.seat)
    return WaitingTurn(match.title, ask.due_at, page, Addresses(house.settings).reply(ask.key))
