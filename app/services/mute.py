"""Ending the letters of one match for one seat."""

from typing import Any

from sqlmodel import Session, select

from app.house import House
from app.models import Match, Seat
from app.problems import Missing
from app.services import matches


def muting(session: Session, house: House, token: str) -> dict[str, Any]:
    """What a link would end. Looking changes nothing."""
    match, seat = _of(session, house, token)
    return {"match": matches.facts(session, match), "name": seat.name, "mute": seat.mute}


def mute(session: Session, house: House, token: str, stop: bool = True) -> dict[str, Any]:
    """A second time changes nothing; with `stop` false they come again."""
    _, seat = _of(session, house, token)
    seat.mute = stop
    return muting(session, house, token)


def by_key(session: Session, post_key: str) -> bool:
    """As `mute`, for who writes to the seat's address; whether there is such a seat."""
    seat = session.exec(select(Seat).where(Seat.post_key == post_key)).first()
    if seat:
        seat.mute = True
    return seat is not None


def _of(session: Session, house: House, token: str) -> tuple[Match, Seat]:
    code, number = house.links.read("stop", token)
    match = matches.by_code(session, code)
    seat = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.number == number)).first()
    if not seat:
        raise Missing("There is no such seat in this match.")
    return match, seat
