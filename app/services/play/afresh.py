"""Asks that begin afresh when the players have agreed on something: full time, and no earlier answers."""

from sqlmodel import col, delete

from app.clock import now
from app.i18n.order_words import language_of, plan_in_words
from app.keys import post_key
from app.models import Ask, Draft
from app.problems import Problem
from app.services import deadlines
from app.services.matches.find import check_not_aside
from app.services.play.live import LiveMatch
from app.services.play.next_decision import close_asks, next_decision
from app.status import goes_on
from engine.speech import later

OLDER_FORMAT = later(
    "This match has an older kind of record: nothing can be taken back in it, and no seat changes hands."
)


def check_may_change(live: LiveMatch) -> None:
    """What friends agree on is in the record, and only a record of format 2 has room for it."""
    check_not_aside(live.session, live.match)
    if not goes_on(live.match):
        raise Problem("Only in a match in progress can this be changed.")
    if live.match.format < 2:
        raise Problem(OLDER_FORMAT)


def decide_anew(live: LiveMatch) -> None:
    """All open asks are closed, whatever was answered, and the next ones open with new clocks and letters."""
    void_asks(live)
    drop_drafts(live)
    drop_plans(live)
    next_decision(live)
    for ask in live.asks.values():
        rest_if_paused(live, ask)


def void_asks(live: LiveMatch) -> None:
    """A pause costs nobody's time bank, and neither does the time after an answer."""
    asks, paused_at = list(live.asks.values()), live.match.paused_at
    for ask in asks:
        if paused_at:
            seat, own = live.seats[ask.seat], live.own_time_of(ask.seat)
            deadlines.go_on_after_pause(ask, live.match, seat, own, paused_at)
    close_asks(live)
    for ask in asks:
        forget_orders(ask)


def forget_orders(ask: Ask) -> None:
    ask.orders, ask.by = None, ""
    ask.held = ask.held_at = ask.final_at = None


def drop_plans(live: LiveMatch) -> None:
    """A plan was made for what was expected then. Its player can read why it is gone, and set it again."""
    for number, seat in live.seats.items():
        if seat.plan:
            speech = live.speech_of(number)
            own = plan_in_words(seat.plan, live.match.game, language_of(speech))
            why = speech.gettext("Dropped, because the table has agreed to change the match.")
            seat.plan, seat.plan_told = None, f"“{own}” – {why}"


def ask_anew(live: LiveMatch, seat: int) -> None:
    """The open ask of one seat, for a new person: the address for answers is another one, too."""
    ask = live.asks.get(seat)
    if not ask:
        return
    forget_orders(ask)
    ask.answered_at = None
    ask.key, ask.opened_at = post_key(), now()
    ask.half_for = ask.fifth_for = None
    deadlines.start_clock(ask, live.match, live.seats[seat], live.own_time_of(seat))
    rest_if_paused(live, ask)


def rest_if_paused(live: LiveMatch, ask: Ask) -> None:
    """As if it had been opened when the pause began: so it has its full time when the match goes on."""
    if live.match.paused_at:
        ask.opened_at = live.match.paused_at
        deadlines.start_clock(ask, live.match, live.seats[ask.seat], live.own_time_of(ask.seat))
        ask.rings_at = None


def drop_drafts(live: LiveMatch, seat: int = 0) -> None:
    """Of all seats, or of one."""
    drafts = delete(Draft).where(col(Draft.match_id) == live.match.id)
    live.session.connection().execute(drafts.where(col(Draft.seat) == seat) if seat else drafts)
