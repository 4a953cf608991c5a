"""What only the host of a match may do while it is being played."""

from sqlmodel import Session

from app.house import House
from app.models import Match, now
from app.problems import NotAllowed, Problem
from app.services import times
from app.services.steps import close_asks, last_line, load, locked, put_to, written


def host_only(session: Session, code: str, player_id: int | None) -> Match:
    match = locked(session, code)
    if match.host_id != player_id:
        raise NotAllowed("Only the host of this match can do this.")
    return match


def pause(session: Session, house: House, code: str, player_id: int | None) -> None:
    match = host_only(session, code, player_id)
    if match.status == "paused":
        return
    if match.status != "running":
        raise Problem("Only a match that is being played can be paused.")
    match.status, match.paused_at = "paused", now()
    table = load(session, house, match)
    for ask in table.asks.values():
        ask.rings_at = None
    for seat in table.seats.values():
        put_to(table, seat, "paused", written(match.paused_at))


def resume(session: Session, house: House, code: str, player_id: int | None) -> None:
    """Every clock goes on with the time it had left."""
    match = host_only(session, code, player_id)
    if match.status == "running":
        return
    if match.status != "paused" or not match.paused_at:
        raise Problem("Only a paused match can go on.")
    away, mark = now() - match.paused_at, written(match.paused_at)
    match.status, match.paused_at = "running", None
    table = load(session, house, match)
    for ask in table.asks.values():
        times.shift(ask, match, table.seats[ask.seat], away)
    for seat in table.seats.values():
        put_to(table, seat, "resumed", mark)


def give_up(session: Session, house: House, code: str, player_id: int | None) -> None:
    """The match ends without a result; its seed is published all the same."""
    match = host_only(session, code, player_id)
    if match.status not in ("running", "paused"):
        raise Problem("Only a match that is being played can be given up.")
    table = load(session, house, match)
    close_asks(table)
    match.status, match.ended_at, match.paused_at = "abandoned", now(), None
    last_line(table, None)
    for seat in table.seats.values():
        put_to(table, seat, "result")
