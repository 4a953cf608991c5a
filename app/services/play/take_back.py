"""Taking back a sealed answer, while others are still thinking."""

from typing import NamedTuple

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.models import Ask
from app.problems import Problem, Stale
from app.services import deadlines
from app.services.play import grace
from app.services.play.live import LiveMatch, changing
from app.services.play.steps import STANDING
from engine.speech import later

FINAL = later(
    "What has been played cannot be taken back; only a sealed answer can, until everybody has answered."
)
PAUSED = later("The match is paused; you can take back an answer once it goes on.")


class TakenBack(NamedTuple):
    """The orders that were taken back ("" if there were none), and whether a plan had given them."""

    orders: str
    plan: bool = False


def take_held_back(live: LiveMatch, ask: Ask) -> TakenBack:
    """Orders that have turned nothing up, within the time that the match gives for second thoughts."""
    if live.match.status != "running":
        raise Problem(PAUSED)
    orders = grace.release(ask)
    ask.rings_at = deadlines.next_ring(ask, live.match, live.seats[ask.seat])
    return TakenBack(orders)


def take_back(session: Session, house: House, code: str, seat: int, turn: int = 0) -> TakenBack:
    """Opens the ask again, with the clock that it would have if nobody had answered it."""
    with changing(session, house, code) as live:
        ask = live.asks.get(seat)
        if turn and live.match.turn != turn:
            raise Stale("This has already been decided; nothing was changed.")
        if ask and ask.held and not grace.is_over(ask, now()):
            return take_held_back(live, ask)
        if not ask or not ask.sealed:
            raise Problem(FINAL)
        if ask.answered_at is None:
            return TakenBack("")
        if live.match.status != "running":
            raise Problem(PAUSED)
        taken_back = TakenBack(ask.orders or "", ask.by == STANDING)
        if taken_back.plan:  # or it would give the same answer again at once
            live.seats[seat].plan = None
        ask.orders, ask.by, ask.answered_at = None, "", None
        ask.rings_at = deadlines.next_ring(ask, live.match, live.seats[seat])
        return taken_back
