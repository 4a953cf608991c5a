"""Letters to the players of a match."""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import bindparam, or_
from sqlmodel import Session, col, select

from app.clock import now
from app.db.rows import look_up_columns
from app.house import House
from app.i18n.render import speech
from app.letters.match_letter import deadline_for, match_letter, short_letter, talk_news
from app.letters.match_news import OwnTurn, awaited, held_orders, own_turn
from app.letters.recipient import Recipient, count_of_letters, recipient_of, was_sealed
from app.letters.templates import from_templates
from app.links import BadLink
from app.mail.letter import ComposedLetter, Deadline, NotNeeded
from app.models import Letter, Match, Receipt
from app.services.books import film_store, store
from app.services.matches import find, seat_links
from app.services.matches.diaries import own_diary
from app.services.matches.loans import owner_id_of
from app.services.matches.needs import need_of
from app.services.matches.result import Ending, ending_of
from app.services.outbox.facts import (
    CalendarFacts,
    HandedOverFacts,
    ReceiptFacts,
    RefusedFacts,
    ReminderFacts,
    ResumedFacts,
    TurnFacts,
)
from app.services.outbox.schedule import ANSWER_KINDS
from app.services.people import accounts
from app.services.proposals.words import NEEDED
from app.status import goes_on, has_ended

LINK = re.compile(r"/do/([^/\s]+)/go")
LAST_ANSWERS = 3  # of those that have left


# --- Turns ---


def started(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter)
    if not goes_on(to.match):
        raise NotNeeded("the match is over")
    return match_letter(to, "started", asked=awaited(to))


def your_turn(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter)
    facts = TurnFacts.from_json(letter.facts)
    turn = the_turn(to, facts)
    if _told_in_an_answer(session, to):
        raise NotNeeded("told in the answer to what was played before")
    return match_letter(to, "your_turn", turn, deadline_for(to, asked=True))


def reminder(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter)
    facts = ReminderFacts.from_json(letter.facts)
    if facts.which != "away":
        turn = the_turn(to, facts)
        waited = (now() - turn.due).days if turn.due else 0
        if facts.which == "late" and not waited:
            raise NotNeeded("the match does not wait any more")
        return match_letter(
            to,
            "reminder",
            turn,
            deadline_for(to, asked=True),
            which=facts.which,
            waited=waited,
            away=to.away_address(),
        )
    if not to.seat.deputy or not goes_on(to.match):
        raise NotNeeded("back already")
    deadline = deadline_for(to, asked=False)
    return match_letter(to, "reminder", None, deadline, which=facts.which, back=to.back_address(), away="")


