"""Many letters, clocks and mails at once, and large tables: ./chasqui bench scale [work|tables] [--help]

On PostgreSQL and Redis. `work`: 1, 2 and 3 real workers (and beat) work off a heap of letters that are due,
clocks and mails, while commits go on to call them; once with a mail server that takes each letter at once,
where the cores are the bound, and once with fewer letters and one that thinks about each. All matches show
the same board, so each process draws it once: letters are composed, and handed over with a kept picture.
`tables`: what people, sweeps and monitoring look for among few matches and among many.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg

from app.house import House, open_house
from app.wake_worker import MOST_ALIKE, MOST_WAITING
from tests import servers
from tests.bench import _crowd, _looks, _shift
from tests.bench._aims import at_most
from tests.bench.ringing import postgres
from tests.servers import RedisServer

WORKERS = (1, 2, 3)
AIM_OF_TABLES = 2.0
AIM_OF_QUEUE, AIM_OF_ALIKE = MOST_WAITING, MOST_ALIKE + 5  # with those that came at the moment of the last
THINKING = 0.05  # seconds that the slower mail server takes for a letter
OF_THINKING = 10  # the share of the letters that go to it: one in so many


def options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./chasqui bench scale")
    parser.add_argument("part", nargs="?", choices=("work", "tables"))
    for name, usual in {"letters": 20_000, "clocks": 10_000, "mails": 5_000}.items():
        parser.add_argument(f"--due-{name}", type=int, default=usual)
    for name, usual in {"asks": 1_000_000, "letters": 10_000_000, "mails": 300_000}.items():
        parser.add_argument(f"--{name}", type=int, default=usual, help="in the large tables")
    return parser.parse_args(words)


@contextmanager
def brokered(folder: Path) -> Iterator[str]:
    redis = RedisServer(folder)
    redis.start()
    try:
        yield redis.url
    finally:
        redis.stop()


# --- Work ---


def work(folder: Path, cluster: str, heap: _shift.Heap) -> None:
    print(f"{heap.letters} letters, {heap.clocks} clocks, {heap.mails} mails at once", flush=True)
    house = _shift.heaped(folder, cluster, heap)
    house.db.close()
    print(f"{os.cpu_count()} cores; a worker has 3 processes\n")
    rounds(cluster, house, heap, 0.0)
    few = _shift.Heap(heap.letters // OF_THINKING, 0, 0)
    print(f"\n{few.letters} letters to a mail server that thinks for {1000 * THINKING:.0f} ms about each\n")
    rounds(cluster, house, few, THINKING)


def rounds(cluster: str, house: House, heap: _shift.Heap, seconds: float) -> None:
    heads = f"{'workers':>8}{'s':>8}{'of one':>8}{'items/s':>9}{'CPU ms an item':>16}{'longest queue':>15}"
    print(f"{heads}  most of one sweep", flush=True)
    first = 0.0
    for workers in WORKERS:
        shift = one_round(cluster, house, heap, workers, seconds)
        first = first or shift.seconds
        name, alike = shift.alike
        figures = (
            f"{workers:8}{shift.seconds:8.1f}{shift.seconds / first:8.2f}{heap.items / shift.seconds:9.0f}"
        )
        told = f"{1000 * shift.cpu / heap.items:16.1f}{shift.longest:15}  {alike} of {name or 'any'}"
        queue = at_most(AIM_OF_QUEUE, shift.longest, f"calls that wait for {workers} workers")
        of_one = at_most(AIM_OF_ALIKE, alike, f"of these of one sweep, {workers} workers")
        print(f"{figures}{told}  ({queue}; {of_one})", flush=True)


def one_round(cluster: str, house: House, heap: _shift.Heap, workers: int, seconds: float) -> _shift.Shift:
    """In a copy of the database, with a broker of its own."""
    heaped = house.settings.database_url
    name = f"round_{workers}_{heap.items}"
    with psycopg.connect(servers.address(cluster, "postgres"), autocommit=True) as connection:
        template = psycopg.conninfo.conninfo_to_dict(heaped)["dbname"]
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    with tempfile.TemporaryDirectory() as folder, _shift.sink(seconds) as smtp, brokered(Path(folder)) as url:
        settings = replace(
            house.settings,
            data=Path(folder),
            database_url=servers.address(cluster, name),
            redis_url=url,
            smtp_url=smtp,
        )
        own = open_house(settings)
        with _shift.working(settings, workers) as programs:
            shift = _shift.work_off(own, programs, heap)
        own.db.close()
    return shift


# --- Tables ---


def tables(folder: Path, cluster: str, size: _crowd.Size) -> None:
    share = size.asks // 1000
    few = _crowd.Size(1000, size.letters // share, max(1, size.mails // share))
    with brokered(folder) as url:
        worlds = [_crowd.crowded(folder, cluster, each, url) for each in (few, size)]
        for each in (few, size):
            told = f"{each.asks:,} open asks, {each.matches:,} matches, {each.letters:,} letters"
            print(told, flush=True)
        looks = [_looks.looks(world) for world in worlds]
        print(f"\n{'p50 in ms':34}{'few':>8}{'many':>8}{'ratio':>7}")
        most = max(tell(name, looks[0][name], looks[1][name]) for name in looks[0])
        for world in worlds:
            world.close()
    told = at_most(AIM_OF_TABLES, most, "large tables, the slowest look", "of small ones")
    print(f"\n{most:.2f} at most ({told})")


def tell(name: str, among_few: _looks.Look, among_many: _looks.Look) -> float:
    few, many = _looks.medians(among_few, among_many)
    print(f"{name:34}{few:8.1f}{many:8.1f}{many / few:7.2f}", flush=True)
    return many / few


def main(words: Sequence[str] | None = None) -> None:
    wanted = options(words)
    heap = _shift.Heap(wanted.due_letters, wanted.due_clocks, wanted.due_mails)
    size = _crowd.Size(wanted.asks, wanted.letters, wanted.mails)
    with postgres() as cluster, tempfile.TemporaryDirectory() as folder:
        if not cluster:
            print("PostgreSQL's programs are not here: apt-get install postgresql redis-server")
            return
        if wanted.part != "tables":
            work(Path(folder), cluster, heap)
    if wanted.part != "work":
        # Filled in minutes by one that forgets at a power cut, which nobody who reads can see.
        with servers.cluster() as cluster, tempfile.TemporaryDirectory() as folder:
            tables(Path(folder), cluster, size)


if __name__ == "__main__":
    main()
