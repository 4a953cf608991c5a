"""After a step: who decides next. Plans answer at once; when the rules have a result, the match is over."""

from app.models import now
from app.services.play.asks import answer_sealed, close_asks, open_asks, unanswered
from app.services.play.letters import put_letter, put_turn_letters
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


def resolve(live: LiveMatch) -> None:
    """All sealed answers are in: they are one step."""
    orders = {seat: ask.orders or "" for seat, ask in live.asks.items()}
    apply_step(live, orders, {seat: ask.by for seat, ask in live.asks.items() if ask.by})


def finish(live: LiveMatch, ending: Result) -> None:
    close_asks(live)
    match = live.match
    match.status, match.ended_at, match.result = "over", now(), ending.to_json()
    last_line(live, ending)
    for seat in live.seats.values():
        put_letter(live, seat, "result")
