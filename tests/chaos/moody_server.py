"""A mail server that has its moods."""

import asyncio
from asyncio import WriteTransport
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.world.mail_server import OK, Sink, listening

# away: nobody answers; frozen: it takes calls, and says nothing; busy: "try again"; deaf: the line is cut
# before it has kept a letter; forgetful: it is cut behind that; slow: seconds for each letter.
MOODS = ("away", "frozen", "busy", "deaf", "forgetful", "slow")
CALM = "calm"
SLOW_SECONDS = 3.0


@dataclass
class MoodyServer(Sink):
    mood: str = CALM

    async def handle_EHLO(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, answers: list[str]
    ) -> list[str]:
        session.host_name = hostname
        await self._while_frozen()
        return answers

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        await self._while_frozen()
        if self.mood == "slow":
            await asyncio.sleep(SLOW_SECONDS)
        if self.mood == "busy":
            return "451 4.3.2 too much to do"
        if self.mood == "deaf":
            return _hang_up(server)
        said = await super().handle_DATA(server, session, envelope)
        return _hang_up(server) if self.mood == "forgetful" else said

    async def _while_frozen(self) -> None:
        while self.mood == "frozen":
            await asyncio.sleep(0.1)


def _hang_up(server: SMTP) -> str:
    if isinstance(server.transport, WriteTransport):
        server.transport.abort()
    return OK


class Door(SMTP):
    """Nobody is at home while the server is away."""

    def connection_made(self, transport: Any) -> None:
        if getattr(self.event_handler, "mood", CALM) == "away":
            transport.abort()
        else:
            super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self.transport:
            super().connection_lost(error)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self.transport else None

    def data_received(self, data: bytes) -> None:
        if self.transport:
            super().data_received(data)


@contextmanager
def moody_server() -> Iterator[MoodyServer]:
    server = MoodyServer()
    with listening(server, door=Door):
        yield server
