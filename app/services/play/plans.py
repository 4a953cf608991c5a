"""Standing orders: set, rehearsed and taken away."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlmodel import Session

from app.house import House
from app.problems import NotAllowed, Problem
from app.services.play.live import Table, playing
from app.services.play.steps import next_decision, plans_answer, unanswered
from app.status import goes_on
from engine.speech import Speech


@contextmanager
def own_plan(session: Session, house: House, code: str, seat: int) -> Iterator[Table]:
    with playing(session, house, code) as table:
        if not goes_on(table.match):
            raise Problem("Plans are for a match that is being played.")
        if seat not in table.seats:
            raise NotAllowed("You have no seat in this match.")
        yield table


def set_plan(session: Session, house: House, code: str, seat: int, text: str) -> str:
    """Kept in its written form; where it has something to say to what is asked now, it says so at once."""
    with own_plan(session, house, code, seat) as table:
        plan = table.rules.read_plan(text, table.view(seat))
        mine = table.seats[seat]
        mine.plan, mine.plan_told = plan.write(), ""
        if seat in unanswered(table) and table.match.status == "running" and plans_answer(table):
            next_decision(table)
        return plan.write()


def drop_plan(session: Session, house: House, code: str, seat: int) -> None:
    with own_plan(session, house, code, seat) as table:
        table.seats[seat].plan, table.seats[seat].plan_told = None, ""


def rehearse(session: Session, house: House, code: str, seat: int, text: str, speech: Speech) -> str:
    """What a plan would answer to what the seat sees now."""
    with own_plan(session, house, code, seat) as table:
        view = table.view(seat)
        plan = table.rules.read_plan(text, view)
        return f"{plan.write()}. {table.rules.decide(plan, view, speech).rehearsed(speech)}"
