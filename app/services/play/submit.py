"""Orders come in: one submission is one transaction. This file has all of it, from top to bottom."""

from dataclasses import dataclass

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.models import Ask, Match, Receipt
from app.problems import Problem, Stale
from app.services.matches.changes import is_same_decision
from app.services.matches.find import check_not_aside
from app.services.matches.seat_links import check_still
from app.services.play import grace
from app.services.play.deputies import end_deputy_of_player
from app.services.play.lent_seats import by_of
from app.services.play.letters import forget_bounces_of, put_receipt_letter, put_refused_letter
from app.services.play.live import LiveMatch, changing
from app.services.play.next_decision import answer_sealed, next_decision, resolve_sealed, unanswered
from app.services.play.receipts import Submission, give_receipt, receipt_for
from app.services.play.steps import apply_step
from app.tally import count_refusal
from engine.errors import OrderError

ORDERS = "orders"


@dataclass(frozen=True)
class Outcome:
    """What came of a submission. `again`: the same orders came before, and this is their receipt."""

    receipt: Receipt
    refused: OrderError | None = None
    again: bool = False
    sealed: bool = False
    held: bool = False  # its player can still take it back


def submit(session: Session, house: House, code: str, submission: Submission) -> Outcome:
    """A player's orders: they are checked and applied, and the letters that follow are written.

    `changing` reads and locks the match, `decide` checks and applies the orders, and at the end of the block
    all changed rows are written. The caller commits the transaction.
    """
    try:
        outcome = _submit(session, house, code, submission)
    except OrderError as error:
        count_refusal(ORDERS, error, error.why)
        raise
    except Problem as problem:
        count_refusal(ORDERS, problem, problem.text)
        raise
    if outcome.refused:
        count_refusal(ORDERS, outcome.refused, outcome.refused.why)
    return outcome


def _submit(session: Session, house: House, code: str, submission: Submission) -> Outcome:
    with changing(session, house, code) as live:
        check_holder(live, submission)
        outcome = decide(live, submission)
        if not outcome.again:
            forget_bounces_of(live, submission.seat)
            if not outcome.refused:
                put_receipt_letter(live, submission.seat, outcome.receipt)
        return outcome


def check_holder(live: LiveMatch, submission: Submission) -> None:
    seat = live.seats.get(submission.seat)
    if seat:
        check_still(seat.holder, submission.holder)


def decide(live: LiveMatch, submission: Submission) -> Outcome:
    """Orders count only for the decision that the player saw. If it has been made, they change nothing."""
    match = live.match
    check_not_aside(live.session, match)
    if match.status != "running" or match.turn != submission.turn:
        return late_outcome(live.session, match, submission)
    ask = live.asks.get(submission.seat)
    if ask is None:
        return not_asked_outcome(live, submission)
    if grace.is_over(ask, now()):
        grace.apply_held(live, ask)
        return decide(live, submission)
    end_deputy_of_player(live, submission.seat)
    submission = submission._replace(by=submission.by or by_of(live, submission.seat))
    if ask.sealed:
        return seal(live, ask, submission)
    if not is_same_decision(live.session, match, submission.base):
        return late_outcome(live.session, match, submission)
    return hold_or_apply(live, ask, submission)


def hold_or_apply(live: LiveMatch, ask: Ask, submission: Submission) -> Outcome:
    """Where the match gives time for second thoughts, orders that turn nothing up wait for its end."""
    if ask.held:
        earlier = receipt_for(live.session, live.match, submission.seat, submission.turn, submission.base)
        if earlier and submission.text in (earlier.typed, ask.held):
            return Outcome(earlier, again=True, held=True)
    text = grace.whole_orders(live, ask, submission.text)
    canonical = grace.may_be_held(live, ask, text)
    if canonical:
        grace.hold(live, ask, submission, canonical)
        return Outcome(give_receipt(live, submission, canonical), held=True)
    grace.release(ask)
    return apply_open(live, submission._replace(text=text))


def apply_open(live: LiveMatch, submission: Submission) -> Outcome:
    """Orders that are not sealed make a step at once, with a receipt, and lead to the next decision."""
    seat = submission.seat
    step = apply_step(live, {seat: submission.text}, {seat: submission.by} if submission.by else {})
    refused = step.refused
    why = refused.tell(live.speech_of(seat), live.names) if refused else ""
    receipt = give_receipt(live, submission, step.canonical[seat], why)
    next_decision(live)
    if refused:
        put_refused_letter(live, seat, receipt)
    return Outcome(receipt, refused)


def seal(live: LiveMatch, ask: Ask, submission: Submission) -> Outcome:
    """A sealed answer waits until all are in. Until then it can be changed, and nobody sees that."""
    canonical = live.rules.preview(live.view(ask.seat), submission.text, live.names).canonical
    if ask.orders == canonical:
        earlier = receipt_for(live.session, live.match, submission.seat, submission.turn, submission.base)
        if earlier:
            return Outcome(earlier, again=True, sealed=True)
    answer_sealed(live, ask, canonical, submission.by)
    receipt = give_receipt(live, submission, canonical)
    if not unanswered(live):
        resolve_sealed(live)
        next_decision(live)
    return Outcome(receipt, sealed=True)


def late_outcome(session: Session, match: Match, submission: Submission) -> Outcome:
    """The decision has been made. The same orders get their receipt again; others are refused as stale."""
    earlier = receipt_for(session, match, submission.seat, submission.turn, submission.base)
    if earlier and earlier.typed == submission.text:
        return Outcome(earlier, again=True)
    if match.rests_at and match.status == "paused":
        raise Problem("The match is at rest; you can give orders once somebody has woken it up.")
    if match.status == "paused":
        raise Problem("The match is paused; you can give orders once it goes on.")
    if match.status != "running":
        raise Stale("This match is no longer in progress.", earlier)
    raise Stale("This has already been decided; nothing was changed.", earlier)


def not_asked_outcome(live: LiveMatch, submission: Submission) -> Outcome:
    """It is the current turn, but this seat is not asked."""
    session, match, seat = live.session, live.match, submission.seat
    if seat not in live.seats or receipt_for(session, match, seat, submission.turn, submission.base):
        return late_outcome(session, match, submission)
    names = ", ".join(live.seats[seat].name for seat in live.asks)
    raise Problem("It is not your turn; we are waiting for {names}. Nothing was changed.", names=names)
