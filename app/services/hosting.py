"""What only the host of a match may do while it is being played."""

from sqlmodel import Session

from app.house import House
from app.models import now
from app.problems import Problem
from app.services import times
from app.services.matches import hosted
from app.services.steps import close_asks, last_line, load, put_to, written


def pause(session: Session, house: House, code: str, player_id: int | None) -> None:
    match = hosted(session, code, player_id)
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
    match = hosted(session, code, player_id)
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
    match = hosted(session, code, player_id)
    if match.status not in ("running", "paused"):
        raise Problem("Only a match that is being played can be given up.")
    table = load(session, house, match)
    close_asks(table)
    match.status, match.ended_at, match.paused_at = "abandoned", now(), None
    last_line(table, None)
    for seat in table.seats.values():
        put_to(table, seat, "result")
