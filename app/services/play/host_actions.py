"""What only the host of a match may do during play: pause it, resume it, give it up."""

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.problems import Problem
from app.services import deadlines
from app.services.matches.find import hosted_match
from app.services.play.letters import put_letter
from app.services.play.live import changing
from app.services.play.next_decision import close_asks
from app.services.play.steps import end_record, record_time
from app.status import goes_on


def pause(session: Session, house: House, code: str, player_id: int | None) -> None:
    match = hosted_match(session, code, player_id)
    if match.status == "paused":
        return
    if match.status != "running":
        raise Problem("Only a match in progress can be paused.")
    with changing(session, house, code) as live:
        at = now()
        live.match.status, live.match.paused_at = "paused", at
        for ask in live.asks.values():
            ask.rings_at = None
        for seat in live.seats.values():
            put_letter(live, seat, "paused", record_time(at))


def resume(session: Session, house: House, code: str, player_id: int | None) -> None:
    """The match goes on, and every clock has as much time left as at the pause."""
    match = hosted_match(session, code, player_id)
    if match.status == "running":
        return
    if match.status != "paused" or not match.paused_at:
        raise Problem("Only a paused match can be resumed.")
    pause_length, mark = now() - match.paused_at, record_time(match.paused_at)
    with changing(session, house, code) as live:
        live.match.status, live.match.paused_at = "running", None
        for ask in live.asks.values():
            deadlines.shift_times(ask, live.match, live.seats[ask.seat], pause_length)
        for seat in live.seats.values():
            put_letter(live, seat, "resumed", mark)


def give_up(session: Session, house: House, code: str, player_id: int | None) -> None:
    """The match ends without a result; its seed is published all the same."""
    match = hosted_match(session, code, player_id)
    if not goes_on(match):
        raise Problem("Only a match in progress can be ended like this.")
    with changing(session, house, code) as live:
        close_asks(live)
        live.match.status, live.match.ended_at, live.match.paused_at = "abandoned", now(), None
        end_record(live, None)
        for seat in live.seats.values():
            put_letter(live, seat, "result")
