"""The server that mail comes in at, SMTP or LMTP, and the limits for its clients."""

import asyncio
import re
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, syntax

from app.post.reading import Unfit, read_mail
from app.post.smtp_handler import SmtpHandler
from app.post.unix_socket import AddressInUse as AddressInUse
from app.post.unix_socket import remove_stale_socket
from app.services.pace import is_among
from app.settings import is_loopback

MOST_CONNECTIONS = 100
MOST_OF_ONE_MACHINE = 10  # of those, where it is not a mail server in front of us
# Bytes of a mail, as many as other servers take: an answer with photos must still get through.
LARGEST_MAIL = 25 * 1024 * 1024
# Bytes of all mails that are being brought at the same time.
MOST_AT_ONCE = 2 * LARGEST_MAIL
# A mail that is not larger gets through, however much others bring.
SMALL_MAIL = 256 * 1024
# Some mail programs write a whole paragraph in one line, though RFC 5321 ends lines at 998 characters.
LONGEST_LINE = 100_000
COMMAND_SECONDS, MAIL_SECONDS = 60.0, 120.0  # for the next command; for a whole mail
# After this time a client gives way to others: one that says nothing, or brings a large mail most slowly.
GRACE_SECONDS = 10.0
LOOK_SECONDS = 0.02

CONTROL_CHARACTERS = re.compile(r"\r(?!\n)|(?<!\r)\n|[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]")
TOO_MANY_CONNECTIONS = b"421 4.3.2 Too many are here at once; please try again in a minute\r\n"
TOO_MANY_OF_ONE = b"421 4.7.0 Too many connections from there; please try again in a minute\r\n"
TOO_MUCH_DATA = b"552 5.3.4 That is more than was allowed\r\n"
TOO_LONG_SILENT = b"421 4.4.2 Others are waiting; please come again\r\n"
TOO_MUCH_AT_ONCE = b"421 4.3.1 Too many large mails at once; please try again in a minute\r\n"
LINE_TOO_LONG = "500 5.5.2 A line is too long (RFC 5321, 4.5.3.1.6)"
MAIL_TOO_LARGE = "552 Error: Too much mail data"
TOO_LARGE_SHORTLY = re.compile(r"^552 Error: [^\r]*", re.MULTILINE)  # as aiosmtpd says it
TOO_LARGE = (
    f"552 5.3.4 A mail may have {LARGEST_MAIL // 1024**2} MB at most. Only its text is read, "
    "so please send it again without the attachments"
)


