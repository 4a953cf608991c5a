"""What only the host of a match may do while it is being played."""

from sqlmodel import Session

from app.house import House
from app.models import now
from app.problems import Problem
from app.services import deadlines
from app.services.matches.find import hosted
from app.services.play.live import playing
from app.services.play.steps import close_asks, last_line, put_to, written
from app.status import goes_on


def pause(session: Session, house: House, code: str, player_id: int | None) -> None:
    match = hosted(session, code, player_id)
    if match.status == "paused":
        return
    if match.status != "running":
        raise Problem("Only a match that is being played can be paused.")
    with playing(session, house, code) as table:
        at = now()
        table.match.status, table.match.paused_at = "paused", at
        for ask in table.asks.values():
            ask.rings_at = None
        for seat in table.seats.values():
            put_to(table, seat, "paused", written(at))


def resume(session: Session, house: House, code: str, player_id: int | None) -> None:
    """Every clock goes on with the time it had left."""
    match = hosted(session, code, player_id)
    if match.status == "running":
        return
    if match.status != "paused" or not match.paused_at:
        raise Problem("Only a paused match can go on.")
    away, mark = now() - match.paused_at, written(match.paused_at)
    with playing(session, house, code) as table:
        table.match.status, table.match.paused_at = "running", None
        for ask in table.asks.values():
            deadlines.shift(ask, table.match, table.seats[ask.seat], away)
        for seat in table.seats.values():
            put_to(table, seat, "resumed", mark)


def give_up(session: Session, house: House, code: str, player_id: int | None) -> None:
    """The match ends without a result; its seed is published all the same."""
    match = hosted(session, code, player_id)
    if not goes_on(match):
        raise Problem("Only a match that is being played can be given up.")
    with playing(session, house, code) as table:
        close_asks(table)
        table.match.status, table.match.ended_at, table.match.paused_at = "abandoned", now(), None
        last_line(table, None)
        for seat in table.seats.values():
            put_to(table, seat, "result")