def refused(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """Part of the orders was played, the rest could not be."""
    to = recipient_of(session, house, letter)
    facts = RefusedFacts.from_json(letter.facts)
    turn = own_turn(to)
    deadline = deadline_for(to, asked=bool(turn))
    return match_letter(to, "refused", turn, deadline, why=facts.why, orders=facts.orders)


def calendar(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """The entry of a turn that was played on a page, where no other letter takes it back."""
    to = recipient_of(session, house, letter)
    facts = CalendarFacts.from_json(letter.facts)
    if not goes_on(to.match) or own_turn(to):
        raise NotNeeded("another letter tells of it")
    if facts.deadline <= now():
        raise NotNeeded("that time is over")
    deadline = deadline_for(to, asked=False)
    return short_letter(to, "calendar", deadline, until=facts.deadline, asked=awaited(to))


# --- What was agreed on ---


def agreed(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """For a player who is not asked now. The news say what was agreed on, and what is void."""
    to = recipient_of(session, house, letter)
    if not goes_on(to.match) or not to.new_steps:
        raise NotNeeded("told already")
    turn = own_turn(to)
    return match_letter(to, "agreed", turn, deadline_for(to, asked=bool(turn)), asked=awaited(to))


def new_hands(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """What somebody has to know who has just taken over a seat."""
    to = recipient_of(session, house, letter)
    if not goes_on(to.match):
        raise NotNeeded("the match is over")
    turn, hands = own_turn(to), to.view.course.hands()
    before = [hand.name for hand in hands if hand.seat == to.number]
    deadline = deadline_for(to, asked=bool(turn))
    return match_letter(to, "new_hands", turn, deadline, before=before[-1], asked=awaited(to))


def handed_over(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """To the player who had the seat before. Of the match it tells nothing."""
    player, match = accounts.find_player(session, letter.player_id), session.get(Match, letter.match_id)
    facts = HandedOverFacts.from_json(letter.facts)
    if not player or not match:
        raise NotNeeded("a former player")
    if player.mail == "none" or player.resting_at:
        raise NotNeeded("wants no letters")
    shown = find.facts_of(session, match)
    composed = from_templates("handed_over", player, match=shown, name=facts.name, entry=facts.deadline)
    if not facts.deadline:
        return composed
    place, count = (match.code, match.title, facts.number), count_of_letters(session, letter)
    entry = Deadline.of_seat(
        house.settings,
        speech(player.language),
        place,
        at=facts.deadline,
        stamp=letter.created_at,
        cancelled=True,
        count=count,
    )
    return replace(composed, deadline=entry)


# --- Receipts ---


@dataclass(frozen=True)
class ReceiptView:
    number: int
    orders: str
    refused: str  # why the rest was not played
    head: str  # of the record
    at: datetime
    sealed: bool  # an answer that was kept until all had answered
    still_sealed: bool  # others have still to answer


def receipt(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """For orders given on a page, to a player who wants receipts by letter too."""
    to = recipient_of(session, house, letter)
    facts = ReceiptFacts.from_json(letter.facts)
    turn, found = own_turn(to), _receipt(session, to, facts)
    deadline = deadline_for(to, asked=bool(turn))
    held = held_orders(to)
    return match_letter(to, "receipt", turn, deadline, receipt=found, asked=awaited(to), held=held)


def _receipt(session: Session, to: Recipient, facts: ReceiptFacts) -> ReceiptView:
    mine = select(Receipt).where(Receipt.match_id == to.match.id, Receipt.seat == to.number)
    found = session.exec(mine.where(Receipt.number == facts.receipt)).first()
    if not found:
        raise NotNeeded("there is no such receipt")
    ask, sealed = to.last_ask, was_sealed(session, to, found.turn)
    still_sealed = sealed and ask is not None and ask.turn == found.turn and not ask.closed_at
    return ReceiptView(found.number, found.orders, found.refused, found.head, found.at, sealed, still_sealed)


# --- Talk, pauses, the end ---


def said(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """What no other letter has told meanwhile; several remarks go in one letter."""
    to = recipient_of(session, house, letter)
    if not to.new_talk:
        raise NotNeeded("told already")
    return short_letter(to, "said", seat_news=talk_news(to))


def paused(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter)
    if to.match.status != "paused":
        raise NotNeeded("the match goes on")
    asked = to.view.ask is not None and not to.has_lent
    need = need_of(to.match.needs, "resume")
    deadline, needed = deadline_for(to, asked=False) if asked else None, to.speech.gettext(NEEDED[need])
    return short_letter(
        to, "paused", deadline, asked=asked, needed=needed, by_host=need == "host", lent=to.has_lent
    )


def resumed(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """A letter about a turn does not leave during a pause, so this one has all that it would have said."""
    to = recipient_of(session, house, letter)
    if to.match.status != "running":
        raise NotNeeded("the match does not go on")
    facts = ResumedFacts.from_json(letter.facts)
    if to.has_lent:
        return short_letter(to, "resumed", turn=None, rested=facts.rested, aside=facts.aside, lent=True)
    turn = own_turn(to)
    deadline = deadline_for(to, asked=True) if turn else None
    return match_letter(to, "resumed", turn, deadline, rested=facts.rested, aside=facts.aside, lent=False)


@dataclass(frozen=True)
class ResultView:
    ending: Ending
    record: str  # its address
    book: str  # its address
    attached: bool  # the book
    diary: str  # the address where its writer lets the book print it; "" for a player who has none
    film: str  # where it is shown
    film_attached: bool


def result(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = recipient_of(session, house, letter)
    if not has_ended(to.match):
        raise NotNeeded("the match is not over")
    book = store.for_letter(session, to.match, to.player.language)
    film = film_store.for_letter(session, to.match.id, to.player.language)
    shown = ResultView(
        ending=ending_of(to.match, to.view.names, to.speech),
        record=f"{to.match_address}/record.jsonl",
        book=f"{to.match_address}/report",
        attached=book is not None,
        diary=_diary_address(session, to),
        film=f"{to.match_address}/report#film",
        film_attached=film is not None,
    )
    composed = match_letter(to, "result", deadline=deadline_for(to, asked=False), result=shown)
    return replace(composed, book=book, film=film)


def _diary_address(session: Session, to: Recipient) -> str:
    diary = own_diary(session, to.match, to.player.id)
    if not diary.entries or diary.prints or owner_id_of(to.seat) != to.player.id:
        return ""
    return seat_links.owner_address(to.house, "diary", to.match.code, to.seat)


# --- Whether a turn still needs its letter ---


def the_turn(to: Recipient, facts: TurnFacts) -> OwnTurn:
    """NotNeeded if the seat is not asked for that turn any more."""
    turn = own_turn(to)
    if to.match.status != "running":
        raise NotNeeded("the match is not being played")
    if not turn or to.match.turn != facts.turn:
        raise NotNeeded("answered already")
    return turn


ANSWERS = (
    select(Letter.text)
    .where(Letter.match_id == bindparam("match_id"), Letter.player_id == bindparam("player_id"))
    .where(or_(*(col(Letter.kind) == kind for kind in ANSWER_KINDS)), col(Letter.sent_at).is_not(None))
    .order_by(col(Letter.id).desc())
    .limit(LAST_ANSWERS)
)


def _told_in_an_answer(session: Session, to: Recipient) -> bool:
    """Whether an answer that has left has the links for this turn."""
    answers = look_up_columns(session, ANSWERS, match_id=to.match.id, player_id=to.player.id)
    return any(_is_link_for(to, token) for (text,) in answers for token in LINK.findall(text))


def _is_link_for(to: Recipient, token: str) -> bool:
    try:
        link = to.house.links.read_action(token)
    except BadLink:
        return False
    return (link.match, link.seat, link.turn) == (to.match.code, to.number, to.match.turn)
