"""Sends the letters that are due: at least once each, and always with the same Message-ID."""

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

from app.db import statements
from app.db.database import Instant
from app.db.rows import connection_of
from app.house import House
from app.letters import ComposedLetter, NotNeeded, SeatNews, compose
from app.mail.addresses import Addresses
from app.mail.write.dkim import signer_of
from app.mail.write.message import Posting, message
from app.models import Letter, Seat, now
from app.post.smtp_client import Away, Refused, Server
from app.services import outbox
from app.services.outbox import bounces, schedule
from app.services.outbox.schedule import Digest, Now, Skip, Wait

log = logging.getLogger(__name__)

LONGEST_ERROR = 300


class Ready(NamedTuple):
    """A letter as it goes to a mail server; for one that is kept here, `raw` is empty."""

    composed: ComposedLetter
    raw: bytes = b""


Write = Callable[[Session, House, Letter], Ready]
Fate = Ready | NotNeeded | Refused | Wait | Digest | Skip


class Going(NamedTuple):
    """A letter on its way."""

    letter: Letter
    fate: Future[Fate]


def written(session: Session, house: House, letter: Letter) -> Ready:
    """Whatever is to leave is written from how things stand now."""
    composed = compose(session, house, letter)
    return Ready(composed, _signed(house, letter, composed) if house.settings.smtp_url else b"")


def _signed(house: House, letter: Letter, composed: ComposedLetter) -> bytes:
    settings = house.settings
    posting = Posting(letter.message_id, letter.wanted_at, settings.host, settings.sender, letter.kind)
    raw = message(composed, posting).as_bytes()
    signer = signer_of(settings)
    return signer.signed(raw, int(letter.wanted_at.timestamp())) if signer else raw


def send_due(house: House, limit: int = 50, at: datetime | None = None, write: Write = written) -> int:
    """How many were due; each of them has left now, or has a later time, or none. `at` is the present."""
    at, begun = at or now(), monotonic()
    letters = house.write(partial(outbox.claim, at=at, limit=limit))
    with server_of(house) as server, ThreadPoolExecutor(1, "post") as sender:
        going: Going | None = None
        for letter in letters:
            # Were the lease to run out, another sender would send the same letters.
            if monotonic() - begun > outbox.LEASE.total_seconds() / 2:
                break
            if going and _tell_the_same(going.letter, letter):
                _arrived(house, going, at)
                going = None
            fate = _fate(house, letter, at, write)
            # While it is on its way, the one before is put down as sent, and the next one is written.
            now_going = Going(letter, sender.submit(_handed_over, house, server, letter, fate))
            if going:
                _arrived(house, going, at)
            going = now_going
        if going:
            _arrived(house, going, at)
    return len(letters)


def _tell_the_same(before: Letter, letter: Letter) -> bool:
    """What one has told, the other need not tell again. A digest is about all matches of its reader."""
    same = before.match_id == letter.match_id or None in (before.match_id, letter.match_id)
    return before.player_id == letter.player_id and same


def _arrived(house: House, going: Going, at: datetime) -> None:
    fate = going.fate.result()
    house.write(partial(_settle, letter=going.letter, at=at, fate=fate))


def server_of(house: House) -> AbstractContextManager[Server | None]:
    url = house.settings.smtp_url
    return Server(url, house.settings.host) if url else nullcontext()


def _fate(house: House, letter: Letter, at: datetime, write: Write) -> Fate:
    """What is to become of it: the letter as it is now, or why it does not leave."""
    if outbox.LETTERS.always_broke_off(letter):
        return Refused("every try to send it broke off", never=True)
    try:
        with house.reading() as session:
            fate = schedule.fate_of(session, letter, at)
            return write(session, house, letter) if isinstance(fate, Now) else fate
    except NotNeeded as why:
        return why
    except UnicodeEncodeError:
        return Refused("the address has letters that mail servers do not take", never=True)
    except Exception as error:  # one letter must not hold up the others
        log.exception("letter %s could not be written", letter.id)
        return Refused(type(error).__name__)


def _handed_over(house: House, server: Server | None, letter: Letter, fate: Fate) -> Fate:
    """Without a server it is kept, which is as good as sent."""
    if not server or not isinstance(fate, Ready):
        return fate
    sender = parseaddr(house.settings.sender)[1]
    if house.settings.takes_mail:
        sender = Addresses(house.settings).bounce(letter.id or 0)
    to = fate.composed.to
    try:
        server.send(sender, to, fate.raw)
    except Refused as refused:
        # The host of a match reads this; the address of a guest is none of the host's business.
        return Refused(str(refused).replace(to, "…"), refused.never, refused.by_server)
    except Away as error:
        return Refused(str(error))
    except Exception as error:  # one letter must not hold up the others
        log.exception("letter %s could not be sent", letter.id)
        return Refused(type(error).__name__)
    return Ready(replace(fate.composed, picture=None))  # only what is shown here is kept with its picture


def _settle(session: Session, letter: Letter, at: datetime, fate: Fate) -> None:
    if isinstance(fate, Ready):
        outbox.sent(session, letter, at, fate.composed)
        for news in fate.composed.seat_news:
            _remember(session, news)
    elif isinstance(fate, NotNeeded):
        outbox.not_needed(session, letter, str(fate))
    elif not isinstance(fate, Refused):
        schedule.settle(session, letter, fate, at)
    elif fate.never:
        outbox.give_up(session, letter, str(fate)[:LONGEST_ERROR])
        if fate.by_server:
            bounces.refused(session, letter, str(fate))
    else:
        outbox.failed(session, letter, at, str(fate)[:LONGEST_ERROR])


def _remember(session: Session, news: SeatNews) -> None:
    """The next letter begins after this one's news; another letter may have told more already."""
    statements.write(connection_of(session), REMEMBER, [news._asdict()])


def _more(column: Any, told: str) -> Any:
    return case((column < bindparam(told), bindparam(told)), else_=column)


REMEMBER = (
    update(Seat)
    .where(col(Seat.id) == bindparam("seat_id"))
    .values(
        told=_more(col(Seat.told), "lines"),
        heard=_more(col(Seat.heard), "heard"),
        entry_at=case(
            (bindparam("has_entry", type_=Boolean), bindparam("entry_at", type_=Instant)),
            else_=col(Seat.entry_at),
        ),
        plan_told=case((col(Seat.plan_told) == bindparam("plan_gone"), ""), else_=col(Seat.plan_told)),
    )
)
