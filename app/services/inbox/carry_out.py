"""Doing what a mail says, with the outcome that its answer tells."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from sqlmodel import Session, col, select

from app.clock import now
from app.db.rows import look_up, look_up_columns
from app.house import House
from app.models import Match, Receipt, Seat, Step
from app.services.inbox import seat_queries
from app.services.inbox.away_words import Away
from app.services.inbox.reply_content import ReplyContent
from app.services.inbox.reply_facts import (
    AwayInReply,
    MailOutcome,
    PassedOrders,
    PlanInReply,
    ReceiptInReply,
)
from app.services.inbox.wishes import carry_out_wish
from app.services.inbox.writers import NotDone, Writer, check_owner_of_words, give_back
from app.services.matches import diaries, find, talk
from app.services.matches.changes import line_of
from app.services.play import own_hours, plans, resting
from app.services.play.order_errors import OrderMistake
from app.services.play.receipts import Submission
from app.services.play.submit import submit
from app.services.play.take_back import TakenBack, take_back
from app.status import has_ended
from engine.errors import OrderError
from engine.registry import game
from engine.speech import later

SAME_FOR = timedelta(hours=1)  # the same orders in a new mail are the same once more, and not more of them
NOTHING_PLAYED = (PassedOrders("", by=""),)
PLAYED_OUT = later("The match is over, so the plan was not set.")
OVER_NOW = later("The match is over; nothing of it can be taken back.")
OLD_LETTER = later(
    "The letter you answered is an old one: you have been asked for orders since. Reply to this one instead."
)


def carry_out(session: Session, house: House, writer: Writer, content: ReplyContent) -> MailOutcome:
    """In the order in which it makes sense, whatever its order in the mail."""
    find.check_not_aside(session, match_now(session, writer))
    words = tuple(word for word in content.words if word in ("help", "board", "status"))
    doubt = content.doubt if content.nothing else ""
    outcome = MailOutcome(words, content.nothing, doubt, later=tuple(content.later[:3]))
    first = steps_so_far(session, writer)
    writes = content.plan is not None or content.talk or content.diary or content.wants
    if ("undo" in content.words or writes) and is_past(session, writer):
        raise NotDone(told_of_the_past(session, writer))
    check_owner_of_words(session, writer, content)
    if content.diary:  # before the orders: they may end the match, and it is about the moment before them
        outcome = replace(outcome, diary=diaries.write(session, writer.code, writer.seat, content.diary).text)
    if "undo" in content.words:
        outcome = replace(outcome, undone=undo_answer(session, house, writer))
    if "back" in content.words:
        own_hours.come_back(session, house, player_id_of(session, writer))
        outcome = replace(outcome, returned=True)
    if "wake" in content.words:
        resting.want_on(session, house, writer.code, writer.seat)
        outcome = replace(outcome, awake=True)
    if content.orders:
        outcome = give_orders(session, house, writer, content, outcome)
    if content.plan is not None:
        outcome = replace(outcome, plan=change_plan(session, house, writer, content.plan))
    if content.talk:
        limits = house.settings.limits
        remark = talk.say(session, writer.code, writer.seat, content.talk, limits)
        outcome = replace(outcome, said=remark.text)
    if content.wants:
        wishes = [carry_out_wish(session, house, writer.code, writer.seat, one) for one in content.wants]
        awake = outcome.awake or any(one.kind == "wake" for one in wishes)
        outcome = replace(outcome, wishes=tuple(wishes), awake=awake)
    if "return" in content.words:
        outcome = replace(outcome, gave_back=give_back(session, house, writer))
    if content.away:
        outcome = replace(outcome, away=go_away(session, house, writer, content.away))
    return replace(outcome, steps=(first, steps_so_far(session, writer)))


def steps_so_far(session: Session, writer: Writer) -> int:
    [[steps]] = look_up_columns(session, seat_queries.STEPS_SO_FAR, **writer.of_match)
    return int(steps)


def match_now(session: Session, writer: Writer) -> Match:
    """Only to look at."""
    [match] = look_up(session, Match, seat_queries.MATCH_NOW, **writer.of_match)
    return match


# --- The past only tells ---


def is_past(session: Session, writer: Writer) -> bool:
    """Whether the seat has got a newer address since. Then this one changes nothing, and says nothing."""
    found = look_up_columns(session, seat_queries.LAST_ASK, **writer.of_seat)
    [last, closed_at] = found[0] if found else (0, now())
    if writer.turn:
        return last != writer.turn or closed_at is not None
    return last != writer.after or closed_at is None


def told_of_the_past(session: Session, writer: Writer) -> MailOutcome:
    if not writer.turn:
        return MailOutcome(problem=OLD_LETTER)
    return MailOutcome(passed=orders_played(session, writer) or NOTHING_PLAYED)


# --- Orders ---


def give_orders(
    session: Session, house: House, writer: Writer, content: ReplyContent, outcome: MailOutcome
) -> MailOutcome:
    match = match_now(session, writer)
    earlier = receipts_of(session, writer, writer.turn)
    if has_ended(match) or match.turn != writer.turn:
        return passed_turn(session, match, writer, content.orders, earlier, outcome)
    if "again" not in content.words and (
        same := receipt_just_given(session, match, writer, content.orders, earlier)
    ):
        return replace(outcome, receipt=receipt_in_reply(same, again=True, lately=True))
    try:
        given = Submission(writer.seat, match.turn, match.steps, content.orders)
        played = submit(session, house, writer.code, given)
    except OrderError as error:
        raise NotDone(MailOutcome(wrong=OrderMistake.of(error, content.orders))) from None
    refused = OrderMistake.of(played.refused, content.orders) if played.refused else None
    return replace(outcome, receipt=receipt_in_reply(played.receipt, again=played.again), refused=refused)


def receipt_in_reply(receipt: Receipt, again: bool = False, lately: bool = False) -> ReceiptInReply:
    return ReceiptInReply(
        number=receipt.number,
        orders=receipt.orders,
        refused=receipt.refused,
        head8=receipt.head[:8],
        turn=receipt.turn,
        again=again,
        lately=lately,
    )


def receipts_of(session: Session, writer: Writer, turn: int) -> list[Receipt]:
    """The newest first, without those of somebody who had the seat before."""
    return look_up(session, Receipt, seat_queries.RECEIPTS, **writer.of_seat, turn=turn)


def receipt_just_given(
    session: Session, match: Match, writer: Writer, text: str, earlier: Sequence[Receipt]
) -> Receipt | None:
    """A sealed answer is not played twice anyway."""
    this_turn = {**writer.of_seat, "turn": match.turn}
    found = look_up_columns(session, seat_queries.SEALED_AND_HELD, **this_turn)
    [sealed, held] = found[0] if found else (False, None)
    newest = next(iter(earlier), None)
    if newest and newest.base == match.steps and not held:  # it was taken back
        return None
    if sealed or not newest or now() - newest.at > SAME_FOR:
        return None
    return newest if same_orders(match, newest.typed, text) else None


def same_orders(match: Match, one: str, other: str) -> bool:
    """In canonical form: what is typed twice, or quoted by a mail program, need not look the same."""
    try:
        return one == other or game(match.game).write(one) == game(match.game).write(other)
    except OrderError:
        return False


def passed_turn(
    session: Session,
    match: Match,
    writer: Writer,
    text: str,
    earlier: Sequence[Receipt],
    outcome: MailOutcome,
) -> MailOutcome:
    """Orders for another turn than the present one. Those that were played then have their receipt."""
    if not writer.turn:
        raise NotDone(MailOutcome(unasked=True))
    played = orders_played(session, writer)
    counted = [one.orders for one in played]
    for receipt in earlier:  # not those of an answer that was changed before it was played
        if receipt.orders in counted and same_orders(match, receipt.typed, text):
            return replace(outcome, receipt=receipt_in_reply(receipt, again=True), passed=played)
    raise NotDone(MailOutcome(passed=played or NOTHING_PLAYED))


def orders_played(session: Session, writer: Writer) -> tuple[PassedOrders, ...]:
    """What the seat played in the turn that the letter asked about, whoever gave the orders."""
    steps = select(Step).where(Step.match_id == writer.match_id, Step.turn == writer.turn)
    lines = [line_of(step) for step in session.exec(steps.order_by(col(Step.number)))]
    seat = str(writer.seat)
    return tuple(
        PassedOrders(line["orders"][seat], line.get("by", {}).get(seat, ""))
        for line in lines
        if seat in line.get("orders", {})
    )


# --- Absence ---


def player_id_of(session: Session, writer: Writer) -> int:
    mine = select(Seat.player_id).where(Seat.match_id == writer.match_id, Seat.number == writer.seat)
    return session.exec(mine).one() or 0


def go_away(session: Session, house: House, writer: Writer, away: Away) -> AwayInReply:
    own_hours.go_away(session, house, player_id_of(session, writer), away.begins, away.ends)
    return AwayInReply(
        away.begins.isoformat() if away.begins else "", away.ends.isoformat() if away.ends else ""
    )


# --- Undo, plans ---


def undo_answer(session: Session, house: House, writer: Writer) -> TakenBack:
    match = match_now(session, writer)
    if has_ended(match):
        raise NotDone(MailOutcome(problem=OVER_NOW))
    return take_back(session, house, writer.code, writer.seat)


def change_plan(session: Session, house: House, writer: Writer, text: str) -> PlanInReply:
    """The plan is set, or taken away where there is no text."""
    match = match_now(session, writer)
    if has_ended(match):
        return PlanInReply("", problem=PLAYED_OUT)
    if not text:
        plans.drop_plan(session, house, writer.code, writer.seat)
        return PlanInReply("")
    turn = match.turn  # a plan that answers may move the match on
    before = len(receipts_of(session, writer, turn))
    try:
        plan = plans.set_plan(session, house, writer.code, writer.seat, text)
    except OrderError as error:
        raise NotDone(MailOutcome(wrong=OrderMistake.of(error, text, is_plan=True))) from None
    given = receipts_of(session, writer, turn)
    return PlanInReply(plan, answered=given[0].orders if len(given) > before else "")
