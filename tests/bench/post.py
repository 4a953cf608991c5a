"""Letters with pictures to a mail server, beside a bare loop that sends the same bytes; replies a second.

The mail server runs in a process of its own and throws away what it gets. The bare loop sends every letter
over one connection and does nothing else; ours claims each letter, asks whether it is still wanted, sends it
and marks it as sent, in a database. All kinds take turns, round after round.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from smtplib import SMTP

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.mail.addresses import Addresses
from app.models import Letter, Seat
from app.post import sender
from app.post.sender import PreparedLetter, send_due
from app.printing import raster
from app.services.inbox import intake
from tests.world import World

MATCHES = {"tikal": 24, "incan-gold": 8}
SEATS = 4
PLAYED = 12  # submissions, so that the boards have something to show
ROUNDS = 3
REPLIES = 48
AIMS = {"composed beforehand": 0.8, "composing included": 0.5}
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


def due_again(session: Session) -> None:
    """Every turn letter that somebody still waits for, as if none had been sent."""
    session.connection().execute(update(Seat).values(told=0))
    every = update(Letter).values(due_at=None)
    session.connection().execute(every)
    wanted = select(Letter.id).where(Letter.kind == "your_turn", Letter.dropped == "")
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


def letters_out(house: House, port: int) -> None:
    ready: dict[int, PreparedLetter] = {}

    def keep(session: Session, house: House, letter: Letter) -> PreparedLetter:
        ready[letter.id] = made = sender.prepare_letter(session, house, letter)
        return made

    def ready_made(session: Session, house: House, letter: Letter) -> PreparedLetter:
        return ready[letter.id]

    house.db.write(due_again)
    all_due(house, keep)  # those that are not wanted any more are put away, the others are kept as bytes
    rates: dict[str, list[float]] = {"bare loop": [], **{name: [] for name in AIMS}}
    for _ in range(ROUNDS):
        rates["bare loop"].append(rate(partial(bare, port, list(ready.values()))))
        for name, write in (
            ("composed beforehand", ready_made),
            ("composing included", sender.prepare_letter),
        ):
            house.db.write(due_again)
            outgoing_cache_clear()
            rates[name].append(rate(partial(all_due, house, write)))
    size = sum(len(made.raw) for made in ready.values()) // len(ready)
    tell(rates, len(ready), size)


def outgoing_cache_clear() -> None:
    """Every picture is drawn, as it is for a letter that leaves for the first time."""
    raster.pictures.clear()


def tell(rates: dict[str, list[float]], count: int, size: int) -> None:
    print(f"{count} letters of {size // 1000} kB, best of {ROUNDS} rounds")
    floor = max(rates["bare loop"])
    for name, found in rates.items():
        ratio = max(found) / floor
        aim = f"  aim {AIMS[name]}: {'met' if ratio >= AIMS[name] else 'MISSED'}" if name in AIMS else ""
        print(f"  {name:20}{max(found):8.1f} a second{ratio:8.2f} of the bare loop{aim}")


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
    print(
        f"\n{len(matches)} replies with a whole Tikal turn each: "
        f"{found:.1f} a second read, played and answered"
    )


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
        letters_out(world.house, port)
        replies_in(world)
        world.close()


if __name__ == "__main__":
    main()
