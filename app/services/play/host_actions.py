"""What only the host of a match may do during play: pause it, resume it, give it up."""

from datetime import datetime

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.problems import Problem
from app.services import deadlines
from app.services.matches.find import hosted_match
from app.services.play.idleness import acted
from app.services.play.letters import put_letter
from app.services.play.live import LiveMatch, changing
from app.services.play.next_decision import close_asks
from app.services.play.resting import begin_again
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
    with changing(session, house, code) as live:
        if live.match.rests_at:
            begin_again(live)
        else:
            go_on(live, match.paused_at)


def go_on(live: LiveMatch, paused_at: datetime) -> None:
    match = live.match
    match.status, match.paused_at = "running", None
    acted(match)
    for ask in live.asks.values():
        seat, own = live.seats[ask.seat], live.own_time_of(ask.seat)
        deadlines.go_on_after_pause(ask, match, seat, own, paused_at)
    for seat in live.seats.values():
        put_letter(live, seat, "resumed", record_time(paused_at))


def give_up(session: Session, house: House, code: str, player_id: int | None) -> None:
    """The match ends without a result; its seed is published all the same."""
    match = hosted_match(session, code, player_id)
    if not goes_on(match):
        raise Problem("Only a match in progress can be ended like this.")
    with changing(session, house, code) as live:
        close_asks(live)
        live.match.status, live.match.ended_at, live.match.paused_at = "abandoned", now(), None
        live.match.idle_at = live.match.rests_at = None
        end_record(live, None)
        for seat in live.seats.values():
            put_letter(live, seat, "result")
