"""Letters with pictures to a mail server, beside a bare loop that sends the same bytes; replies a second.

The mail server runs in a process of its own and throws away what it gets. The bare loop sends every letter
over one connection and does nothing else; ours claims each letter, asks whether it is still wanted, sends it
and marks it as sent, in a database. All kinds take turns, round after round: in some games each letter has a
picture of its own, in others four readers share a board.

What takes the time of a letter, and what was tried, is told in app/README.md, Speed. Of a reply, a quarter
are its two transactions, and a quarter is finding the orders in it.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from smtplib import SMTP
from statistics import median

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.clock import now
from app.house import House, no_picture
from app.mail.addresses import Addresses
from app.models import Letter, Match, Seat
from app.post import sender
from app.post.fates import PreparedLetter
from app.post.sender import send_due
from app.printing import raster
from app.services.inbox import intake
from tests.bench._aims import at_least, at_most
from tests.world import World

MATCHES = {"tikal": 24, "incan-gold": 8}
SEATS = 4
PLAYED = 12  # submissions, so that the boards have something to show
ROUNDS = 3
REPLIES = 48
BEFOREHAND, OWN, SHARED = "composed beforehand", "a new picture each", "four readers share a board"
AIMS = {BEFOREHAND: 0.8, OWN: 0.25, SHARED: 0.5}
KINDS = {"tikal": (BEFOREHAND, OWN), "incan-gold": (BEFOREHAND, SHARED)}
COMPOSING = 0.004  # seconds of one core for a letter without its picture
A_SECOND = 250  # replies
SINK = """
import asyncio, sys
from aiosmtpd.smtp import SMTP

class Sink:
    async def handle_DATA(self, server, session, envelope):
        return "250 OK"

async def main():
    door = await asyncio.get_running_loop().create_server(lambda: SMTP(Sink()), "127.0.0.1", 0)
    print(door.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)

