"""Who is asked next, until when, and what plans answer at once: after a step, or when all answers are in."""

from typing import Any

from app.db.columns import By
from app.models import Ask, now
from app.services import deadlines
from app.services.play.letters import person_of, put_letter, put_turn_letters
from app.services.play.live import LiveMatch
from app.services.play.receipts import Submission, give_receipt
from app.services.play.steps import STANDING, apply_step, last_line
from engine.errors import OrderError
from engine.game import Answer, Result


def next_decision(live: LiveMatch) -> bool:
    """Asks open, plans answer, letters go into the outbox. False when the match is over."""
    while True:
        if ending := live.rules.result(live.state):
            finish(live, ending)
            return False
        open_asks(live)
        if not plans_answer(live):
            break
    put_turn_letters(live, unanswered(live))
    return True


# --- Asks ---


def unanswered(live: LiveMatch) -> list[int]:
    return [seat for seat, ask in live.asks.items() if ask.answered_at is None]


def open_asks(live: LiveMatch) -> None:
    """Who is asked now. A seat that just moves on keeps its ask and its clock."""
    asked = live.rules.asked(live.state)
    if len(asked) == 1 and live.asks.keys() == asked.keys() and not next(iter(asked.values())).sealed:
        ((seat, ask),) = asked.items()
        live.asks[seat].kind = ask.kind
        return
    close_asks(live)
    match, at = live.match, now()
    match.turn += 1
    mine: dict[str, Any] = {"match_id": match.id, "turn": match.turn, "opened_at": at}
    for seat, ask in asked.items():
        row = live.rows.new(Ask, **mine, seat=seat, kind=ask.kind, sealed=ask.sealed)
        deadlines.wind(row, match, live.seats[seat])
        live.asks[seat] = row
    if all_are_away(live):
        for row in live.asks.values():
            row.rings_at = row.due_at or row.opened_at


def all_are_away(live: LiveMatch) -> bool:
    """Bots play for all persons, and somebody may come back: then a turn takes the time that people have.

    Otherwise they would come back to a match that is over.
    """
    persons = [seat for seat in live.seats.values() if not seat.bot]
    away = all(seat.deputy for seat in persons)
    return away and any(person_of(live.session, seat) for seat in persons)


def close_asks(live: LiveMatch) -> None:
    for ask in live.asks.values():
        deadlines.stop(ask, live.seats[ask.seat])
    live.asks = {}


def answer_sealed(ask: Ask, orders: str, by: By) -> None:
    ask.orders, ask.by, ask.rings_at = orders, by, None
    ask.answered_at = ask.answered_at or now()


def resolve(live: LiveMatch) -> None:
    """All sealed answers are in: they are one step."""
    orders = {seat: ask.orders or "" for seat, ask in live.asks.items()}
    apply_step(live, orders, {seat: ask.by for seat, ask in live.asks.items() if ask.by})


# --- Plans ---


def plans_answer(live: LiveMatch) -> bool:
    """Whether a plan has moved the match on; a sealed answer of a plan moves it when it is the last."""
    for seat in unanswered(live):
        plan, answer = live.seats[seat].plan or "", plan_says(live, seat)
        if not answer or not answer.orders:
            continue
        given = Submission(seat, live.match.turn, live.match.steps, plan, STANDING)
        if live.asks[seat].sealed:
            answer_sealed(live.asks[seat], answer.orders, STANDING)
            give_receipt(live, given, answer.orders)
        else:
            step = apply_step(live, {seat: answer.orders}, {seat: STANDING})
            give_receipt(live, given, step.canonical[seat])
            return True
    if live.asks and not unanswered(live):
        resolve(live)
        return True
    return False


def plan_says(live: LiveMatch, seat: int) -> Answer | None:
    """What a seat's plan answers; a plan that is disarmed is taken away."""
    mine = live.seats[seat]
    if not mine.plan:
        return None
    try:
        plan = live.rules.read_plan(mine.plan, live.view(seat))
        answer = live.rules.decide(plan, live.view(seat), live.speech_of(seat))
    except OrderError as error:
        answer = Answer("", error.tell(live.speech_of(seat)), disarmed=True)
    if answer.disarmed:
        mine.plan, mine.plan_told = None, f"“{mine.plan}” – {answer.why}"
    return answer


# --- The end ---


def finish(live: LiveMatch, ending: Result) -> None:
    close_asks(live)
    match = live.match
    match.status, match.ended_at, match.result = "over", now(), ending.to_json()
    last_line(live, ending)
    for seat in live.seats.values():
        put_letter(live, seat, "result")