class SmtpConnection(SMTP):
    """One client. aiosmtpd limits the size of a mail, but not that of a line without an end; this does."""

    line_length_limit = LONGEST_LINE

    def __init__(self, entrance: "SmtpServer") -> None:
        self._entrance = entrance
        self.unanswered = 0  # bytes
        self._since = self._heard = asyncio.get_running_loop().time()  # of a command or mail; of anything
        self.machine = ""
        super().__init__(
            entrance.door,
            hostname=entrance.name,
            ident="Chasqui",
            data_size_limit=LARGEST_MAIL,
            enable_SMTPUTF8=True,
            timeout=COMMAND_SECONDS,
            loop=asyncio.get_running_loop(),
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.machine = machine_of(transport)
        self._entrance.inside.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._entrance.inside.discard(self)
        self._forget_unanswered()
        super().connection_lost(error)
        assert self._handler_coroutine
        self._handler_coroutine.add_done_callback(self._let_go)

    def _let_go(self, _: "asyncio.Task[None]") -> None:
        """Task, error and frames hold one another, and what was brought, until Python looks for rings."""
        self._handler_coroutine = None

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        self.unanswered += len(data)
        self._entrance.unanswered += len(data)
        if self.unanswered > 2 * LARGEST_MAIL:
            self.hang_up(TOO_MUCH_DATA)
        elif self.is_large and self._entrance.is_full:
            self._entrance.slowest(self).hang_up(TOO_MUCH_AT_ONCE)
        if not self.has_left:
            super().data_received(data)

    @property
    def has_left(self) -> bool:
        return self.transport is None or self.transport.is_closing()

    @property
    def is_large(self) -> bool:
        return self.unanswered > SMALL_MAIL

    @property
    def pace(self) -> float:
        """Bytes a second of what it is bringing; as fast as can be within the grace."""
        seconds = self.loop.time() - self._since
        return self.unanswered / seconds if seconds > GRACE_SECONDS else inf

    @property
    def silence(self) -> float:
        """Seconds, while nothing is being done for it."""
        return 0.0 if self.unanswered else self.loop.time() - self._heard

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """As aiosmtpd's, which keeps each line by itself: short lines took a hundred times their size."""
        assert self.envelope
        if await self.check_helo_needed() or await self.check_auth_needed("DATA"):
            return
        if not self.envelope.rcpt_tos:
            await self.push("503 Error: need RCPT command")
        elif arg:
            await self.push("501 Syntax: DATA")
        else:
            await self._take_mail()

    async def _take_mail(self) -> None:
        assert self.envelope
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        try:
            content = await read_mail(self._reader, LARGEST_MAIL, LONGEST_LINE)
            fault = ""
        except Unfit as unfit:
            content, fault = b"", MAIL_TOO_LARGE if unfit.is_too_large else LINE_TOO_LONG
        except asyncio.CancelledError:  # the client has left
            self._writer.close()
            raise
        self.envelope.content = self.envelope.original_content = content
        answer = "" if fault else await self._call_handler_hook("DATA")
        if fault:
            await self.push(fault)  # to each recipient, while they are known
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        if answer:
            await self.push(answer)

    async def push(self, status: Any) -> None:
        self._forget_unanswered()
        # aiosmtpd repeats a command that it does not know, whatever characters are in it.
        await super().push(CONTROL_CHARACTERS.sub("?", TOO_LARGE_SHORTLY.sub(TOO_LARGE, str(status))))
        if self.transport:
            self._reset_timeout(MAIL_SECONDS if str(status).startswith("354") else COMMAND_SECONDS)

    def _forget_unanswered(self) -> None:
        self._entrance.unanswered -= self.unanswered
        self.unanswered = 0
        self._since = self.loop.time()

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


def machine_of(transport: asyncio.BaseTransport) -> str:
    """Its network address; "" for the clients of a unix socket, which are on this machine."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


class Newcomer(asyncio.Protocol):
    """A client whose place is not sure yet: one that is turned away has done nothing but come."""

    def __init__(self, entrance: "SmtpServer") -> None:
        self._entrance = entrance

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        refusal = self._entrance.why_not(machine_of(transport))
        if refusal:
            transport.write(refusal)
            transport.close()
        else:
            connection = self._entrance.connection()
            transport.set_protocol(connection)
            connection.connection_made(transport)


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

    def slowest(self, newest: SmtpConnection) -> SmtpConnection:
        """Of those that bring a large mail; the newest, if all are quick."""
        return min((each for each in (newest, *self.inside) if each.is_large), key=lambda each: each.pace)

    def why_not(self, machine: str) -> bytes:
        """Why this machine gets no place now; b"" if it gets one."""
        here = sum(each.machine == machine for each in self.inside)
        if here >= MOST_OF_ONE_MACHINE and not self._is_trusted(machine):
            return TOO_MANY_OF_ONE
        if len(self.inside) >= MOST_CONNECTIONS:
            self._end_silent_one()
        return TOO_MANY_CONNECTIONS if len(self.inside) >= MOST_CONNECTIONS else b""

    def _is_trusted(self, machine: str) -> bool:
        """One of ours, or a mail server in front, which brings the mail of all."""
        return not machine or is_loopback(machine) or is_among(machine, self.door.proxies)

    def _end_silent_one(self) -> None:
        silent = max(self.inside, key=lambda each: each.silence)
        if silent.silence > GRACE_SECONDS:
            silent.hang_up(TOO_LONG_SILENT)
            self.inside.discard(silent)

    def connection(self) -> SmtpConnection:
        return LmtpConnection(self) if self._parts.scheme == "lmtp" else SmtpConnection(self)

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        if self._parts.hostname:
            self._server = await loop.create_server(
                lambda: Newcomer(self), self._parts.hostname, self._parts.port
            )
        else:
            path = Path(self._parts.path)
            remove_stale_socket(path)
            self._server = await loop.create_unix_server(lambda: Newcomer(self), path)
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
