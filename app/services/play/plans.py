"""Plans: standing orders that a player sets, rehearses and removes."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlmodel import Session

from app.house import House
from app.i18n import order_words
from app.problems import NotAllowed, Problem
from app.services.play.live import LiveMatch, changing
from app.services.play.next_decision import next_decision, plans_answer, unanswered
from app.status import goes_on
from engine.game import Game, Plan, View
from engine.speech import Speech


@contextmanager
def changing_plan(session: Session, house: House, code: str, seat: int) -> Iterator[LiveMatch]:
    with changing(session, house, code) as live:
        if not goes_on(live.match):
            raise Problem("You can only set a plan while the match is in progress.")
        if seat not in live.seats:
            raise NotAllowed("You have no seat in this match.")
        yield live


def set_plan(session: Session, house: House, code: str, seat: int, text: str) -> str:
    """Stores the plan, and returns it as it is written out. If it can answer now, it does so at once."""
    with changing_plan(session, house, code, seat) as live:
        plan = live.rules.read_plan(text, live.view(seat))
        row = live.seats[seat]
        row.plan, row.plan_told = plan.write(), ""
        if seat in unanswered(live) and live.match.status == "running" and plans_answer(live):
            next_decision(live)
        return plan.write()


def drop_plan(session: Session, house: House, code: str, seat: int) -> None:
    with changing_plan(session, house, code, seat) as live:
        live.seats[seat].plan, live.seats[seat].plan_told = None, ""


def rehearse(session: Session, house: House, code: str, seat: int, text: str, speech: Speech) -> str:
    """The plan, and what it would answer now."""
    with changing_plan(session, house, code, seat) as live:
        view = live.view(seat)
        plan = live.rules.read_plan(text, view)
        return plan_rehearsed(live.rules, plan, view, speech)


def plan_rehearsed(rules: Game, plan: Plan, view: View, speech: Speech) -> str:
    """The plan and what it would answer, in the words of the reader."""
    name = rules.META.id
    written = order_words.plan_in_words(plan.write(), name, order_words.language_of(speech))
    return f"{written}. {order_words.rehearsed(rules.decide(plan, view, speech), name, speech)}"
