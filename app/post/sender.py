"""Sends the letters that are due: each at least once, and always with the same Message-ID."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from email.utils import parseaddr
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from sqlalchemy import Boolean, bindparam, case, update
from sqlmodel import Session, col

from app.clock import now
from app.db import statements
from app.db.database import Instant
from app.db.rows import connection_of
from app.house import House
from app.letters import ComposedLetter, NotNeeded, SeatNews, compose
from app.mail.addresses import Addresses
from app.mail.write.dkim import signer_of
from app.mail.write.folding import to_bytes
from app.mail.write.message import Posting, build_message
from app.models import Letter, Seat
from app.post.smtp_client import LetterRefused, MailServerAway, SmtpClient
from app.services import outbox
from app.services.outbox import bounces, schedule
from app.services.outbox.schedule import InDigest, Leave, Skip, Wait

log = logging.getLogger(__name__)

LONGEST_ERROR = 300


class PreparedLetter(NamedTuple):
    """A letter that is ready to be sent. `raw` is its message; empty where no mail server is set."""

    composed: ComposedLetter
    raw: bytes = b""


Prepare = Callable[[Session, House, Letter], PreparedLetter]
Fate = PreparedLetter | NotNeeded | LetterRefused | Wait | InDigest | Skip


class LetterOnItsWay(NamedTuple):
    letter: Letter
    fate: Future[Fate]


def prepare_letter(session: Session, house: House, letter: Letter) -> PreparedLetter:
    """Composes a letter from the present state of its match, not from that of when it became due."""
    composed = compose(session, house, letter)
    return PreparedLetter(
        composed, _signed_message(house, letter, composed) if house.settings.smtp_url else b""
    )


def _signed_message(house: House, letter: Letter, composed: ComposedLetter) -> bytes:
    settings = house.settings
    message_id = Addresses(settings).message_id(letter.message_id)
    posting = Posting(message_id, letter.wanted_at, settings.host, settings.sender, letter.kind)
    raw = to_bytes(build_message(composed, posting))
    signer = signer_of(settings)
    return signer.signed(raw, int(letter.wanted_at.timestamp())) if signer else raw


def send_due(
    house: House, limit: int = 50, at: datetime | None = None, write: Prepare = prepare_letter
) -> int:
    """Tries to send the letters that are due at `at` (now), and returns how many there were."""
    at, start = at or now(), monotonic()
    letters = house.write(partial(outbox.claim, at=at, limit=limit))
    with mail_server(house) as server, ThreadPoolExecutor(1, "post") as sender:
        previous: LetterOnItsWay | None = None
        for letter in letters:
            # When the lease has run out, another sender may send the same letters.
            if monotonic() - start > outbox.LEASE.total_seconds() / 2:
                break
            if previous and _share_news(previous.letter, letter):
                _finish(house, previous, at)
                previous = None
            fate = _prepare_or_explain(house, letter, at, write)
            # While this letter is sent, the previous one is recorded and the next one is composed.
            current = LetterOnItsWay(letter, sender.submit(_hand_over, house, server, letter, fate))
            if previous:
                _finish(house, previous, at)
            previous = current
        if previous:
            _finish(house, previous, at)
    return len(letters)


def _share_news(before: Letter, letter: Letter) -> bool:
    """Whether the earlier letter may tell news that the later one need not repeat.

    A letter without a match, like a digest, may be about all matches of its player.
    """
    same_match = before.match_id == letter.match_id or None in (before.match_id, letter.match_id)
    return before.player_id == letter.player_id and same_match


def _finish(house: House, sending: LetterOnItsWay, at: datetime) -> None:
    """Waits until the mail server has answered, and records what became of the letter."""
    fate = sending.fate.result()
    house.write(partial(_record_fate, letter=sending.letter, at=at, fate=fate))


def mail_server(house: House) -> AbstractContextManager[SmtpClient | None]:
    settings = house.settings
    if not settings.smtp_url:
        return nullcontext()
    return SmtpClient(settings.smtp_url, settings.host, settings.smtp_tls)


def _prepare_or_explain(house: House, letter: Letter, at: datetime, write: Prepare) -> Fate:
    """The letter, ready to be sent, or why it is not sent now."""
    if outbox.LETTERS.always_broke_off(letter):
        return LetterRefused("every try to send it broke off", never=True)
    try:
        with house.reading() as session:
            fate = schedule.fate_of(session, letter, at)
            return write(session, house, letter) if isinstance(fate, Leave) else fate
    except NotNeeded as reason:
        return reason
    except UnicodeEncodeError:
        return LetterRefused("the address has letters that mail servers do not take", never=True)
    except Exception as error:  # one letter must not hold up the others
        log.exception("letter %s could not be written", letter.id)
        return LetterRefused(type(error).__name__)


def _hand_over(house: House, server: SmtpClient | None, letter: Letter, fate: Fate) -> Fate:
    """Sends a letter that is ready. Where no mail server is set, letters are kept, and count as sent."""
    if not server or not isinstance(fate, PreparedLetter):
        return fate
    sender = parseaddr(house.settings.sender)[1]
    if house.settings.takes_mail:
        sender = Addresses(house.settings).bounce(letter.message_id)
    to = fate.composed.to
    try:
        server.send(sender, to, fate.raw)
    except LetterRefused as refused:
        # The host of a match reads this, but must not learn the addresses of guests.
        return LetterRefused(str(refused).replace(to, "…"), refused.never, refused.by_server)
    except MailServerAway as error:
        return LetterRefused(str(error))
    except Exception as error:  # one letter must not hold up the others
        log.exception("letter %s could not be sent", letter.id)
        return LetterRefused(type(error).__name__)
    # Only letters that are read at /mailbox are kept: their links open what they are about.
    return PreparedLetter(replace(fate.composed, picture=None, text="", html=""))


def _record_fate(session: Session, letter: Letter, at: datetime, fate: Fate) -> None:
    if isinstance(fate, PreparedLetter):
        outbox.mark_sent(session, letter, at, fate.composed)
        for news in fate.composed.seat_news:
            _remember_news(session, news)
    elif isinstance(fate, NotNeeded):
        outbox.mark_not_needed(session, letter, str(fate))
    elif not isinstance(fate, LetterRefused):
        schedule.apply_fate(session, letter, fate, at)
    elif fate.never:
        outbox.give_up(session, letter, str(fate)[:LONGEST_ERROR])
        if fate.by_server:
            bounces.count_refusal(session, letter, str(fate))
    else:
        outbox.mark_failed(session, letter, at, str(fate)[:LONGEST_ERROR])


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
