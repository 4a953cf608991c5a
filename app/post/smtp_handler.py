"""The answers to an SMTP client: accepted (250), try again later (4xx), or no such address here (550).

A mail is accepted once it is stored in the database. The database is used from threads, so that no connection
waits for the mail of another.
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
from app.post.rate_limit import RateLimit
from app.services.inbox import intake, rsvp
from app.tally import count_refusal

log = logging.getLogger(__name__)

R = TypeVar("R")

# A mail answers one letter; a few more for a player who writes to several matches at once.
MOST_RECIPIENTS = 10
# Recipients, from one machine. The site's own mail server may bring the mail of all players.
MOST_A_MINUTE = 600
# For the database to answer. SMTP clients wait for minutes.
LONGEST_SECONDS = 30.0

ACCEPTED = "250 2.0.0 Taken in"
KNOWN = "250 2.1.5 Known"
UNKNOWN_ADDRESS = (
    "550 5.1.1 There is no such address here. "
    "Answer one of our letters, and leave the address as it stands there"
)
INVITATION_VOID = "550 5.1.1 This invitation is not valid any more; who invited you can send another"
OTHER_DOMAIN = "550 5.7.1 Mail is taken in for {} only, and nothing is passed on"
TOO_MANY_RECIPIENTS = f"452 4.5.3 Too many recipients: at most {MOST_RECIPIENTS} for one mail"
TOO_FAST = "451 4.7.1 Too many mails from there within a minute; please try again later"
TOO_MANY_MAILS = (
    f"452 4.2.1 More than {intake.MOST_AN_HOUR} mails to one address within an hour; please try again later"
)
TRY_LATER = "451 4.3.0 The mail cannot be put down just now; please try again later"
NO_VERIFYING = "252 2.1.5 Who is here is not told; send it, and see"


class SmtpHandler:
    """The handler of aiosmtpd, which sets the names of the methods."""

    def __init__(self, house: House, threads: Executor, pace: RateLimit | None = None) -> None:
        self._house = house
        self._addresses = Addresses(house.settings)
        self._threads = threads
        self._pace = pace or RateLimit(MOST_A_MINUTE, seconds=60)
        self.proxies = house.settings.proxies
        self.storing = 0  # how many mails are being stored

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = await self._answer_to(session, envelope, address)
        if answer != KNOWN:
            count_refusal("door", answer[:3], answer.partition(" ")[2].partition("@")[0])
        return answer

    async def _answer_to(self, session: Session, envelope: Envelope, address: str) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        if not self._addresses.here(address):
            return OTHER_DOMAIN.format(f"@{self._house.settings.domain}")
        if not self._pace.allows(_peer_name(session.peer), monotonic()):
            return TOO_FAST
        return await self._recipient(envelope, address)

    async def _recipient(self, envelope: Envelope, address: str) -> str:
        try:
            answer = await self._in_thread(partial(self._look_up, address))
        except (SQLAlchemyError, TimeoutError) as error:
            return _log_and_defer(error)
        if isinstance(answer, str):
            return answer
        envelope.rcpt_tos.append(answer.whole)
        return KNOWN

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.storing += 1
        try:
            answers = [await self._take_in(to, envelope) for to in envelope.rcpt_tos]
        finally:
            self.storing -= 1
        if isinstance(server, LMTP):
            return "\r\n".join(answers)
        # SMTP has one answer for all recipients. A mail that comes again is not stored twice.
        return next((answer for answer in answers if answer != ACCEPTED), ACCEPTED)

    async def _take_in(self, to: str, envelope: Envelope) -> str:
        try:
            is_stored = await self._in_thread(partial(self._store, to, envelope))
        except (SQLAlchemyError, TimeoutError) as error:
            return _log_and_defer(error)
        return ACCEPTED if is_stored else TOO_MANY_MAILS

    async def handle_VRFY(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str
    ) -> str:
        return NO_VERIFYING

    async def handle_exception(self, error: Exception) -> str:
        """aiosmtpd fails on some malformed commands. The client is not told why."""
        log.warning("a command could not be carried out: %s", type(error).__name__)
        return TRY_LATER

    async def _in_thread(self, work: Callable[[], R]) -> R:
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        return await asyncio.wait_for(running, LONGEST_SECONDS)

    def _look_up(self, text: str) -> Address | str:
        """The address, or the SMTP answer that says why no mail is accepted for it."""
        with self._house.reading() as session:
            address = intake.known_address(session, self._house, text)
            if address and address.kind == "invitation" and not rsvp.keeps_seat(session, address):
                return INVITATION_VOID
            return address or UNKNOWN_ADDRESS

    def _store(self, to: str, envelope: Envelope) -> bool:
        raw = envelope.content
        assert isinstance(raw, bytes)
        sender = (envelope.mail_from or "").strip("<>")
        take_in = partial(intake.take_in, house=self._house, to=to, sender=sender, raw=raw)
        return self._house.write(take_in) is not None


def _peer_name(peer: Any) -> str:
    """The client's IP address. All clients of a unix socket count as one."""
    return str(peer[0]) if isinstance(peer, tuple) and peer else "here"


def _log_and_defer(error: Exception) -> str:
    log.warning("mail has to wait: the database does not answer (%s)", type(error).__name__)
    return TRY_LATER
