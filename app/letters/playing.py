"""Letters to the players of a match."""

from typing import Any

from sqlmodel import Session

from app.house import House
from app.letters.composed import Composed, NotNeeded
from app.letters.recipient import Recipient, recipient
from app.letters.written import written
from app.models import Letter
from app.render import speech
from engine.speech import listed


def started(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    if to.match.status not in ("running", "paused"):
        raise NotNeeded("the match is over")
    asked = [ask["name"] for ask in to.table["asks"]]
    return _without_news("started", to, {"asked": listed(asked, speech(to.player.language))})


def your_turn(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    return _with_news("your_turn", to, {"turn": _the_turn(to, letter)})


def reminder(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    which = letter.facts["which"]
    if which != "away":
        return _with_news("reminder", to, {"turn": _the_turn(to, letter), "which": which})
    if not to.seat.deputy or to.match.status not in ("running", "paused"):
        raise NotNeeded("back already")
    back = house.links.address("back", [to.match.code, to.number])
    return _with_news("reminder", to, {"turn": None, "which": which, "back": back})


def refused(session: Session, house: House, letter: Letter) -> Composed:
    """Part of the orders was played, the rest could not be."""
    to = recipient(session, house, letter)
    what = {"why": letter.facts["why"], "orders": letter.facts["orders"], "turn": to.turn()}
    return _with_news("refused", to, what)


def paused(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    if to.match.status != "paused":
        raise NotNeeded("the match goes on")
    return _without_news("paused", to, {"asked": bool(to.table["ask"])})


def resumed(session: Session, house: House, letter: Letter) -> Composed:
    """A letter about a turn does not leave during a pause, so this one has all that it would have said."""
    to = recipient(session, house, letter)
    if to.match.status != "running":
        raise NotNeeded("the match does not go on")
    return _with_news("resumed", to, {"turn": to.turn()})


def result(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter)
    if to.match.status not in ("over", "abandoned"):
        raise NotNeeded("the match is not over")
    return _with_news("result", to, {**_ending(to), "record": f"{to.address}/record.jsonl"})


def _the_turn(to: Recipient, letter: Letter) -> dict[str, Any]:
    turn = to.turn()
    if to.match.status != "running":
        raise NotNeeded("the match is not being played")
    if not turn or to.match.turn != letter.facts["turn"]:
        raise NotNeeded("answered already")
    return turn


def _ending(to: Recipient) -> dict[str, Any]:
    """Who has won, and everybody's points, the most first; empty for a match that was given up."""
    ending = to.match.result
    if not ending:
        return {"standing": []}
    names = to.table["names"]
    winners = [names[number - 1] for number in ending["winners"]]
    scores = sorted(zip(ending["scores"], names, strict=True), key=lambda row: -row[0])
    return {
        "winners": listed(winners, speech(to.player.language)),
        "won": len(winners),
        "standing": [f"{name}: {score}" for score, name in scores],
    }


def _with_news(kind: str, to: Recipient, facts: dict[str, Any]) -> Composed:
    return written(kind, to.player, {**to.facts(), **facts}, to.thread(), to.told())


def _without_news(kind: str, to: Recipient, facts: dict[str, Any]) -> Composed:
    return written(kind, to.player, {**to.facts(), **facts, "story": []}, to.thread())
