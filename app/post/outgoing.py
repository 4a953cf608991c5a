"""Sends the letters that are due: at least once each, and always with the same Message-ID."""

import logging
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from email.utils import parseaddr
from functools import partial
from time import monotonic

from sqlalchemy import update
from sqlmodel import Session, col

from app.house import House
from app.letters import Composed, NotNeeded, Told, compose
from app.models import Letter, Seat, now
from app.post.addresses import Addresses
from app.post.dkim import signer_of
from app.post.message import Posting, message
from app.post.server import Away, Refused, Server
from app.services import leaving, outbox
from app.services.leaving import Digest, Now, Skip, Wait

log = logging.getLogger(__name__)

LONGEST_ERROR = 300


def send_due(house: House, limit: int = 50, at: datetime | None = None) -> int:
    """How many were due; each of them has left now, or has a later time, or none. `at` is the present."""
    at, begun = at or now(), monotonic()
    letters = house.db.write(partial(outbox.claim, at=at, limit=limit))
    with server_of(house) as server:
        for letter in letters:
            # Were the lease to run out, another sender would send the same letters.
            if monotonic() - begun > outbox.LEASE.total_seconds() / 2:
                break
            fate = _deliver(house, server, letter, at)
            house.db.write(partial(_settle, letter=letter, at=at, fate=fate))
    return len(letters)


def server_of(house: House) -> AbstractContextManager[Server | None]:
    url = house.settings.smtp_url
    return Server(url, house.settings.host) if url else nullcontext()


Fate = Composed | NotNeeded | Refused | Wait | Digest | Skip


def _deliver(house: House, server: Server | None, letter: Letter, at: datetime) -> Fate:
    """What became of it; without a server it is kept, which is as good as sent."""
    if letter.tries > len(outbox.PAUSES) + 1:
        return Refused("every try to send it broke off", never=True)
    try:
        with house.db.reading() as session:
            fate = leaving.fate_of(session, letter, at)
            if not isinstance(fate, Now):
                return fate
            composed = compose(session, house, letter)
        if server:
            _send(house, server, letter, composed)
            composed = replace(composed, picture=None)  # only what is shown here is kept with its picture
    except (NotNeeded, Refused) as why:
        return why
    except UnicodeEncodeError:
        return Refused("the address has letters that mail servers do not take", never=True)
    except Away as error:
        return Refused(str(error))
    except Exception as error:  # one letter must not hold up the others
        log.exception("letter %s could not be sent", letter.id)
        return Refused(type(error).__name__)
    return composed


def _send(house: House, server: Server, letter: Letter, composed: Composed) -> None:
    settings = house.settings
    posting = Posting(letter.message_id, letter.wanted_at, settings.host, settings.sender, letter.kind)
    raw = message(composed, posting).as_bytes()
    if signer := signer_of(settings):
        raw = signer.signed(raw, int(letter.wanted_at.timestamp()))
    sender = parseaddr(settings.sender)[1]
    if settings.takes_mail:
        sender = Addresses(settings).bounce(letter.id or 0)
    try:
        server.send(sender, composed.to, raw)
    except Refused as refused:
        # The host of a match reads this; the address of a guest is none of the host's business.
        raise Refused(str(refused).replace(composed.to, "…"), refused.never) from None


def _settle(session: Session, letter: Letter, at: datetime, fate: Fate) -> None:
    if isinstance(fate, Composed):
        outbox.sent(session, letter, at, fate.subject, fate.text, fate.html)
        if fate.picture:
            _keep(session, letter, fate.picture)
        for told in fate.told:
            _remember(session, told)
    elif isinstance(fate, NotNeeded):
        outbox.not_needed(session, letter, str(fate))
    elif not isinstance(fate, Refused):
        leaving.settle(session, letter, fate, at)
    elif fate.never:
        outbox.give_up(session, letter, str(fate)[:LONGEST_ERROR])
    else:
        outbox.failed(session, letter, at, str(fate)[:LONGEST_ERROR])


def _keep(session: Session, letter: Letter, picture: bytes) -> None:
    mine = update(Letter).where(col(Letter.id) == letter.id)
    session.connection().execute(mine.values(picture=picture))


def _remember(session: Session, told: Told) -> None:
    """The next letter begins after this one's news; another letter may have told more already."""
    seat = col(Seat.id) == told.seat_id
    for column, to in ((col(Seat.told), told.lines), (col(Seat.heard), told.heard)):
        session.connection().execute(update(Seat).where(seat & (column < to)).values({column: to}))
