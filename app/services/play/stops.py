"""A match stops for a while, goes on, or ends early. Whether it may is decided elsewhere."""

from app.clock import now
from app.problems import Problem
from app.services import deadlines
from app.services.matches import loans
from app.services.matches.find import check_not_aside
from app.services.play.idleness import acted
from app.services.play.letters import put_also_to_owner, put_letter
from app.services.play.live import LiveMatch
from app.services.play.next_decision import close_asks
from app.services.play.resting import begin_again
from app.services.play.steps import end_record, record_time
from app.status import goes_on
from engine.speech import later

ONLY_RUNNING = later("Only a match in progress can be paused.")
ONLY_PAUSED = later("Only a paused match can be resumed.")
ONLY_GOING_ON = later("Only a match in progress can be ended like this.")


def pause_match(live: LiveMatch) -> None:
    check_not_aside(live.session, live.match)
    if live.match.status != "running":
        raise Problem(ONLY_RUNNING)
    at = now()
    live.match.status, live.match.paused_at = "paused", at
    for ask in live.asks.values():
        ask.rings_at = None
    for seat in live.seats.values():
        put_also_to_owner(live, seat, "paused", record_time(at))


def resume_match(live: LiveMatch) -> None:
    """The match goes on, and every clock has as much time left as at the pause."""
    match, since = live.match, live.match.paused_at
    check_not_aside(live.session, match)
    if match.status != "paused" or not since:
        raise Problem(ONLY_PAUSED)
    if match.rests_at:
        begin_again(live)
        return
    match.status, match.paused_at = "running", None
    acted(match)
    for ask in live.asks.values():
        seat, own = live.seats[ask.seat], live.own_time_of(ask.seat)
        deadlines.go_on_after_pause(ask, match, seat, own, since)
    for seat in live.seats.values():
        put_also_to_owner(live, seat, "resumed", record_time(since))


def end_match(live: LiveMatch, standing: list[int] | None = None) -> None:
    """It ends without a result; its seed is published all the same. `standing`: everybody's points, where
    the players have ended it as it stands. The record knows no such end, so there it has no result either."""
    check_not_aside(live.session, live.match)
    if not goes_on(live.match):
        raise Problem(ONLY_GOING_ON)
    close_asks(live)
    live.match.status, live.match.ended_at, live.match.paused_at = "abandoned", now(), None
    live.match.idle_at = live.match.rests_at = None
    live.match.standing = standing
    end_record(live, None)
    loans.return_rows(live.session, live.match, live.seats, "over")
    for seat in live.seats.values():
        put_letter(live, seat, "result")
