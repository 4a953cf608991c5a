"""What it costs with SQLite that nobody is told before it is on the disk; part of `bench service`, too.

The same choices of Incan Gold over HTTP, to three sites that take turns: one that writes nothing through (an
order could be lost when the power goes), one with an fsync for each commit (synchronous=FULL), and one as it
is, where writers share the fsync.
"""

from __future__ import annotations  # this module and `service` import each other

import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from flask import Flask

from app.db.database import Database, connect
from app.db.write_through import NothingToWriteThrough
from app.settings import Settings, read_settings
from app.wake_worker import make_waker
from app.web import create_app
from tests.bench import service
from tests.bench._posts import click
from tests.world import World

WAYS = ("normal", "full", "shared")
TITLES = {"normal": "NORMAL, nothing kept", "full": "FULL, each its own", "shared": "shared, as it is"}
COMMITS = 200  # of one writer, to time the disk alone


def normal() -> Flask:
    """For gunicorn, like the next ones."""
    app, database = _site()
    database.disk = NothingToWriteThrough()
    return app


def full() -> Flask:
    app, database = _site()
    database.disk = NothingToWriteThrough()
    database.writing = connect(read_settings().database, "writing")
    return app


def shared() -> Flask:
    return _site()[0]


def _site() -> tuple[Flask, Database]:
    settings: Settings = read_settings()
    app = create_app(settings, make_waker(settings))
    return app, app.extensions["house"].db


def measure(folder: Path) -> dict[tuple[str, int], service.Figures]:
    figures = {(way, clients): service.Figures() for clients in service.CLIENTS for way in WAYS}
    with ExitStack() as stack:
        ports, scripts = {}, {}
        for way in WAYS:
            (folder / way).mkdir()
            world = World.new(folder / way, url="http://127.0.0.1:8000")
            stack.callback(world.close)
            scripts[way] = [iter(script) for script in service.scripts(world, "incan-gold", click)]
            stack.enter_context(service.brokered(world.house.settings))
            site = f"tests.bench.durability:{way}()"
            ports[way] = stack.enter_context(service.served(world.house.settings, site))
            service.Figures().run(ports[way], scripts[way], 8, service.MATCHES)
        for _ in range(service.ROUNDS):
            for clients in service.CLIENTS:
                for way in WAYS:
                    figures[way, clients].run(ports[way], scripts[way], clients, service.POSTS)
    return figures


def tell(figures: dict[tuple[str, int], service.Figures]) -> None:
    print(f"{'SQLite':24}{'clients':>8}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'of NORMAL':>11}")
    for (way, clients), cell in figures.items():
        ratio = cell.rate / figures["normal", clients].rate
        times = f"{cell.ms(0.5):9.1f}{cell.ms(0.99):9.1f}"
        print(f"{TITLES[way]:24}{clients:8}{cell.rate:10.0f}{times}{ratio:11.2f}")
    print(flush=True)


def fsync_alone(folder: Path) -> float:
    """Milliseconds of one fsync of this disk."""
    with (folder / "fsync").open("wb", buffering=0) as file:
        begun = time.perf_counter()
        for _ in range(COMMITS):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
    return 1000 * (time.perf_counter() - begun) / COMMITS


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"one fsync takes {fsync_alone(folder):.2f} ms here\n", flush=True)
        tell(measure(folder))


if __name__ == "__main__":
    main()
