"""The server that mail comes in at, SMTP or LMTP, and the limits for its clients."""

import asyncio
import os
import re
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from app.post.smtp_handler import SmtpHandler

MOST_CONNECTIONS = 100
# Bytes of a mail, as many as other servers take: an answer with photos must still get through.
LARGEST_MAIL = 25 * 1024 * 1024
# Bytes of all mails that are being brought at the same time. In memory they take about three times as much.
MOST_AT_ONCE = 4 * LARGEST_MAIL
# A mail that is not larger gets through, however much others bring.
SMALL_MAIL = 256 * 1024
# Some mail programs write a whole paragraph in one line, though RFC 5321 ends lines at 998 characters.
LONGEST_LINE = 100_000
SECONDS = 120  # for a command; for a whole mail
LOOK_SECONDS = 0.02

CONTROL_CHARACTERS = re.compile(r"\r(?!\n)|(?<!\r)\n|[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]")
TOO_MANY_CONNECTIONS = b"421 4.3.2 Too many are here at once; please try again in a minute\r\n"
TOO_MUCH_DATA = b"552 5.3.4 That is more than was allowed\r\n"
TOO_MUCH_AT_ONCE = b"421 4.3.1 Too many large mails at once; please try again in a minute\r\n"
TOO_LARGE_SHORTLY = re.compile(r"^552 Error: [^\r]*", re.MULTILINE)  # as aiosmtpd says it
TOO_LARGE = (
    f"552 5.3.4 A mail may have {LARGEST_MAIL // 1024**2} MB at most. Only its text is read, "
    "so please send it again without the attachments"
)


class AddressInUse(OSError):
    """Another program listens at this address."""


class SmtpConnection(SMTP):
    """One client. aiosmtpd limits the size of a mail, but not that of a line without an end; this does."""

    line_length_limit = LONGEST_LINE

    def __init__(self, entrance: "SmtpServer") -> None:
        self._entrance = entrance
        self._unanswered = 0  # bytes
        super().__init__(
            entrance.door,
            hostname=entrance.name,
            ident="Chasqui",
            data_size_limit=LARGEST_MAIL,
            enable_SMTPUTF8=True,
            timeout=SECONDS,
            loop=asyncio.get_running_loop(),
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._entrance.inside.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._entrance.inside.discard(self)
        self._forget_unanswered()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self._unanswered += len(data)
        self._entrance.unanswered += len(data)
        if self._unanswered > 2 * LARGEST_MAIL:
            self.hang_up(TOO_MUCH_DATA)
        elif self._unanswered > SMALL_MAIL and self._entrance.is_full:
            self.hang_up(TOO_MUCH_AT_ONCE)
        else:
            super().data_received(data)

    async def push(self, status: Any) -> None:
        self._forget_unanswered()
        # aiosmtpd repeats a command that it does not know, whatever characters are in it.
        await super().push(CONTROL_CHARACTERS.sub("?", TOO_LARGE_SHORTLY.sub(TOO_LARGE, str(status))))

    def _forget_unanswered(self) -> None:
        self._entrance.unanswered -= self._unanswered
        self._unanswered = 0

    def hang_up(self, answer: bytes = b"") -> None:
        self._forget_unanswered()
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.write(answer)
            self.transport.close()


class LmtpConnection(SmtpConnection, LMTP):
    """After a mail LMTP wants an answer for each recipient. If aiosmtpd itself refuses, it gives only one."""

    _expects_mail = False

    async def push(self, status: Any) -> None:
        answer = str(status)
        if self._expects_mail and "\r\n" not in answer and self.envelope:
            answer = "\r\n".join([answer] * max(1, len(self.envelope.rcpt_tos)))
        self._expects_mail = answer.startswith("354")
        await super().push(answer)


class TurnedAway(asyncio.Protocol):
    """A client that comes when there are too many already."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(TOO_MANY_CONNECTIONS)
        transport.close()


class SmtpServer:
    """`url` as in CHASQUI_DOOR: smtp or lmtp, with host and port or the path of a unix socket."""

    def __init__(self, door: SmtpHandler, url: str, name: str, most_at_once: int = MOST_AT_ONCE) -> None:
        self.door = door
        self.name = name  # our own, in the greeting
        self.unanswered = 0  # bytes, of all connections
        self._most_at_once = most_at_once
        self.inside: set[SmtpConnection] = set()  # the open connections
        self._parts = urlsplit(url)
        self._server: asyncio.Server | None = None

    @property
    def is_full(self) -> bool:
        return self.unanswered > self._most_at_once

    def _connection(self) -> asyncio.Protocol:
        if len(self.inside) >= MOST_CONNECTIONS:
            return TurnedAway()
        return LmtpConnection(self) if self._parts.scheme == "lmtp" else SmtpConnection(self)

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        if self._parts.hostname:
            self._server = await loop.create_server(self._connection, self._parts.hostname, self._parts.port)
        else:
            path = Path(self._parts.path)
            _remove_stale_socket(path)
            self._server = await loop.create_unix_server(self._connection, path)
            # The mail server runs as another user. As with a port, any program here may bring mail.
            path.chmod(0o666)

    @property
    def place(self) -> Any:
        """Where it listens: a host and a port, or a path."""
        assert self._server
        return self._server.sockets[0].getsockname()

    async def _until(self, holds: Callable[[], bool], end: float) -> None:
        while not holds() and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(LOOK_SECONDS)

    async def close(self, seconds: float = 5.0) -> None:
        """Mails that are being stored still get their answer; idle clients are hung up on."""
        if not self._server:
            return
        loop = asyncio.get_running_loop()
        for listening in self._server.sockets:
            loop.remove_reader(listening.fileno())
        await asyncio.sleep(LOOK_SECONDS)  # clients that were accepted at the last moment are in `inside` now
        self._server.close()
        until = loop.time() + seconds
        await self._until(lambda: not self.door.storing, until)
        for connection in tuple(self.inside):
            connection.hang_up()
        await self._until(lambda: not self.inside, until)
        if not self._parts.hostname:
            Path(self._parts.path).unlink(missing_ok=True)


def _remove_stale_socket(path: Path) -> None:
    """A killed program leaves its unix socket behind. One that is in use stays, and is an error."""
    if not path.exists():
        return
    if not stat.S_ISSOCK(path.stat().st_mode):
        raise AddressInUse(f"{path} is there already, and is no socket")
    if _has_listener(path):
        raise AddressInUse(f"another program listens at {path}")
    path.unlink()


def _has_listener(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(os.fspath(path)) == 0
