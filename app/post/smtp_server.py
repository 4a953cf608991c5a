"""The socket that mail comes in at, SMTP or LMTP, and the bounds of who stands there."""

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

from app.post.smtp_handler import Door

MOST_CONNECTIONS = 100
# A photo under an answer, or our own letter with its pictures below it, must not cost anybody a turn.
LARGEST = 10_000_000
# Some programs write a whole paragraph on one line, though the standard ends lines at 998.
LONGEST_LINE = 100_000
SECONDS = 120  # for a command; for a whole mail
MOMENT = 0.02

UNSEEN = re.compile(r"\r(?!\n)|(?<!\r)\n|[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]")
FULL = b"421 4.3.2 Too many are here at once; please try again in a minute\r\n"
ENDLESS = b"552 5.3.4 That is more than was allowed\r\n"


class TakenAlready(OSError):
    """Somebody else listens there."""


class Wire(SMTP):
    """One connection. The library forgets a mail that is too large, but not a line that does not end."""

    line_length_limit = LONGEST_LINE

    def __init__(self, entrance: "Entrance") -> None:
        self._entrance = entrance
        self._unanswered = 0  # bytes
        super().__init__(
            entrance.door,
            hostname=entrance.name,
            ident="Chasqui",
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,
            timeout=SECONDS,
            loop=asyncio.get_running_loop(),
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._entrance.inside.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._entrance.inside.discard(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self._unanswered += len(data)
        if self._unanswered > 2 * LARGEST:
            self.hang_up(ENDLESS)
        else:
            super().data_received(data)

    async def push(self, status: Any) -> None:
        self._unanswered = 0
        # The library repeats a word that it does not know, with whatever is in it.
        await super().push(UNSEEN.sub("?", str(status)))

    def hang_up(self, saying: bytes = b"") -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.write(saying)
            self.transport.close()


class LmtpWire(Wire, LMTP):
    """After a mail, LMTP wants a word for each recipient: also where the library itself refuses it."""

    _mail_comes = False

    async def push(self, status: Any) -> None:
        said = str(status)
        if self._mail_comes and "\r\n" not in said and self.envelope:
            said = "\r\n".join([said] * max(1, len(self.envelope.rcpt_tos)))
        self._mail_comes = said.startswith("354")
        await super().push(said)


class Full(asyncio.Protocol):
    """For who comes when there are too many already."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(FULL)
        transport.close()


class Entrance:
    """`url` as the setting has it: smtp or lmtp, with host and port or a socket's path."""

    def __init__(self, door: Door, url: str, name: str) -> None:
        self.door = door
        self.name = name  # of ourselves
        self.inside: set[Wire] = set()
        self._parts = urlsplit(url)
        self._server: asyncio.Server | None = None

    def _next(self) -> asyncio.Protocol:
        if len(self.inside) >= MOST_CONNECTIONS:
            return Full()
        return LmtpWire(self) if self._parts.scheme == "lmtp" else Wire(self)

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        if self._parts.hostname:
            self._server = await loop.create_server(self._next, self._parts.hostname, self._parts.port)
        else:
            path = Path(self._parts.path)
            _make_way(path)
            self._server = await loop.create_unix_server(self._next, path)
            # The mail server is another user. As with a port here, who can reach it may bring mail.
            path.chmod(0o666)

    @property
    def place(self) -> Any:
        """As the system has it: a host and a port, or a path."""
        assert self._server
        return self._server.sockets[0].getsockname()

    async def _until(self, holds: Callable[[], bool], end: float) -> None:
        while not holds() and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(MOMENT)

    async def close(self, seconds: float = 5.0) -> None:
        """What is being put down gets its answer; who says nothing is not waited for."""
        if not self._server:
            return
        loop = asyncio.get_running_loop()
        for open_door in self._server.sockets:
            loop.remove_reader(open_door.fileno())
        await asyncio.sleep(MOMENT)  # who was let in at the last moment is inside now
        self._server.close()
        until = loop.time() + seconds
        await self._until(lambda: not self.door.working, until)
        for wire in tuple(self.inside):
            wire.hang_up()
        await self._until(lambda: not self.inside, until)
        if not self._parts.hostname:
            Path(self._parts.path).unlink(missing_ok=True)


def _make_way(path: Path) -> None:
    """A socket is left over when a program is killed; another program's is left alone."""
    if not path.exists():
        return
    if not stat.S_ISSOCK(path.stat().st_mode):
        raise TakenAlready(f"{path} is there already, and is no socket")
    if _listens(path):
        raise TakenAlready(f"another program listens at {path}")
    path.unlink()


def _listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(os.fspath(path)) == 0
