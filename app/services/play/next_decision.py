"""The next decision: asks close and open, plans answer at once, letters are written; or the match ends."""

from typing import Any

from app.clock import now
from app.db.words import By
from app.i18n.order_words import language_of, plan_in_words
from app.models import Ask
from app.services import deadlines
from app.services.matches import loans
from app.services.matches.find import player_of
from app.services.outbox import calendar_entries
from app.services.play.letters import put_letter, put_turn_letters
from app.services.play.live import LiveMatch
from app.services.play.receipts import Submission, give_receipt
from app.services.play.stated_absences import end_deputies_of
from app.services.play.steps import STANDING, apply_step, end_record
from engine.errors import OrderError
from engine.game import Answer, Result


def next_decision(live: LiveMatch) -> bool:
    """Opens asks, lets plans answer, puts letters into the outbox. False if the match is over."""
    while True:
        if ending := live.rules.result(live.state):
            finish(live, ending)
            return False
        ask_next(live)
        if not plans_answer(live):
            break
    put_turn_letters(live, unanswered(live))
    return True


# --- Asks ---


def unanswered(live: LiveMatch) -> list[int]:
    return [seat for seat, ask in live.asks.items() if ask.answered_at is None]


def ask_next(live: LiveMatch) -> None:
    """Asks the seats that have to decide now. A single seat that goes on keeps its ask and its clock."""
    asks = live.rules.asked(live.state)
    if len(asks) == 1 and live.asks.keys() == asks.keys() and not next(iter(asks.values())).sealed:
        ((seat, ask),) = asks.items()
        live.asks[seat].kind = ask.kind
        return
    close_asks(live)
    match, at = live.match, now()
    match.turn += 1
    values: dict[str, Any] = {"match_id": match.id, "turn": match.turn, "opened_at": at}
    end_deputies_of(live, list(asks))
    for seat, ask in asks.items():
        row = live.rows.new(Ask, **values, seat=seat, kind=ask.kind, sealed=ask.sealed)
        deadlines.start_clock(row, match, live.seats[seat], live.own_time_of(seat))
        live.asks[seat] = row
    if all_are_away(live):
        for row in live.asks.values():
            row.rings_at = row.due_at or row.opened_at


def all_are_away(live: LiveMatch) -> bool:
    """Whether bots play for all people, and at least one of them may come back.

    Then bots use the time that people would have; otherwise these would come back to a match that is over.
    """
    seats = [seat for seat in live.seats.values() if not seat.bot]
    away = all(seat.deputy for seat in seats)
    return away and any(player_of(live.session, seat) for seat in seats)


def close_asks(live: LiveMatch) -> None:
    loans.tell_played(live.session, live.match, live.seats, live.asks)
    for ask in live.asks.values():
        look_at_entry(live, ask)
        deadlines.stop_clock(ask, live.seats[ask.seat], live.match, live.own_time_of(ask.seat))
    live.asks = {}


def answer_sealed(live: LiveMatch, ask: Ask, orders: str, by: By) -> None:
    ask.orders, ask.by, ask.rings_at = orders, by, None
    ask.answered_at = ask.answered_at or now()
    look_at_entry(live, ask)


def look_at_entry(live: LiveMatch, ask: Ask) -> None:
    """It has been answered, or is closed: for a player who wishes it, a letter takes the deadline out of the
    calendar, unless another letter does so before."""
    if ask.seat in live.people and live.people[ask.seat].entry_letters:
        ask.entry_over_at = calendar_entries.over_at(live.seats[ask.seat].entry_at, now())


def resolve_sealed(live: LiveMatch) -> None:
    """All sealed answers are in: together they make one step."""
    orders = {seat: ask.orders or "" for seat, ask in live.asks.items()}
    apply_step(live, orders, {seat: ask.by for seat, ask in live.asks.items() if ask.by})


# --- Plans ---


def plans_answer(live: LiveMatch) -> bool:
    """Whether plans have made a step. A sealed answer makes one only if it is the last that was missing."""
    for seat in unanswered(live):
        if live.asks[seat].held:
            continue  # its player has answered, and may still think again
        plan, answer = live.seats[seat].plan or "", answer_of_plan(live, seat)
        if not answer or not answer.orders:
            continue
        submission = Submission(seat, live.match.turn, live.match.steps, plan, STANDING)
        if live.asks[seat].sealed:
            answer_sealed(live, live.asks[seat], answer.orders, STANDING)
            give_receipt(live, submission, answer.orders)
        else:
            step = apply_step(live, {seat: answer.orders}, {seat: STANDING})
            give_receipt(live, submission, step.canonical[seat])
            return True
    if live.asks and not unanswered(live):
        resolve_sealed(live)
        return True
    return False


def answer_of_plan(live: LiveMatch, seat: int) -> Answer | None:
    """What a seat's plan answers. A plan that disarms itself is removed, and its seat can read why."""
    row = live.seats[seat]
    if not row.plan:
        return None
    try:
        plan = live.rules.read_plan(row.plan, live.view(seat))
        answer = live.rules.decide(plan, live.view(seat), live.speech_of(seat))
    except OrderError as error:
        answer = Answer("", error.tell(live.speech_of(seat), live.names), disarmed=True)
    if answer.disarmed:
        own = plan_in_words(row.plan, live.match.game, language_of(live.speech_of(seat)))
        row.plan, row.plan_told = None, f"“{own}” – {answer.why}"
    return answer


# --- The end ---


def finish(live: LiveMatch, ending: Result) -> None:
    close_asks(live)
    match = live.match
    match.status, match.ended_at, match.result = "over", now(), ending.to_json()
    match.idle_at = None
    end_record(live, ending)
    loans.return_rows(live.session, match, live.seats, "over")
    for seat in live.seats.values():
        put_letter(live, seat, "result")
