"""What became of a letter, and what is put down about it."""

import logging
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Boolean, bindparam, case, update
from sqlmodel import Session, col

from app.db import statements
from app.db.database import Instant
from app.db.rows import connection_of
from app.house import House
from app.letters import ComposedLetter, NotNeeded, SeatNews
from app.models import Letter, Seat
from app.post.smtp_client import LetterRefused
from app.services import outbox
from app.services.outbox import bounces, last_look, relay, schedule
from app.services.outbox.schedule import InDigest, Skip, Wait

log = logging.getLogger(__name__)

LONGEST_ERROR = 300


class PreparedLetter(NamedTuple):
    """A letter that is ready to be sent. `raw` is its message; empty where no mail server is set."""

    composed: ComposedLetter
    raw: bytes = b""


class CannotBeMade(Exception):
    """Because of us. `again`: it is worth another try."""

    def __init__(self, why: str, again: bool) -> None:
        super().__init__(why)
        self.again = again


class NotOurs(Exception):
    """The lease has run out, and somebody else has the letter."""


class NotNow(NamedTuple):
    """Nothing has been said about the letter."""

    until: datetime


class Away(NamedTuple):
    """The mail server is: no other letter can leave either."""

    why: str
    until: datetime


Refused = LetterRefused | CannotBeMade
Fate = PreparedLetter | NotNeeded | Refused | NotOurs | NotNow | Away | Wait | InDigest | Skip


def record_fate(session: Session, house: House, letter: Letter, at: datetime, fate: Fate) -> None:
    if isinstance(fate, PreparedLetter):
        _record_sent(session, house, letter, at, fate.composed)
    elif isinstance(fate, NotNeeded):
        outbox.mark_not_needed(session, letter, str(fate))
    elif isinstance(fate, NotNow | Away):
        outbox.put_back(session, letter, fate.until)
        if isinstance(fate, Away):
            relay.is_away(session, at, fate.why)
    elif isinstance(fate, LetterRefused):
        _record_refusal(session, letter, at, fate)
    elif isinstance(fate, CannotBeMade):
        _record_own_fault(session, letter, at, fate)
    elif not isinstance(fate, NotOurs):
        schedule.apply_fate(session, letter, fate, at)


def _record_sent(
    session: Session, house: House, letter: Letter, at: datetime, composed: ComposedLetter
) -> None:
    by_mail = bool(house.settings.smtp_url)
    if not by_mail and not last_look.is_still_needed(session, letter):
        outbox.mark_not_needed(session, letter, last_look.ANSWERED)
        return
    outbox.mark_sent(session, letter, at, composed)
    for news in composed.seat_news:
        _remember_news(session, news)
    if by_mail:
        relay.has_taken(session, at)


def _record_refusal(session: Session, letter: Letter, at: datetime, refused: LetterRefused) -> None:
    why = str(refused)[:LONGEST_ERROR]
    if refused.never:
        outbox.give_up(session, letter, why)
        if refused.by_server:
            bounces.count_refusal(session, letter, str(refused))
    else:
        counts = not refused.perhaps_all or relay.has_refused(session, at, why)
        outbox.mark_failed(session, letter, at, why, counts)


def _record_own_fault(session: Session, letter: Letter, at: datetime, fault: CannotBeMade) -> None:
    why = str(fault)[:LONGEST_ERROR]
    if fault.again and outbox.LETTERS.next_try(letter, at):
        outbox.mark_failed(session, letter, at, why)
    else:
        log.error("letter %s is set aside: %s", letter.id, why)
        outbox.set_aside(session, letter, why)


def _remember_news(session: Session, news: SeatNews) -> None:
    """The next letter begins behind the news of this one. Another letter may have told even more already."""
    statements.write(connection_of(session), REMEMBER_NEWS, [news._asdict()])


def _greater(column: Any, parameter: str) -> Any:
    return case((column < bindparam(parameter), bindparam(parameter)), else_=column)


REMEMBER_NEWS = (
    update(Seat)
    .where(col(Seat.id) == bindparam("seat_id"))
    .values(
        told=_greater(col(Seat.told), "lines"),
        heard=_greater(col(Seat.heard), "heard"),
        entry_at=case(
            (bindparam("has_entry", type_=Boolean), bindparam("entry_at", type_=Instant)),
            else_=col(Seat.entry_at),
        ),
        plan_told=case((col(Seat.plan_told) == bindparam("plan_gone"), ""), else_=col(Seat.plan_told)),
    )
)
