"""Doing what a mail says, with the facts that its answer tells."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from app.house import House
from app.models import Ask, Match, Receipt, Step, now
from app.services.inbox.order_errors import kept
from app.services.inbox.parse_reply import Said
from app.services.matches import talk
from app.services.matches.history import parsed
from app.services.matches.shown_receipts import shown_receipt
from app.services.play import plans
from app.services.play.receipts import Submission
from app.services.play.submit import submit
from app.services.play.take_back import take_back
from app.status import has_ended
from engine.errors import OrderError
from engine.registry import game
from engine.speech import later

SAME_FOR = timedelta(hours=1)  # the same orders in a new mail are the same once more, and not more of them
NOTHING_PLAYED = [{"orders": "", "by": ""}]
PLAYED_OUT = later("The match is over, so the plan was not set.")
OVER_NOW = later("The match is over; nothing of it can be taken back.")


class Writer(NamedTuple):
    """Who writes, by the address: a seat of a match, and the turn that its letter asked about, if any."""

    match_id: int
    code: str
    seat: int
    turn: int


class NotDone(Exception):
    """The mail changes nothing; the facts say why."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(", ".join(facts))
        self.facts = facts


def act(session: Session, house: House, writer: Writer, said: Said) -> dict[str, Any]:
    """In the order in which it makes sense, whatever its order in the mail."""
    facts: dict[str, Any] = {"words": [word for word in said.words if word not in ("undo", "again")]}
    first = steps_so_far(session, writer)
    if said.nothing:
        facts["nothing"] = True
    if "undo" in said.words:
        facts["undone"] = undo(session, house, writer)
    if said.orders:
        facts |= order(session, house, writer, said)
    if said.plan is not None:
        facts["plan"] = plan(session, house, writer, said.plan)
    if said.talk:
        facts["said"] = talk.say(session, writer.code, writer.seat, said.talk).text
    return {**facts, "later": said.later[:3], "steps": [first, steps_so_far(session, writer)]}


def steps_so_far(session: Session, writer: Writer) -> int:
    return session.exec(select(Match.steps).where(Match.id == writer.match_id)).one()


def present(session: Session, writer: Writer) -> Match:
    mine = select(Match).where(Match.id == writer.match_id).execution_options(populate_existing=True)
    return session.exec(mine).one()


# --- Orders ---


def order(session: Session, house: House, writer: Writer, said: Said) -> dict[str, Any]:
    match = present(session, writer)
    earlier = receipts_of(session, writer, writer.turn)
    if has_ended(match) or match.turn != writer.turn:
        return passed(session, match, writer, said.orders, earlier)
    if "again" not in said.words and (same := just_given(session, match, writer, said.orders, earlier)):
        return {"receipt": told(same, again=True, lately=True)}
    try:
        given = Submission(writer.seat, match.turn, match.steps, said.orders)
        outcome = submit(session, house, writer.code, given)
    except OrderError as error:
        raise NotDone(wrong=kept(error, said.orders)) from None
    facts: dict[str, Any] = {"receipt": told(outcome.receipt, again=outcome.again)}
    if outcome.refused:
        facts["refused"] = kept(outcome.refused, said.orders)
    return facts


def told(receipt: Receipt, again: bool = False, lately: bool = False) -> dict[str, Any]:
    """`lately`: played a moment ago, in a turn in which one can play again and again."""
    kept_ = {key: value for key, value in asdict(shown_receipt(receipt)).items() if key != "at"}
    return {**kept_, "again": again, "lately": lately}


def receipts_of(session: Session, writer: Writer, turn: int) -> list[Receipt]:
    """The newest first."""
    mine = select(Receipt).where(Receipt.match_id == writer.match_id, Receipt.seat == writer.seat)
    return list(session.exec(mine.where(Receipt.turn == turn).order_by(col(Receipt.number).desc())))


def just_given(
    session: Session, match: Match, writer: Writer, text: str, given: list[Receipt]
) -> Receipt | None:
    """A sealed answer is not played twice anyway."""
    mine = select(Ask.sealed).where(Ask.match_id == match.id, Ask.seat == writer.seat)
    sealed = session.exec(mine.where(Ask.turn == match.turn)).first()
    newest = next(iter(given), None)
    if sealed or not newest or now() - newest.at > SAME_FOR:
        return None
    return newest if same(match, newest.typed, text) else None


def same(match: Match, one: str, other: str) -> bool:
    """In canonical form: what is typed twice, or quoted by a mail program, need not look the same."""
    try:
        return one == other or game(match.game).write(one) == game(match.game).write(other)
    except OrderError:
        return False


def passed(session: Session, match: Match, writer: Writer, text: str, given: list[Receipt]) -> dict[str, Any]:
    """Orders for another turn than the present one. Those that were played then have their receipt."""
    if not writer.turn:
        raise NotDone(unasked=True)
    played = played_in(session, writer)
    counted = [row["orders"] for row in played]
    for receipt in given:  # not those of an answer that was changed before it was played
        if receipt.orders in counted and same(match, receipt.typed, text):
            return {"receipt": told(receipt, again=True), "passed": played}
    raise NotDone(passed=played or NOTHING_PLAYED)


def played_in(session: Session, writer: Writer) -> list[dict[str, str]]:
    """What the seat played in the turn that the letter asked about, whoever gave the orders."""
    steps = select(Step).where(Step.match_id == writer.match_id, Step.turn == writer.turn)
    lines = [parsed(step) for step in session.exec(steps.order_by(col(Step.number)))]
    seat = str(writer.seat)
    return [
        {"orders": line["orders"][seat], "by": line.get("by", {}).get(seat, "")}
        for line in lines
        if seat in line.get("orders", {})
    ]


# --- Undo, plans ---


def undo(session: Session, house: House, writer: Writer) -> dict[str, Any]:
    match = present(session, writer)
    if has_ended(match):
        raise NotDone(problem=OVER_NOW)
    if writer.turn and writer.turn != match.turn:
        raise NotDone(passed=played_in(session, writer) or NOTHING_PLAYED)
    return take_back(session, house, writer.code, writer.seat)._asdict()


def plan(session: Session, house: House, writer: Writer, text: str) -> dict[str, str]:
    """Set, or taken away where there is no text."""
    match = present(session, writer)
    if has_ended(match):
        return {"text": "", "problem": PLAYED_OUT}
    if not text:
        plans.drop_plan(session, house, writer.code, writer.seat)
        return {"text": "", "problem": ""}
    turn = match.turn  # a plan that answers may move the match on
    before = len(receipts_of(session, writer, turn))
    try:
        written = plans.set_plan(session, house, writer.code, writer.seat, text)
    except OrderError as error:
        raise NotDone(wrong={**kept(error, text), "is_plan": True}) from None
    given = receipts_of(session, writer, turn)
    return {"text": written, "problem": "", "answered": given[0].orders if len(given) > before else ""}
