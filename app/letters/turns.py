"""Letters to the players of a match."""

import re
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from app.house import House
from app.letters.recipient import Recipient, recipient, was_sealed
from app.links import BadLink
from app.mail.letter import Composed, NotNeeded
from app.models import Letter, Receipt, now
from app.services.books import store
from app.services.matches.result import ending
from app.services.outbox.schedule import ANSWERS
from app.status import goes_on, has_ended
from engine.speech import listed

LINK = re.compile(r"/do/([^/\s]+)/go")
LAST_ANSWERS = 3  # of those that have left


def started(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    if not goes_on(to.match):
        raise NotNeeded("the match is over")
    return to.composed("started", {"asked": _asked(to)})


def your_turn(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    turn = _the_turn(to)
    if _told_in_an_answer(session, to):
        raise NotNeeded("told in the answer to what was played before")
    return to.composed("your_turn", {"turn": turn}, deadline=to.deadline(asked=True))


def reminder(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    which = letter.facts["which"]
    if which != "away":
        turn = _the_turn(to)
        return to.composed("reminder", {"turn": turn, "which": which}, deadline=to.deadline(asked=True))
    if not to.seat.deputy or not goes_on(to.match):
        raise NotNeeded("back already")
    back = house.links.address("back", [to.match.code, to.number])
    facts = {"turn": None, "which": which, "back": back}
    return to.composed("reminder", facts, deadline=to.deadline(asked=False))


def refused(session: Session, house: House, letter: Letter) -> Composed:
    """Part of the orders was played, the rest could not be."""
    to = recipient(session, house, letter)
    turn = to.turn()
    what = {"why": letter.facts["why"], "orders": letter.facts["orders"], "turn": turn}
    return to.composed("refused", what, deadline=to.deadline(asked=bool(turn)))


def receipt(session: Session, house: House, letter: Letter) -> Composed:
    """For what was played on a page, for who wants to have it in writing."""
    to = recipient(session, house, letter)
    turn = to.turn()
    facts = {"receipt": _receipt(session, to), "asked": _asked(to), "turn": turn}
    return to.composed("receipt", facts, deadline=to.deadline(asked=bool(turn)))


def calendar(session: Session, house: House, letter: Letter) -> Composed:
    """The entry of a turn that was played on a page, where no other letter takes it back."""
    to = recipient(session, house, letter)
    if not goes_on(to.match) or to.turn():
        raise NotNeeded("another letter tells of it")
    until = datetime.fromisoformat(letter.facts["until"])
    if until <= now():
        raise NotNeeded("that time is over")
    facts = {"asked": _asked(to), "until": until}
    return to.composed("calendar", facts, news=False, deadline=to.deadline(asked=False))


def said(session: Session, house: House, letter: Letter) -> Composed:
    """What no other letter has told meanwhile; several things that were said go in one."""
    to = recipient(session, house, letter)
    if not to.talk:
        raise NotNeeded("told already")
    return to.composed("said", {"talk": to.talk}, news=False, told=to.heard())


def paused(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    if to.match.status != "paused":
        raise NotNeeded("the match goes on")
    asked = to.view.ask is not None
    deadline = to.deadline(asked=False) if asked else None
    return to.composed("paused", {"asked": asked}, news=False, deadline=deadline)


def resumed(session: Session, house: House, letter: Letter) -> Composed:
    """A letter about a turn does not leave during a pause, so this one has all that it would have said."""
    to = recipient(session, house, letter)
    if to.match.status != "running":
        raise NotNeeded("the match does not go on")
    turn = to.turn()
    return to.composed("resumed", {"turn": turn}, deadline=to.deadline(asked=True) if turn else None)


def result(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    if not has_ended(to.match):
        raise NotNeeded("the match is not over")
    facts = {**asdict(ending(to.match, to.view.names, to.speech)), "record": f"{to.address}/record.jsonl"}
    book = store.for_letter(session, to.match, to.player.language)
    facts |= {"report": f"{to.address}/report", "attached": book is not None}
    return to.composed("result", facts, deadline=to.deadline(asked=False), book=book)


def _the_turn(to: Recipient) -> dict[str, Any]:
    turn = to.turn()
    if to.match.status != "running":
        raise NotNeeded("the match is not being played")
    if not turn or to.match.turn != to.letter.facts["turn"]:
        raise NotNeeded("answered already")
    return turn


def _told_in_an_answer(session: Session, to: Recipient) -> bool:
    """Whether one that has left has the links to answer this turn."""
    mine = select(Letter.text).where(Letter.match_id == to.match.id, Letter.player_id == to.player.id)
    left = mine.where(col(Letter.kind).in_(ANSWERS), col(Letter.sent_at).is_not(None))
    texts = session.exec(left.order_by(col(Letter.id).desc()).limit(LAST_ANSWERS))
    return any(_asks(to, token) for text in texts for token in LINK.findall(text))


def _asks(to: Recipient, token: str) -> bool:
    try:
        link = to.house.links.read_action(token)
    except BadLink:
        return False
    return (link.match, link.seat, link.turn) == (to.match.code, to.number, to.match.turn)


def _asked(to: Recipient) -> str:
    """Whose answers the match waits for now."""
    return listed([ask.name for ask in to.view.asks if not ask.answered], to.speech)


def _receipt(session: Session, to: Recipient) -> dict[str, Any]:
    mine = select(Receipt).where(Receipt.match_id == to.match.id, Receipt.seat == to.number)
    found = session.exec(mine.where(Receipt.number == to.letter.facts["receipt"])).first()
    if not found:
        raise NotNeeded("there is no such receipt")
    sealed = was_sealed(session, to, found.turn)
    kept = sealed and to.last is not None and to.last.turn == found.turn and not to.last.closed_at
    return {**found.model_dump(), "sealed": sealed, "kept": kept}
