"""One client of the web server: what it sends is gathered, and what it is sent is held, without a thread."""

import socket
from contextlib import suppress
from typing import Any

from gunicorn.http.parser import RequestParser  # type: ignore[import-untyped]
from gunicorn.http.unreader import Unreader  # type: ignore[import-untyped]

from app.serving.arriving import Arriving
from app.serving.waiting import Asked

CHUNK = 64 * 1024
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Arrived(Unreader):  # type: ignore[misc]  # gunicorn has no types
    """What the parser reads from: never the socket."""

    def __init__(self) -> None:
        super().__init__()
        self.missed = False  # it wanted more than there was: nothing is known of what comes next

    def chunk(self, size_hint: int | None = None) -> bytes:
        self.missed = True
        return b""


class Answer:
    """What gunicorn writes to, in place of the socket: nothing in it waits for the client."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def sendall(self, data: bytes) -> None:
        self._parts.append(data)

    def send(self, data: bytes) -> None:
        """gunicorn's "100 Continue", which has been sent before."""

    def gettimeout(self) -> float:
        return 0.0

    def shutdown(self, how: int) -> None:
        """gunicorn ends a broken answer itself; here `finish` of the worker does."""
        raise OSError

    def close(self) -> None:
        pass

    def take(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


class Connection:
    """What gunicorn's worker needs of one (`sock`, `client`, `server`, `parser`), and what it waits for."""

    def __init__(self, cfg: Any, connected: socket.socket, client: Any, server: Any) -> None:
        connected.setblocking(False)
        self.socket = connected
        self.client, self.server = client, server
        self.sock = Answer()
        self.parser = RequestParser(cfg, iter(()), client)
        self.parser.unreader = Arrived()
        self.arriving = Arriving()
        self.asked = Asked("", "", "")
        self.question: tuple[str, bytes] | None = None  # where the answer may be for others, too
        self.others: list[Connection] = []  # these
        self.unsent = memoryview(b"")
        self.goes_on = True  # a next request may come
        self.begun = self.until = 0.0  # of what it waits for

    @property
    def peer(self) -> str:
        return str(self.client[0]) if isinstance(self.client, tuple) and self.client else ""

    def receive(self) -> bool:
        """False if the client has left."""
        try:
            data = self.socket.recv(CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if data:
            self.arriving.add(data)
            self._promise_to_read()
        return bool(data)

    def _promise_to_read(self) -> None:
        if self.arriving.waits_for_continue and not self.arriving.is_whole:
            self.arriving.waits_for_continue = False
            if self.arriving.first_line.endswith(b"HTTP/1.1"):
                with suppress(OSError):
                    self.socket.send(CONTINUE)

    def hand_over(self) -> None:
        """Gives the parser what has arrived."""
        self.parser.unreader.buf.write(self.arriving.data)
        self.parser.unreader.missed = False
        self.arriving = Arriving()

    def take_answer(self, answer: bytes) -> None:
        """Another request like this one has been answered with it; the parser has not seen this one."""
        self.arriving = self.arriving.behind()
        self.unsent = memoryview(answer)
        self.send()

    def send(self) -> bool:
        """Sends what the client takes; False if it has left."""
        try:
            while self.unsent:
                self.unsent = self.unsent[self.socket.send(self.unsent) :]
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True

    def next_request(self) -> None:
        self.arriving = Arriving(self.parser.unreader.take_buffered() + bytes(self.arriving.data))

    def discard(self) -> bool:
        """Throws away what still comes; False once the client has ended it."""
        try:
            return bool(self.socket.recv(CHUNK))
        except BlockingIOError:
            return True
        except OSError:
            return False

    def close(self) -> None:
        with suppress(OSError):
            self.socket.close()
