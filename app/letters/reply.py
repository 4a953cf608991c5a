"""The answer to a mail: what was understood, what came of it, and how things stand now."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session, col, select

from app.house import House
from app.i18n.order_words import words_beside
from app.letters.match_letter import deadline_for, match_letter
from app.letters.match_news import MOST_STEPS, MatchNews, awaited, held_orders, match_news, own_turn, story_of
from app.letters.recipient import Recipient, recipient_of, was_sealed
from app.letters.reply_wishes import WishView, page_to_propose, wishes_told
from app.mail.letter import ComposedLetter
from app.models import Letter, Step
from app.services.inbox.reply_facts import MailOutcome, ReplyFacts
from app.services.inbox.reply_words import plan_without_colon
from app.services.matches import seat_links
from app.services.matches.asks import AskView
from app.services.matches.history import steps_in_words
from app.services.matches.match_view import OwnPlan
from app.services.play.order_errors import OrderMistake, Place
from app.services.proposals.shown import changes_in_words
from app.status import goes_on
from engine.errors import GameOver, NotToMove, OrderError
from engine.speech import Speech, fill_text

# What mail programs put in front of a subject that is answered.
ANSWERED = re.compile(r"(?:(?:re|aw|odp|antw|sv|vs|rép|ref)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)


@dataclass(frozen=True)
class MeantView:
    """Orders that a mail asked about or doubted: what they would lead to, and the page that plays them."""

    orders: str  # in the reader's words
    events: list[str]  # in sentences
    refused: str  # why the rules would not allow them; empty if they would
    address: str


@dataclass(frozen=True)
class MistakeView:
    """A mistake in the reader's language, with its place, and what else could have been meant."""

    text: str
    place: Place | None
    plan: str  # the plan that the text would be
    is_plan: bool
    is_orders: bool
    meant: MeantView | None


@dataclass(frozen=True)
class ReplyView:
    """What the letter adds to the outcome of the mail."""

    about: str  # the mail's subject
    unreadable: str
    problem: str
    wrong: MistakeView | None
    refused: MistakeView | None
    plan_problem: str
    events: list[str]  # that the mail has led to, in sentences
    was_sealed: bool  # the answer that the receipt is for
    still_open: bool  # the ask that the orders were an answer to
    still_sealed: bool  # the answer to that ask
    sealed_answer: str  # to the present ask
    names_asked: str
    asks: list[AskView]
    own_plan: OwnPlan | None
    bank: int  # seconds
    points_left: int | None  # action points, where the game has them
    can_end: bool
    guide: list[str]
    newer: list[str]  # what the newest rules, which the guide tells, have changed since those of this match
    lend: str  # where somebody who is away lends the seat
    plan_help: str
    wishes: list[WishView]
    propose: str  # where something is proposed that the mail alone could not do


def reply(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter, asked_for=True)
    facts = ReplyFacts.from_json(letter.facts)
    turn = own_turn(to)
    composed = match_letter(
        to,
        "reply",
        turn,
        deadline_for(to, asked=bool(turn)),
        news_besides(to, facts.outcome),
        outcome=facts.outcome,
        mail=facts.mail,
        silent=facts.silent,
        held=held_orders(to) if not facts.outcome.old else None,
        reply=view_of(session, to, facts, asked=bool(turn)),
    )
    return replace(composed, in_reply_to=facts.mail.mail, replied=True)


def view_of(session: Session, to: Recipient, facts: ReplyFacts, asked: bool) -> ReplyView:
    outcome, view = facts.outcome, to.view
    receipt, plan = outcome.receipt, outcome.plan
    legal = to.rules.legal(view.game_view) if asked else {}
    sealed, same_ask = (
        "" if outcome.old else sealed_answer(to),
        receipt is not None and receipt.turn == to.match.turn,
    )
    return ReplyView(
        about=without_reply_marks(facts.mail.about),
        unreadable=in_readers_language(to.speech, outcome.unreadable),
        problem=in_readers_language(to.speech, outcome.problem, outcome.values),
        wrong=mistake_view(to, outcome.wrong),
        refused=mistake_view(to, outcome.refused),
        plan_problem=in_readers_language(to.speech, plan.problem) if plan else "",
        events=events_of(session, to, outcome),
        was_sealed=receipt is not None and was_sealed(session, to, receipt.turn),
        still_open=asked and same_ask,
        still_sealed=bool(sealed) and same_ask,
        sealed_answer=sealed,
        names_asked=awaited(to),
        asks=view.asks,
        own_plan=None if outcome.old else view.plan,
        bank=view.bank_left,
        points_left=legal.get("ap"),
        can_end=bool(legal.get("end")),
        guide=guide_lines(to) if "help" in outcome.words else [],
        newer=newer_rules(to) if "help" in outcome.words else [],
        plan_help=plan_help(to),
        lend=lend_address(to) if outcome.away or asks_for_page_to_lend(outcome) else "",
        wishes=wishes_told(session, to, outcome),
        propose=page_to_propose(to, outcome),
    )


