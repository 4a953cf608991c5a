"""Play, one transaction each: orders in, and a receipt for them."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from app.db.columns import By
from app.house import House
from app.models import Ask, Match, Player, Receipt, now
from app.problems import NotAllowed, Problem, Stale
from app.services import deadlines, outbox
from app.services.outbox import Need, bounces
from app.services.play.live import Table, playing
from app.services.play.receipts import Given, give_receipt, receipt_for
from app.services.play.steps import (
    add_line,
    answer_sealed,
    apply_step,
    next_decision,
    person_of,
    put_letters,
    put_to,
    resolve,
    unanswered,
    written,
)
from engine.errors import OrderError
from engine.record import Opening, Record


@dataclass(frozen=True)
class Outcome:
    """What became of a submission. `again`: it had been submitted before, and this is its receipt."""

    receipt: Receipt
    refused: OrderError | None = None
    again: bool = False
    sealed: bool = False


def begin(session: Session, house: House, code: str) -> None:
    """The record's first line, the set-up and the first asks."""
    with playing(session, house, code) as table:
        match, rules = table.match, table.rules
        salts = [seat.salt or "" for seat in table.seats.values()]
        record = Record()
        started = written(match.started_at or now())
        record.begin(Opening(match.game, table.names, match.options, salts, match.commitment, started))
        table.state = rules.setup(len(salts), match.options, table.seed)
        add_line(table, record, list(rules.opening(len(salts), match.options, table.seed)))
        if next_decision(table):
            for number, seat in table.seats.items():
                if number not in unanswered(table):
                    put_to(table, seat, "started")


def submit(
    session: Session, house: House, code: str, seat: int, turn: int, base: int, text: str, by: By = ""
) -> Outcome:
    given = Given(seat, turn, base, text, by)
    with playing(session, house, code) as table:
        outcome = decide(table, given)
        if not outcome.again:
            heard_of(table, given.seat, outcome)
        return outcome


def heard_of(table: Table, seat: int, outcome: Outcome) -> None:
    """Who gives orders is there, whatever letters came back, and may want a receipt by letter too."""
    player_id, person = table.seats[seat].player_id, table.people.get(seat)
    if not person:
        return
    if person.hard_bounces:
        bounces.alive(table.session, table.session.get_one(Player, player_id))
    if person.receipts and not outcome.refused:
        facts = {"seat": seat, "receipt": outcome.receipt.number}
        key = f"receipt {table.match.id} {seat} {outcome.receipt.number}"
        need = Need("receipt", key, facts, player_id)
        outbox.put_all(table.session, [need], table.match.id)


def decide(table: Table, given: Given) -> Outcome:
    match = table.match
    if match.status != "running" or match.turn != given.turn:
        return passed(table.session, match, given)
    ask = table.asks.get(given.seat)
    if ask is None:
        return not_asked(table, given)
    back(table, given.seat)
    if ask.sealed:
        return seal(table, ask, given)
    if match.steps != given.base:
        return passed(table.session, match, given)
    return apply_open(table, given)


def passed(session: Session, match: Match, given: Given) -> Outcome:
    """Orders that come a second time get their receipt; other orders for what has passed change nothing."""
    earlier = receipt_for(session, match, given.seat, given.turn, given.base)
    if earlier and earlier.typed == given.text:
        return Outcome(earlier, again=True)
    if match.status == "paused":
        raise Problem("The match is paused; orders can be given when the host lets it go on.")
    if match.status != "running":
        raise Stale("This match is not being played any more.", earlier)
    raise Stale("This has been decided already; nothing was changed.", earlier)


def not_asked(table: Table, given: Given) -> Outcome:
    """The turn is the present one, but somebody else's."""
    session, match, seat = table.session, table.match, given.seat
    if seat not in table.seats or receipt_for(session, match, seat, given.turn, given.base):
        return passed(session, match, given)
    names = ", ".join(table.seats[seat].name for seat in table.asks)
    raise Problem("You are not asked now; it is the turn of {names}. Nothing was changed.", names=names)


def back(table: Table, seat: int) -> None:
    """Who gives orders is back: the deputy goes. An old link of who has left for good brings nobody back."""
    if table.seats[seat].deputy and person_of(table.session, table.seats[seat]):
        no_deputy(table, seat)


def no_deputy(table: Table, seat: int) -> None:
    """Bots take no time any more that they took while nobody was there."""
    table.seats[seat].deputy = False
    for number, ask in table.asks.items():
        own = table.seats[number]
        if own.bot or own.deputy:
            ask.rings_at = deadlines.next_ring(ask, table.match, own)


def seal(table: Table, ask: Ask, given: Given) -> Outcome:
    """A sealed answer is kept until all are in; before that it can be changed, and nobody sees when."""
    canonical = table.rules.preview(table.view(ask.seat), given.text, table.names).canonical
    if ask.orders == canonical:
        earlier = receipt_for(table.session, table.match, given.seat, given.turn, given.base)
        if earlier:
            return Outcome(earlier, again=True, sealed=True)
    answer_sealed(ask, canonical, "")
    receipt = give_receipt(table, given, canonical)
    if not unanswered(table):
        resolve(table)
        next_decision(table)
    return Outcome(receipt, sealed=True)


def apply_open(table: Table, given: Given) -> Outcome:
    seat = given.seat
    step = apply_step(table, {seat: given.text}, {seat: given.by} if given.by else {})
    refused = step.refused
    why = refused.tell(table.told_to(seat)) if refused else ""
    receipt = give_receipt(table, given, step.canonical[seat], why)
    next_decision(table)
    if refused:
        put_refused(table, seat, receipt)
    return Outcome(receipt, refused)


def put_refused(table: Table, seat: int, receipt: Receipt) -> None:
    person = person_of(table.session, table.seats[seat])
    key = f"refused {table.match.id} {seat} {receipt.number}"
    facts: dict[str, Any] = {"seat": seat, "why": receipt.refused, "orders": receipt.orders}
    outbox.put(table.session, "refused", key, player=person, match=table.match, **facts)


def come_back(session: Session, house: House, code: str, seat: int) -> None:
    """The person is back; the deputy's next answer is not given any more, and the person is asked again."""
    with playing(session, house, code) as table:
        if seat not in table.seats:
            raise NotAllowed("You have no seat in this match.")
        mine, ask = table.seats[seat], table.asks.get(seat)
        if not mine.deputy or not person_of(session, mine):
            return
        no_deputy(table, seat)
        if ask and not ask.answered_at and table.match.status == "running":
            ask.opened_at = now()
            deadlines.wind(ask, table.match, mine)
            put_letters(table)
