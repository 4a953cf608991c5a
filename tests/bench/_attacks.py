"""What one stranger can do to a service with little: python -m tests.bench._attacks NAME PLACES

It goes on until it is ended. PLACES is JSON: the ports of web and door, and the addresses of what is there.
"""

import asyncio
import json
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import count, cycle
from typing import Any

SLOW = 500
CLIENTS = 24
LANGUAGES = ("en", "pl", "de", "fr", "cs")
NUMBERS = count(1)

Places = dict[str, Any]
Attack = Callable[[Places], Awaitable[None]]


async def again(once: Callable[[], Awaitable[object]]) -> None:
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            await once()
        await asyncio.sleep(0.01)


async def at_once(amount: int, once: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.TaskGroup() as tasks:
        for _ in range(amount):
            tasks.create_task(again(once))


# --- Slow clients ---


async def trickle(port: int, begin: bytes, each: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(begin)
        while not reader.at_eof():
            writer.write(each)
            await writer.drain()
            await asyncio.sleep(1)
    finally:
        writer.close()


async def slow_headers(places: Places) -> None:
    await at_once(SLOW, lambda: trickle(places["web"], b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x"))


async def slow_bodies(places: Places) -> None:
    head = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
    await at_once(SLOW, lambda: trickle(places["web"], head, b"x"))


async def slow_chunks(places: Places) -> None:
    head = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    await at_once(SLOW, lambda: trickle(places["web"], head, b"1\r\nx\r\n"))


async def silent(places: Places) -> None:
    await at_once(SLOW, lambda: trickle(places["web"], b"", b""))


async def slow_readers(places: Places) -> None:
    async def read_slowly() -> None:
        loop = asyncio.get_running_loop()
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.setblocking(False)
            await loop.sock_connect(client, ("127.0.0.1", places["web"]))
            asked = f"GET {places['big']} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            await loop.sock_sendall(client, asked * 4)
            while await loop.sock_recv(client, 1):
                await asyncio.sleep(1)

    await at_once(SLOW, read_slowly)


# --- Dear pages ---


async def fetch(port: int, path: str, method: str = "GET", body: str = "", language: str = "en") -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        head += f"Accept-Language: {language}\r\n"
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{head}{kind if method == 'POST' else ''}\r\n{body}".encode())
        return await reader.read(-1)
    finally:
        writer.close()


async def asked_again(places: Places, paths: Iterable[str]) -> None:
    paths = iter(paths)
    await at_once(CLIENTS, lambda: fetch(places["web"], next(paths)))


async def printers(places: Places) -> None:
    async def print_another() -> None:
        step, language = next(NUMBERS) % places["steps"], next(languages)
        await fetch(places["web"], f"{places['big']}/steps/{step}/board.pdf", language=language)

    languages = cycle(LANGUAGES)
    await at_once(CLIENTS, print_another)


async def feed_pollers(places: Places) -> None:
    await asked_again(places, (places["feed"] for _ in NUMBERS))


async def match_pollers(places: Places) -> None:
    await asked_again(places, (places["big"] for _ in NUMBERS))


async def time_travellers(places: Places) -> None:
    await asked_again(places, (f"{places['big']}/steps/{n % places['steps']}" for n in NUMBERS))


async def tries(places: Places) -> None:
    games = (f"/try/{('tikal', 'incan-gold')[n % 2]}" for n in NUMBERS)
    await at_once(CLIENTS, lambda: fetch(places["web"], next(games), "POST"))


async def sign_in_askers(places: Places) -> None:
    bodies = (f"email=victim%2B{n}%40third.example" for n in NUMBERS)
    await at_once(CLIENTS, lambda: fetch(places["web"], "/sign-in", "POST", next(bodies)))


# --- The door ---


async def half_sent(places: Places) -> None:
    line = b"x" * 70 + b"\r\n"

    async def bring() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", places["door"])
        try:
            hello = f"EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<{places['to']}>\r\nDATA\r\n"
            writer.write(hello.encode())
            for _ in range(9_000_000 // len(line) // 1000):
                writer.write(line * 1000)
                await writer.drain()
            while not reader.at_eof():
                writer.write(line)
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.close()

    await at_once(100, bring)


ATTACKS: dict[str, Attack] = {
    "slow headers": slow_headers,
    "slow bodies": slow_bodies,
    "slow chunks": slow_chunks,
    "silent": silent,
    "slow readers": slow_readers,
    "printers": printers,
    "feed pollers": feed_pollers,
    "match pollers": match_pollers,
    "time travellers": time_travellers,
    "tries": tries,
    "sign-in askers": sign_in_askers,
    "half-sent mails": half_sent,
}


if __name__ == "__main__":
    asyncio.run(ATTACKS[sys.argv[1]](json.loads(sys.argv[2])))  # type: ignore[arg-type]  # all are coroutines
