"""A line to a server that breaks off: after so many bytes, in the middle of whatever is being said."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random


@dataclass
class Line:
    """Cuts the next `cuts` connections, each after a random number of bytes of both sides."""

    server_port: int
    chance: Random
    cuts: int
    port: int = 0
    bytes: tuple[int, int] = (100, 6000)

    def carry(self, client: socket.socket) -> None:
        left = -1
        if self.cuts:
            self.cuts -= 1
            left = self.chance.randrange(*self.bytes)
        with socket.create_connection(("127.0.0.1", self.server_port)) as server, client:
            budget = Budget(left)
            back = threading.Thread(target=pass_on, args=(server, client, budget), daemon=True)
            back.start()
            pass_on(client, server, budget)
            back.join()


class Budget:
    def __init__(self, left: int) -> None:
        self.left = left
        self._lock = threading.Lock()

    def take(self, size: int) -> int:
        """How many of these bytes still get through."""
        if self.left < 0:
            return size
        with self._lock:
            taken = min(size, self.left)
            self.left -= taken
            return taken


def pass_on(source: socket.socket, target: socket.socket, budget: Budget) -> None:
    with suppress(OSError):
        while data := source.recv(4096):
            taken = budget.take(len(data))
            target.sendall(data[:taken])
            if taken < len(data) or budget.left == 0:
                break
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@contextmanager
def cutting(server_port: int, cuts: int, seed: int) -> Iterator[Line]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        line = Line(server_port, Random(seed), cuts, listening.getsockname()[1])

        def accept() -> None:
            with suppress(OSError):
                while True:
                    client, _ = listening.accept()
                    threading.Thread(target=line.carry, args=(client,), daemon=True).start()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield line
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(5)