def asks_for_page_to_lend(outcome: MailOutcome) -> bool:
    return any(wish.kind == "lend" and not wish.email for wish in outcome.wishes)


def lend_address(to: Recipient) -> str:
    may_lend = goes_on(to.match) and to.match.format > 1 and not to.borrows
    return seat_links.present_address(to.house, "lend", to.match, to.seat) if may_lend else ""


def mistake_view(to: Recipient, mistake: OrderMistake | None) -> MistakeView | None:
    if not mistake:
        return None
    plan = "" if mistake.is_plan else as_plan(to, mistake.text)
    text = mistake.tell(to.speech, to.view.names)
    meant = meant_view(to, mistake.meant) if mistake.meant else None
    return MistakeView(text, mistake.place, plan, mistake.is_plan, mistake.is_orders, meant)


def meant_view(to: Recipient, orders: str) -> MeantView | None:
    """Tried on what the player sees now; None where the seat is not asked any more."""
    words = to.rules.in_words(orders, to.reader.spoken)
    try:
        tried = to.rules.preview(to.view.game_view, orders, to.view.names)
    except (NotToMove, GameOver):
        return None
    except OrderError as error:
        return MeantView(words, [], error.tell(to.speech, to.view.names), "")
    told = (to.rules.tell(event, to.view.names, to.speech) for event in tried.events)
    return MeantView(words, [sentence for sentence in told if sentence], "", to.orders_address(orders))


def in_readers_language(speech: Speech, text: str, values: Mapping[str, Any] | None = None) -> str:
    """A text of the outcome, in the language of the letter's reader."""
    return fill_text(text, dict(values or {}), speech) if text else ""


def without_reply_marks(subject: str) -> str:
    """A subject, whatever mail programs have put in front of it."""
    return ANSWERED.sub("", subject, count=1).strip()


def as_plan(to: Recipient, text: str) -> str:
    """“torch until hazards >= 2” is no order, but would be standing orders."""
    try:
        to.rules.write(text, to.view.names)
    except OrderError:
        pass
    else:
        return ""
    plan = plan_without_colon(text)
    try:
        return to.rules.read_plan(plan.text if plan else text, to.view.game_view).write()
    except OrderError:
        return ""


def plan_help(to: Recipient) -> str:
    """What the game answers to an empty plan: how one is written."""
    try:
        to.rules.read_plan("", to.view.game_view)
    except OrderError as error:
        why = error.reason(to.speech)
        return why[:1].upper() + why[1:]
    return ""


def events_of(session: Session, to: Recipient, outcome: MailOutcome) -> list[str]:
    """What happened when the mail was read."""
    first, end = outcome.steps or (0, 0)
    mine = select(Step).where(Step.match_id == to.match.id, Step.number >= first, Step.number < end)
    steps = list(session.exec(mine.order_by(col(Step.number)).limit(MOST_STEPS)))
    lines = steps_in_words(to.view.course, steps, to.speech)
    return [" ".join(step.sentences) for step in lines if step.sentences]


def news_besides(to: Recipient, outcome: MailOutcome) -> MatchNews:
    """What else has happened that no letter has told yet."""
    news = match_news(to)
    if not outcome.steps:
        return news
    first, end = outcome.steps
    besides = [step for step in to.new_steps if not first <= step.number < end]
    return replace(news, story=story_of(to, besides))


def guide_lines(to: Recipient) -> list[str]:
    """Every kind of order, with what it does."""
    pairs = [pair for section in to.rules.guide(to.reader.spoken) for pair in section.orders]
    return [f"{guide_words(to, orders)}: {does}" for orders, does in pairs if not orders.startswith("plan")]


def newer_rules(to: Recipient) -> list[str]:
    newest = to.rules.META
    return changes_in_words(newest, to.match.rules, newest.rules, to.speech)


def guide_words(to: Recipient, orders: str) -> str:
    """An order in the reader's words, with its notation and what else its first word can be."""
    name, language = to.match.game, to.reader.spoken
    own, others = to.in_words(orders), words_beside(name, language).get(orders, ())
    beside = [*([orders] if own != orders else []), *others]
    return f"{own} ({', '.join(beside)})" if beside else own


def sealed_answer(to: Recipient) -> str:
    """The one that still waits for the answers of the others."""
    ask = to.view.ask
    return (ask.orders or "") if ask and ask.sealed and ask.answered else ""
