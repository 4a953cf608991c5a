"""Letters to both addresses of an account that is to move from one to the other."""

from sqlmodel import Session

from app.house import House
from app.letters.templates import from_templates
from app.mail.letter import ComposedLetter, NotNeeded
from app.models import Letter, NewAddress, Player
from app.services.outbox.facts import AddressFacts
from app.services.people import accounts
from app.services.people import new_address as moving


def new_address(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """It tells nobody's name: its reader may be a stranger whose address was typed by mistake."""
    move = _open_move(session, letter)
    return from_templates("new_address", _reader(letter), address=moving.new_link(house, move))


def old_address(session: Session, house: House, letter: Letter) -> ComposedLetter:
    move = _open_move(session, letter)
    return from_templates(
        "old_address", _reader(letter), address=moving.old_link(house, move), email=move.new
    )


def _open_move(session: Session, letter: Letter) -> NewAddress:
    facts = AddressFacts.from_json(letter.facts)
    move = session.get(NewAddress, facts.move_id)
    if not move or not letter.to:
        raise NotNeeded("the change of address is over")
    return move


def _reader(letter: Letter) -> Player:
    """Whoever reads at that address. The row is not stored."""
    return accounts.new_player(letter.to, "", AddressFacts.from_json(letter.facts).language, "UTC")
