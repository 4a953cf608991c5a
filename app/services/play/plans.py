"""Standing orders: set, rehearsed and taken away."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlmodel import Session

from app.house import House
from app.problems import NotAllowed, Problem
from app.services.play.live import LiveMatch, changing
from app.services.play.next_decision import next_decision, plans_answer, unanswered
from app.status import goes_on
from engine.speech import Speech


@contextmanager
def own_plan(session: Session, house: House, code: str, seat: int) -> Iterator[LiveMatch]:
    with changing(session, house, code) as live:
        if not goes_on(live.match):
            raise Problem("Plans are for a match that is being played.")
        if seat not in live.seats:
            raise NotAllowed("You have no seat in this match.")
        yield live


def set_plan(session: Session, house: House, code: str, seat: int, text: str) -> str:
    """Kept in its written form; where it has something to say to what is asked now, it says so at once."""
    with own_plan(session, house, code, seat) as live:
        plan = live.rules.read_plan(text, live.view(seat))
        mine = live.seats[seat]
        mine.plan, mine.plan_told = plan.write(), ""
        if seat in unanswered(live) and live.match.status == "running" and plans_answer(live):
            next_decision(live)
        return plan.write()


def drop_plan(session: Session, house: House, code: str, seat: int) -> None:
    with own_plan(session, house, code, seat) as live:
        live.seats[seat].plan, live.seats[seat].plan_told = None, ""


def rehearse(session: Session, house: House, code: str, seat: int, text: str, speech: Speech) -> str:
    """What a plan would answer to what the seat sees now."""
    with own_plan(session, house, code, seat) as live:
        view = live.view(seat)
        plan = live.rules.read_plan(text, view)
        return f"{plan.write()}. {live.rules.decide(plan, view, speech).rehearsed(speech)}"
