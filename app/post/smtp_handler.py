"""What is said to who brings mail: taken in, later, or not here. Taken in is what is in the database.

The database is talked to in threads, so that one mail never keeps another waiting at the door.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy.exc import SQLAlchemyError

from app.house import House
from app.mail.addresses import Address, Addresses
from app.post.rate_limit import Pace
from app.services.inbox import intake, rsvp

log = logging.getLogger(__name__)

R = TypeVar("R")

# A mail answers one letter; a few more for who writes to several matches at once.
MOST_RECIPIENTS = 10
# From one machine, a minute. A site's own mail server may bring what a whole site writes.
MOST_A_MINUTE = 600
# That the database may take; who brings mail waits for minutes.
LONGEST_SECONDS = 30.0

TAKEN = "250 2.0.0 Taken in"
UNKNOWN = (
    "550 5.1.1 There is no such address here. "
    "Answer one of our letters, and leave the address as it stands there"
)
VOID = "550 5.1.1 This invitation is not valid any more; who invited you can send another"
ELSEWHERE = "550 5.7.1 Mail is taken in for {} only, and nothing is passed on"
TOO_MANY = f"452 4.5.3 Too many recipients: at most {MOST_RECIPIENTS} for one mail"
TOO_FAST = "451 4.7.1 Too many mails from there within a minute; please try again later"
FULL = (
    f"452 4.2.1 More than {intake.MOST_AN_HOUR} mails to one address within an hour; please try again later"
)
AWAY = "451 4.3.0 The mail cannot be put down just now; please try again later"
NOT_TOLD = "252 2.1.5 Who is here is not told; send it, and see"


class Door:
    """The methods are named as the library calls them."""

    def __init__(self, house: House, threads: Executor, pace: Pace | None = None) -> None:
        self._house = house
        self._addresses = Addresses(house.settings)
        self._threads = threads
        self._pace = pace or Pace(MOST_A_MINUTE, seconds=60)
        self.working = 0  # mails that are being put down

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        if not self._addresses.here(address):
            return ELSEWHERE.format(f"@{self._house.settings.domain}")
        if not self._pace.allows(_machine(session.peer), monotonic()):
            return TOO_FAST
        return await self._recipient(envelope, address)

    async def _recipient(self, envelope: Envelope, address: str) -> str:
        try:
            found = await self._in_thread(partial(self._look_up, address))
        except (SQLAlchemyError, TimeoutError) as error:
            return _away(error)
        if isinstance(found, str):
            return found
        envelope.rcpt_tos.append(found.whole)
        return "250 2.1.5 Known"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.working += 1
        try:
            said = [await self._take_in(to, envelope) for to in envelope.rcpt_tos]
        finally:
            self.working -= 1
        if isinstance(server, LMTP):
            return "\r\n".join(said)
        # One word for all: when it is brought again, what was taken in already counts once.
        return next((word for word in said if word != TAKEN), TAKEN)

    async def _take_in(self, to: str, envelope: Envelope) -> str:
        try:
            taken = await self._in_thread(partial(self._put_down, to, envelope))
        except (SQLAlchemyError, TimeoutError) as error:
            return _away(error)
        return TAKEN if taken else FULL

    async def handle_VRFY(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str
    ) -> str:
        return NOT_TOLD

    async def handle_exception(self, error: Exception) -> str:
        """The library gives up on some commands that are no commands. Nothing of why goes outside."""
        log.warning("a command could not be carried out: %s", type(error).__name__)
        return AWAY

    async def _in_thread(self, work: Callable[[], R]) -> R:
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        return await asyncio.wait_for(running, LONGEST_SECONDS)

    def _look_up(self, address: str) -> Address | str:
        """Or why no mail is taken in for it."""
        with self._house.reading() as session:
            known = intake.known_address(session, self._house, address)
            if known and known.kind == "invitation" and not rsvp.invited_seat(session, int(known.key)):
                return VOID
            return known or UNKNOWN

    def _put_down(self, to: str, envelope: Envelope) -> bool:
        raw = envelope.content
        assert isinstance(raw, bytes)
        sender = (envelope.mail_from or "").strip("<>")
        taking = partial(intake.take_in, house=self._house, to=to, sender=sender, raw=raw)
        return self._house.write(taking) is not None


def _machine(peer: Any) -> str:
    """A unix socket has no name: whoever may open it is one."""
    return str(peer[0]) if isinstance(peer, tuple) and peer else "here"


def _away(error: Exception) -> str:
    log.warning("mail has to wait: the database does not answer (%s)", type(error).__name__)
    return AWAY
