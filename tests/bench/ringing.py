"""The cost of ringing 100 due clocks among 1,000 and among 1,000,000 open asks, on PostgreSQL.

The asks are copies of one real match's, each with its match, seats and letters; what is rung is a first
reminder, with all that the service does for it.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import psycopg
from sqlalchemy import func, text, update
from sqlmodel import SQLModel, col, select

from app.clock import now
from app.house import House
from app.models import Ask, Letter, Match
from app.services.play import clocks
from app.services.play.ringing import next_due
from tests import servers
from tests.bench._aims import at_most
from tests.world import World
from tests.world.database import make_tables

OPEN_ASKS = (1_000, 1_000_000)
DUE = 100
AIM = 2.0
SEATS = 8


@contextmanager
def postgres() -> Iterator[str | None]:
    """Where its server listens; None where its programs are missing."""
    if not any(servers.POSTGRES_PROGRAMS.glob("*/bin/initdb")) or not shutil.which("setpriv"):
        yield None
        return
    # The tests' server forgets what a power cut takes; what is measured is as safe as a site's.
    with patch.object(servers, "SAFETY", ()), servers.cluster() as cluster:
        yield cluster


def new_database(cluster: str, name: str) -> str:
    with psycopg.connect(servers.address(cluster, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
    return servers.address(cluster, name)


# --- Many matches ---


def filled(folder: Path, cluster: str, amount: int) -> House:
    """Copies of a match where everybody is asked; their clocks ring at any moment of the coming month."""
    url = new_database(cluster, f"of_{amount}")
    make_tables(url)
    world = World.new(folder, url)
    world.match(size=SEATS)
    house = world.house
    later = "source.rings_at + random() * interval '30 days'"
    copies = (
        copy(
            "match",
            "source.id",
            id="n",
            code="'code ' || n",
            join_key="'join ' || n",
            commitment="'commitment ' || n",
        ),
        copy(
            "seat",
            "source.match_id",
            match_id="n",
            key="n || '.' || source.position",
            post_key="n || '-' || source.position",
        ),
        copy("ask", "source.match_id", match_id="n", key="n || '-' || source.seat", rings_at=later),
        copy("letter", "source.match_id", match_id="n", key="source.key || '.' || n", due_at="NULL"),
    )
    with house.db.engine.begin() as connection:
        for statement in copies:
            connection.execute(text(statement), {"matches": amount // SEATS})
    with house.db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
        connection.execute(text("CHECKPOINT"))
    return house


def copy(table: str, belongs_to: str, **made: str) -> str:
    """The rows of match 1 again for each further match."""
    columns = [column.name for column in SQLModel.metadata.tables[table].c]
    values = {name: f'source."{name}"' for name in columns if name != "id"} | made
    into = ", ".join(f'"{name}"' for name in values)
    return (
        f'INSERT INTO "{table}" ({into}) SELECT {", ".join(values.values())} '
        f'FROM "{table}" source, generate_series(2, :matches) n WHERE {belongs_to} = 1'
    )


# --- Clocks ---


class Took(NamedTuple):
    whole: float
    looking: float


def ring(house: House, seat: int) -> Took:
    """That seat's asks in some matches are half over, and every one is reminded."""
    make_due(house, seat)
    at, before = now(), reminders(house)
    begun = time.perf_counter()
    with house.db.reading() as session:
        found = [next_due(session, clocks.CLOCKS, at, []) for _ in range(DUE)]
    looked = time.perf_counter()
    rung = clocks.ring_due_clocks(house, DUE, at)
    whole = time.perf_counter() - looked
    if not len(found) == rung == reminders(house) - before == DUE:
        raise AssertionError(f"{len(found)} found, {rung} rung, {reminders(house) - before} reminded")
    return Took(whole, looked - begun)


def make_due(house: House, seat: int) -> None:
    with house.db.engine.begin() as connection:
        total = connection.execute(select(func.count(col(Match.id)))).scalar_one()
        some = [1 + n * total // DUE for n in range(DUE)]
        mine = update(Ask).where(col(Ask.match_id).in_(some), col(Ask.seat) == seat)
        ago = {"opened_at": now() - timedelta(days=2), "rings_at": now() - timedelta(hours=12)}
        connection.execute(mine.values(**ago, due_at=now() + timedelta(days=1)))


def reminders(house: House) -> int:
    with house.db.reading() as session:
        return session.exec(select(func.count(col(Letter.id))).where(Letter.kind == "reminder")).one()


def measure(cluster: str) -> dict[int, Took]:
    """The best of several rounds, which take turns: on a shared machine only that can be compared."""
    rounds: dict[int, list[Took]] = {amount: [] for amount in OPEN_ASKS}
    with tempfile.TemporaryDirectory() as folder:
        houses = [filled(Path(folder), cluster, amount) for amount in OPEN_ASKS]
        for seat in range(1, SEATS + 1):
            for amount, house in zip(OPEN_ASKS, houses, strict=True):
                rounds[amount].append(ring(house, seat))
        for house in houses:
            house.db.close()
    return {amount: min(took) for amount, took in rounds.items()}


def main() -> None:
    with postgres() as cluster:
        if not cluster:
            print("PostgreSQL's programs are not here, so no clocks are rung: apt-get install postgresql")
            return
        costs = measure(cluster)
    print(f"Ringing {DUE} due clocks on PostgreSQL, the best of {SEATS} rounds\n")
    print(f"{'open asks':>12}{'ms':>8}{'to find them':>15}")
    for amount, took in costs.items():
        print(f"{amount:12,}{1000 * took.whole:8.0f}{1000 * took.looking:15.1f}")
    few, many = costs.values()
    ratio = many.whole / few.whole
    told = at_most(AIM, ratio, "clocks rung among a million asks", "times")
    print(f"\n{ratio:.2f} times as long among the many ({told})")


if __name__ == "__main__":
    main()