asyncio.run(main())
"""


def played_on(world: World) -> None:
    for name, count in MATCHES.items():
        for _ in range(count):
            world.match(name, SEATS, ask_seconds=86400).play(PLAYED)


def due_again(session: Session, game: str) -> None:
    """Every turn letter of a game that somebody still waits for, as if none had been sent."""
    session.connection().execute(update(Seat).values(told=0))
    every = update(Letter).values(due_at=None)
    session.connection().execute(every)
    matches = select(Match.id).where(Match.game == game)
    wanted = select(Letter.id).where(Letter.kind == "your_turn", Letter.dropped == "")
    wanted = wanted.where(col(Letter.match_id).in_(matches))
    again = update(Letter).where(col(Letter.id).in_(wanted))
    session.connection().execute(again.values(due_at=now(), sent_at=None, tries=0))


def rate(work: Callable[[], int]) -> float:
    begun = time.perf_counter()
    return work() / (time.perf_counter() - begun)


def all_due(house: House, write: sender.Prepare = sender.prepare_letter) -> int:
    done = 0
    while found := send_due(house, write=write):
        done += found
    return done


def bare(port: int, letters: list[PreparedLetter]) -> int:
    with SMTP("127.0.0.1", port) as smtp:
        for ready in letters:
            smtp.sendmail("bare@example.org", [ready.composed.to], ready.raw)
    return len(letters)


def letters_out(house: House, port: int, game: str) -> None:
    ready: dict[int, PreparedLetter] = {}

    def keep(session: Session, house: House, letter: Letter) -> PreparedLetter:
        ready[letter.id] = made = sender.prepare_letter(session, house, letter)
        return made

    def ready_made(session: Session, house: House, letter: Letter) -> PreparedLetter:
        return ready[letter.id]

    again = partial(due_again, game=game)
    house.db.write(again)
    all_due(house, keep)  # those that are not wanted any more are put away, the others are kept as bytes
    writes = {BEFOREHAND: ready_made, OWN: with_own_picture, SHARED: sender.prepare_letter}
    rates: dict[str, list[float]] = {"bare loop": [], **{name: [] for name in KINDS[game]}}
    for _ in range(ROUNDS):
        rates["bare loop"].append(rate(partial(bare, port, list(ready.values()))))
        for name in KINDS[game]:
            house.db.write(again)
            raster.pictures.clear()
            rates[name].append(rate(partial(all_due, house, writes[name])))
    size = sum(len(made.raw) for made in ready.values()) // len(ready)
    print(f"{game}: {len(ready)} letters of {size // 1000} kB, best of {ROUNDS} rounds")
    tell(game, rates)
    house.db.write(again)
    composing(house, game)


def with_own_picture(session: Session, house: House, letter: Letter) -> PreparedLetter:
    """It is put together for this letter, as for one that leaves for the first time."""
    raster.pictures.clear()
    return sender.prepare_letter(session, house, letter)


def tell(game: str, rates: dict[str, list[float]]) -> None:
    floor = max(rates["bare loop"])
    for name, found in rates.items():
        ratio = max(found) / floor
        what = f"letters of {game}, {name}"
        aim = f"  {at_least(AIMS[name], ratio, what, 'of the loop')}" if name in AIMS else ""
        print(f"  {name:28}{max(found):8.1f} a second{ratio:8.2f} of the bare loop{aim}")


def composing(house: House, game: str) -> None:
    """The time of one core for a letter without its picture."""
    plain, seconds = replace(house, draw=no_picture), []

    def timed(session: Session, _: House, letter: Letter) -> PreparedLetter:
        begun = time.process_time()
        made = sender.prepare_letter(session, plain, letter)
        seconds.append(time.process_time() - begun)
        return made

    all_due(house, timed)
    usual = median(seconds)
    what = "composing, without picture"
    told = at_most(COMPOSING * 1000, usual * 1000, f"{game}: {what}", "ms")
    print(f"  {what:28}{usual * 1000:8.1f} ms{usual / COMPOSING:16.2f} of it  {told}\n")


# --- Replies ---

REPLY = """From: somebody@example.org
To: {to}
Subject: Re: your turn
Message-ID: <{number}@example.org>
Content-Type: text/plain; charset=utf-8

{orders}

On Mon, 16 Nov 2026, Chasqui wrote:
> ##- write above this line -##
> It is your turn.
"""


def replies_in(world: World) -> None:
    """Whoever is asked in a match answers by mail: parsed, played, and the answer written down."""
    house, matches = world.house, [world.match("tikal", SEATS) for _ in range(REPLIES)]
    for number, friends in enumerate(matches):
        (ask,) = friends.asks()
        to = Addresses(house.settings).reply(ask.key)
        raw = REPLY.format(to=to, number=number, orders=friends.bot_orders(ask.seat)).encode()
        house.db.write(partial(intake.take_in, house=house, to=to, sender="a@example.org", raw=raw))
    before = sum(friends.match.steps for friends in matches)
    found = rate(lambda: intake.read_due(house, 1000) or len(matches))
    played = sum(friends.match.steps for friends in matches) - before
    if played < len(matches):
        raise AssertionError(f"{len(matches)} replies, {played} played")
    told = at_least(A_SECOND, found, "replies read, played and answered", "a second")
    print(f"{len(matches)} whole Tikal turns read, played and answered: {found:.1f} a second, {told}")


def main() -> None:
    command, pipe = [sys.executable, "-c", SINK], subprocess.PIPE
    with (
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as sink,
        tempfile.TemporaryDirectory() as folder,
    ):
        assert sink.stdout
        port = int(sink.stdout.readline())
        world = World.new(Path(folder), smtp=f"smtp://127.0.0.1:{port}")
        played_on(world)
        for game in KINDS:
            letters_out(world.house, port, game)
        replies_in(world)
        world.close()


if __name__ == "__main__":
    main()
