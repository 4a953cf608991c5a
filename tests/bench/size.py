"""How large a finished match is, and a year of many matches. ./chasqui bench size [MATCHES]

Matches of each game are played by four friends from letter to letter, until the end. What a match takes is
what the database has grown by, as its tables and indexes stand in the file: just after the end, with its
books, and when what only a running match needs has gone. A year of 1,000 running matches follows from that.
"""

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from sqlmodel import Session, col, select, update

from app.clock import now
from app.models import Book, Letter, Match
from app.services.books import make
from app.services.upkeep import clearing
from tests.world import World

MATCHES = 5
SEATS = 4
GAMES = ("incan-gold", "tikal")
RUNNING = 1000
STAYS = {"match", "seat", "step", "talk"}
DAYS_OF_A_MATCH = {"incan-gold": 30, "tikal": 120}  # about a step a day for each player
YEAR = 365
LONG = timedelta(days=YEAR + 1)


@contextmanager
def service(folder: Path) -> Iterator[World]:
    """Letters leave by a mail server, so their texts are not kept."""
    world = World.new(folder)
    yield world
    world.close()


def sizes(world: World) -> dict[str, int]:
    """Bytes of each table with its indexes."""
    with closing(sqlite3.connect(world.house.settings.folder / "chasqui.db")) as connection:
        rows = connection.execute(
            "SELECT tbl_name, SUM(pgsize) FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name"
        )
        return dict(rows.fetchall())


def as_sent(session: Session) -> None:
    sent = {"due_at": None, "sent_at": now(), "tries": 1, "subject": "Sunday: your turn, step 20"}
    session.exec(update(Letter).where(col(Letter.dropped) == "").values(sent))


def play(world: World, game: str, matches: int) -> int:
    """Returns how many steps they have in all."""
    for _ in range(matches):
        world.match(game, SEATS).play()
        world.house.write(as_sent)
    with world.house.reading() as session:
        return sum(session.exec(select(Match.steps)))


def print_books(world: World) -> int:
    while make.make_due_book(world.house):
        pass
    with world.house.reading() as session:
        return sum(len(pdf or b"") for pdf in session.exec(select(Book.pdf)))


def clear(world: World) -> None:
    """As if more than a year had passed."""
    while clearing.clear_old(world.house, now() + LONG):
        pass


def measure(game: str, matches: int) -> tuple[float, float, float]:
    """Kilobytes of a match: just after its end, of its book, and what stays for ever."""
    with tempfile.TemporaryDirectory(prefix="chasqui-size-") as folder, service(Path(folder)) as world:
        world.house = replace(world.house, draw=lambda svg: None)
        empty = sizes(world)
        steps = play(world, game, matches)
        played = sizes(world)
        book = print_books(world) / matches / 1000
        clear(world)
        kept = sizes(world)
    whole, stays = (
        sum(now_there.get(table, 0) - empty[table] for table in empty if table in counted) / matches / 1000
        for now_there, counted in ((played, {*empty}), (kept, STAYS))
    )
    print(
        f"{game:12} {steps / matches:6.0f} steps  {whole:7.0f} kB played  {book:7.0f} kB a book"
        f"  {stays:7.0f} kB after a year",
        flush=True,
    )
    return whole, book, stays


def main(arguments: list[str]) -> None:
    matches = int(arguments[0]) if arguments else MATCHES
    for game in GAMES:
        whole, book, stays = measure(game, matches)
        ended = RUNNING * YEAR / DAYS_OF_A_MATCH[game]
        first = (RUNNING / 2 * whole + ended * whole + ended / 2 * book) / 1e6
        later = ended * stays / 1e6
        print(
            f"{RUNNING:,} such matches at once for a year, {ended:,.0f} ended: {first:,.1f} GB,"
            f" and each year more {later:,.1f} GB"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
