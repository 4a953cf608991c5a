"""A match going forward: the step written, asks opened, plans answered, letters put into the outbox."""

from datetime import datetime
from typing import Any

from sqlmodel import Session

from app.db.columns import By
from app.models import Ask, Player, Seat, Step, now
from app.services import deadlines, outbox
from app.services.books import store
from app.services.outbox import Need
from app.services.play.live import Table
from app.services.play.receipts import Given, give_receipt
from engine.errors import OrderError
from engine.game import Answer, Result
from engine.record import Record

STANDING: By = "standing"
BOT: By = "bot"
DEPUTY: By = "deputy"
CLOCK: By = "clock"


def written(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def person_of(session: Session, seat: Seat) -> Player | None:
    """Whoever gets letters about this seat."""
    person = session.get(Player, seat.player_id) if seat.player_id else None
    return person if person and person.email else None


# --- Steps ---


def apply_step(table: Table, orders: dict[int, str], by: dict[int, str]) -> Any:
    """Applied and written down; the asks are still those of before."""
    step = table.rules.apply(table.state, orders, table.names)
    record = Record(head=table.match.head)
    record.step(table.match.steps, written(now()), step.canonical, by)
    table.state = step.state
    add_line(table, record, list(step.events))
    return step


def add_line(table: Table, record: Record, events: list[dict[str, Any]]) -> None:
    match = table.match
    (line,) = record.lines
    table.rows.new(
        Step, match_id=match.id, number=match.steps, turn=match.turn, line=line, events=events, at=now()
    )
    match.steps, match.head = match.steps + 1, record.head
    match.state = table.rules.to_json(table.state)


def unanswered(table: Table) -> list[int]:
    return [seat for seat, ask in table.asks.items() if ask.answered_at is None]


def answer_sealed(ask: Ask, orders: str, by: By) -> None:
    ask.orders, ask.by, ask.rings_at = orders, by, None
    ask.answered_at = ask.answered_at or now()


def resolve(table: Table) -> None:
    """All sealed answers are in: they are one step."""
    orders = {seat: ask.orders or "" for seat, ask in table.asks.items()}
    apply_step(table, orders, {seat: ask.by for seat, ask in table.asks.items() if ask.by})


# --- The next decision ---


def next_decision(table: Table) -> bool:
    """Opens the asks that follow, lets plans answer, writes the letters. False when the match is over."""
    while True:
        if ending := table.rules.result(table.state):
            finish(table, ending)
            return False
        open_asks(table)
        if not plans_answer(table):
            break
    put_letters(table)
    return True


def open_asks(table: Table) -> None:
    """Who is asked now. A seat that just moves on keeps its ask and its clock."""
    asked = table.rules.asked(table.state)
    if len(asked) == 1 and table.asks.keys() == asked.keys() and not next(iter(asked.values())).sealed:
        ((seat, ask),) = asked.items()
        table.asks[seat].kind = ask.kind
        return
    close_asks(table)
    match, at = table.match, now()
    match.turn += 1
    mine: dict[str, Any] = {"match_id": match.id, "turn": match.turn, "opened_at": at}
    for seat, ask in asked.items():
        row = table.rows.new(Ask, **mine, seat=seat, kind=ask.kind, sealed=ask.sealed)
        deadlines.wind(row, match, table.seats[seat])
        table.asks[seat] = row
    if all_are_away(table):
        for row in table.asks.values():
            row.rings_at = row.due_at or row.opened_at


def all_are_away(table: Table) -> bool:
    """Bots play for all persons, and somebody may come back: then a turn takes the time that people have.

    Otherwise they would come back to a match that is over.
    """
    persons = [seat for seat in table.seats.values() if not seat.bot]
    away = all(seat.deputy for seat in persons)
    return away and any(person_of(table.session, seat) for seat in persons)


def close_asks(table: Table) -> None:
    for ask in table.asks.values():
        deadlines.stop(ask, table.seats[ask.seat])
    table.asks = {}


def plans_answer(table: Table) -> bool:
    """Whether a plan has moved the match on; a sealed answer of a plan moves it when it is the last."""
    for seat in unanswered(table):
        plan, answer = table.seats[seat].plan or "", plan_says(table, seat)
        if not answer or not answer.orders:
            continue
        given = Given(seat, table.match.turn, table.match.steps, plan, STANDING)
        if table.asks[seat].sealed:
            answer_sealed(table.asks[seat], answer.orders, STANDING)
            give_receipt(table, given, answer.orders)
        else:
            step = apply_step(table, {seat: answer.orders}, {seat: STANDING})
            give_receipt(table, given, step.canonical[seat])
            return True
    if table.asks and not unanswered(table):
        resolve(table)
        return True
    return False


def plan_says(table: Table, seat: int) -> Answer | None:
    """What a seat's plan answers; a plan that is disarmed is taken away."""
    mine = table.seats[seat]
    if not mine.plan:
        return None
    try:
        plan = table.rules.read_plan(mine.plan, table.view(seat))
        answer = table.rules.decide(plan, table.view(seat), table.told_to(seat))
    except OrderError as error:
        answer = Answer("", error.tell(table.told_to(seat)), disarmed=True)
    if answer.disarmed:
        mine.plan, mine.plan_told = None, f"“{mine.plan}” – {answer.why}"
    return answer


def put_letters(table: Table) -> None:
    """To everybody who has to answer and is there to do it."""
    waiting = {seat: table.seats[seat] for seat in unanswered(table)}
    needs = [
        Need(
            "your_turn",
            f"turn {table.match.id} {table.asks[seat].turn} {seat}",
            {"seat": seat, "turn": table.asks[seat].turn},
            own.player_id,
        )
        for seat, own in waiting.items()
        if own.player_id and not own.bot and not own.deputy and not own.mute
    ]
    outbox.put_all(table.session, needs, table.match.id)


def finish(table: Table, ending: Result) -> None:
    close_asks(table)
    match = table.match
    match.status, match.ended_at, match.result = "over", now(), ending.to_json()
    last_line(table, ending)
    for seat in table.seats.values():
        put_to(table, seat, "result")


def last_line(table: Table, ending: Result | None) -> None:
    """The record's end publishes the seed."""
    match = table.match
    record = Record(head=match.head)
    record.end(written(match.ended_at or now()), table.house.vault.open(match.locked_seed), ending)
    add_line(table, record, [])
    store.want_all(table.session, match.id)


def put_to(table: Table, seat: Seat, kind: str, mark: str = "") -> None:
    person = person_of(table.session, seat)
    if person:
        key = f"{kind} {table.match.id} {seat.id} {mark}".strip()
        outbox.put(table.session, kind, key, player=person, match=table.match, seat=seat.number)


# --- Orders that no person gives ---


def answer_for(table: Table, seat: int, by: By) -> None:
    """A bot, or the clock, answers until somebody else is asked."""
    choose = table.rules.automatic if by == CLOCK else table.rules.bot
    ask = table.asks[seat]
    if ask.sealed:
        answer_sealed(ask, choose(table.view(seat)), by)
        if unanswered(table):
            return
        resolve(table)
    else:
        while table.rules.asked(table.state).keys() == {seat} and table.match.turn == ask.turn:
            apply_step(table, {seat: choose(table.view(seat))}, {seat: by})
    next_decision(table)
