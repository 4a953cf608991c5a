"""A real mail server on loopback that keeps what it is given."""

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, TypeVar

from aiosmtpd.smtp import SMTP, Envelope, Session

OK = "250 OK"


@dataclass
class Sink:
    """`refuses` answers to a recipient; `says` answers to a letter."""

    port: int = 0
    raw: list[bytes] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    refuses: dict[str, str] = field(default_factory=dict)
    says: str = OK

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def messages(self) -> list[EmailMessage]:
        read = [message_from_bytes(raw, policy=policy.default) for raw in self.raw]
        return [message for message in read if isinstance(message, EmailMessage)]

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return OK

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        if self.says == OK:
            self.raw.append(envelope.content)
            self.senders.append(envelope.mail_from or "")
        return self.says


Mine = TypeVar("Mine", bound=Sink)


@contextmanager
def listening(
    sink: Mine, tls: ssl.SSLContext | None = None, door: type[SMTP] = SMTP, **more: Any
) -> Iterator[Mine]:
    """On a port that the system chooses, in a thread of its own; with `tls` from the first byte."""
    loop = asyncio.new_event_loop()

    def open_door() -> SMTP:
        return door(sink, loop=loop, hostname="sink.example", **more)

    server: Any = loop.run_until_complete(loop.create_server(open_door, "127.0.0.1", 0, ssl=tls))
    sink.port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield sink
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(_hang_up())
        loop.close()


async def _hang_up() -> None:
    """Connections that are still open have a task each."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
