"""Second thoughts: orders that turn nothing up wait for a while, and their player can take them back.

They wait in the ask, like a sealed answer, and nobody else can tell that they are there: no line, no letter,
no word on a page. When the time is over, the clock rings and they are applied.
"""

from datetime import datetime, timedelta

from app.clock import now
from app.models import Ask
from app.services import deadlines
from app.services.play.live import LiveMatch
from app.services.play.next_decision import next_decision
from app.services.play.receipts import Submission
from app.services.play.steps import apply_step
from engine.errors import OrderError


def whole_orders(live: LiveMatch, ask: Ask, text: str) -> str:
    """With what is held for this turn already: new orders go on from there, or else take its place."""
    if not ask.held:
        return text
    together = f"{ask.held}; {text}"
    try:
        live.rules.preview(live.view(ask.seat), together, live.names)
    except OrderError:
        return text
    return together


def may_be_held(live: LiveMatch, ask: Ask, text: str) -> str:
    """The orders in canonical form; empty if they count at once."""
    if not live.match.grace_seconds or ask.sealed:
        return ""
    preview = live.rules.preview(live.view(ask.seat), text, live.names)
    return "" if preview.stops else preview.canonical


def hold(live: LiveMatch, ask: Ask, submission: Submission, canonical: str) -> None:
    """Its clock runs on, or taking back and giving anew would stop a match; when it runs out, they count."""
    at, match = now(), live.match
    ask.held, ask.held_by, ask.held_at = canonical, submission.by, at
    ask.final_at = at + timedelta(seconds=match.grace_seconds)
    if ask.due_at and match.policy != "wait":
        ask.final_at = min(ask.final_at, max(at, deadlines.bank_ends(ask, live.seats[ask.seat])))
    ask.rings_at = ask.final_at


def release(ask: Ask) -> str:
    """Nothing is held any more; returns what was."""
    orders, ask.held, ask.held_by, ask.held_at, ask.final_at = ask.held or "", None, "", None, None
    return orders


def apply_held(live: LiveMatch, ask: Ask) -> None:
    """They count from now on, and have been given when they were."""
    by, given_at = ask.held_by, ask.held_at
    orders = release(ask)
    apply_step(live, {ask.seat: orders}, {ask.seat: by} if by else {})
    ask.answered_at = given_at
    next_decision(live)
    if live.asks.get(ask.seat) is ask:  # the turn goes on
        ask.answered_at = None
        ask.rings_at = deadlines.next_ring(ask, live.match, live.seats[ask.seat])


def is_over(ask: Ask, at: datetime) -> bool:
    return ask.held is not None and ask.final_at is not None and ask.final_at <= at
