"""Letters. Three things of one name make a kind: a line in app/services/outbox/kinds.py, a function in a
module here that composes the letter, and a folder with two templates in templates/mail.
"""

from collections.abc import Callable
from typing import Any

from sqlmodel import Session

from app.house import House
from app.letters import (
    addresses,
    aside,
    digest,
    for_host,
    invitations,
    lent_seats,
    open_turns,
    operators,
    proposals,
    reply,
    trials,
    turns,
    waiting,
)
from app.mail.letter import ComposedLetter, NotNeeded, SeatNews
from app.models import Letter
from app.services.outbox.kinds import KINDS

ComposeLetter = Callable[[Session, House, Letter], ComposedLetter]

MODULES = (
    *(
        invitations,
        addresses,
        turns,
        aside,
        lent_seats,
        proposals,
        waiting,
        reply,
        open_turns,
        digest,
        for_host,
    ),
    *(trials, operators),
)


def _function_of(kind: str) -> ComposeLetter:
    """The function of the kind's name; one that a module only imports does not count."""
    named: list[tuple[str, Any]] = [(module.__name__, vars(module).get(kind)) for module in MODULES]
    found: list[ComposeLetter] = [own for module, own in named if getattr(own, "__module__", "") == module]
    if len(found) != 1:
        raise LookupError(
            f"a letter {kind!r} needs one function of that name in app/letters, not {len(found)}"
        )
    return found[0]


# Looked up when the program starts: a kind without a function is found before its first letter is due.
FUNCTIONS: dict[str, ComposeLetter] = {kind: _function_of(kind) for kind in KINDS}


def compose(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """The letter as things stand now; NotNeeded when they have moved on.

    An answer to a mail is given, whatever has become of its match.
    """
    if letter.kind in aside.ANSWERS and aside.waits(session, letter):
        return aside.answer(session, house, letter)
    return FUNCTIONS[letter.kind](session, house, letter)


__all__ = ["ComposedLetter", "NotNeeded", "SeatNews", "compose"]
