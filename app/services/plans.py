"""Standing orders: set, rehearsed and taken away."""

from sqlmodel import Session

from app.house import House
from app.problems import NotAllowed, Problem
from app.services.matches import by_code
from app.services.steps import Table, load, next_decision, plans_answer, unanswered


def own_plan(session: Session, house: House, code: str, seat: int) -> Table:
    match = by_code(session, code, locked=True)
    if match.status not in ("running", "paused"):
        raise Problem("Plans are for a match that is being played.")
    table = load(session, house, match)
    if seat not in table.seats:
        raise NotAllowed("You have no seat in this match.")
    return table


def set_plan(session: Session, house: House, code: str, seat: int, text: str) -> str:
    """Kept in its written form; where it has something to say to what is asked now, it says so at once."""
    table = own_plan(session, house, code, seat)
    plan = table.rules.read_plan(text, table.view(seat))
    mine = table.seats[seat]
    mine.plan, mine.plan_told = plan.write(), ""
    if seat in unanswered(table) and table.match.status == "running" and plans_answer(table):
        next_decision(table)
    return plan.write()


def drop_plan(session: Session, house: House, code: str, seat: int) -> None:
    table = own_plan(session, house, code, seat)
    table.seats[seat].plan, table.seats[seat].plan_told = None, ""


def rehearse(session: Session, house: House, code: str, seat: int, text: str) -> str:
    """What a plan would answer to what the seat sees now."""
    table = own_plan(session, house, code, seat)
    view = table.view(seat)
    plan = table.rules.read_plan(text, view)
    return f"{plan.write()}. {table.rules.decide(plan, view).rehearsed()}"
