"""kill -9 at random moments: what was promised is kept, and nothing stands still."""

import time
from dataclasses import dataclass
from itertools import count
from random import Random

import pytest
from sqlalchemy import update
from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Book, Letter, Match
from tests.cluster.outcome import all_is_well, running, unsent
from tests.cluster.people import Clickers, open_match
from tests.lengths import long
from tests.servers import until
from tests.world import World
from tests.world.mail_server import Sink
from tests.world.programs import Programs

CALM_SECONDS = 300.0  # books too have to be made
PAUSES = (0.2, 1.8)  # between two blows
SEED = 1


@dataclass
class Killer:
    """Strikes at random moments, and starts at once whatever has ended."""

    programs: Programs
    house: House
    chance: Random
    due: float = 0.0
    blows: int = 0

    def strike_when_due(self) -> None:
        self.mend()
        if time.monotonic() < self.due:
            return
        self.due = time.monotonic() + self.chance.uniform(*PAUSES)
        victim = self.chance.choice([self.programs.web, self.programs.worker])
        strike = self.chance.choice([victim.kill, victim.kill_child])
        strike()
        self.blows += 1
        let_leases_run_out(self.house)
        self.mend()

    def mend(self) -> None:
        for each in self.programs.all:
            if not each.runs:
                each.kill()
                each.start()


def let_leases_run_out(house: House) -> None:
    """As if the minutes had gone by for which somebody who was killed still has letters and books."""

    def run_out(session: Session) -> None:
        for kept, is_done in ((Letter, Letter.sent_at), (Book, Book.made_at)):
            waits = (col(kept.due_at) > now()) & col(is_done).is_(None)
            session.connection().execute(update(kept).where(waits).values(due_at=now()))

    house.db.write(run_out)


def what_is_left(house: House) -> str:
    """For whoever has to find out what stood still."""
    with house.db.reading() as session:
        going = session.exec(select(Match.id).where(Match.status == "running")).all()
        letters = session.exec(select(Letter).where(col(Letter.due_at).is_not(None))).all()
        books = session.exec(select(Book).where(col(Book.due_at).is_not(None))).all()
    told = [f"== running: {going}"]
    told += [
        f"{letter.kind} of {letter.match_id}: due {letter.due_at}, {letter.tries} tries, {letter.error}"
        for letter in letters
    ]
    told += [
        f"book of {book.match_id}: due {book.due_at}, {book.tries} tries, {book.error}" for book in books
    ]
    return "\n".join([*told, f"now {now()}", ""])


def open_the_next(world: World, number: int) -> None:
    """In turn one whose host plays by letters, and one that only bots play."""
    host = f"ana{number}@example.org"
    if number % 2:
        open_match(world, "incan-gold", ["bot", "bot"], host)
    else:
        open_match(world, "tikal", ["bot", "bot", "bot"], host, away=True)


@pytest.mark.parametrize(
    ("blows", "matches", "empty_database_url"),
    [long(5, 2, "postgresql"), long(20, 8, "postgresql"), long(20, 8, "sqlite")],
    indirect=["empty_database_url"],
)
def test_after_kills_every_match_ends_and_every_letter_has_come(
    world: World, programs: Programs, sink: Sink, blows: int, matches: int
) -> None:
    """So many matches are played at a time."""
    house = world.house
    killer, friends = Killer(programs, house, Random(SEED)), Clickers(sink, Random(SEED))
    numbers = count(1)
    programs.start()

    while killer.blows < blows:
        if running(house) < matches:
            open_the_next(world, next(numbers))
        killer.strike_when_due()
        friends.play()

    def all_done() -> bool:
        killer.mend()
        friends.play()
        return not running(house) and not unsent(house)

    assert until(all_done, CALM_SECONDS), what_is_left(house) + programs.said
    all_is_well(house, sink)
