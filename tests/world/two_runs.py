"""The same match, played twice: time and chance are the same in both runs, and what others get is kept."""

import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from app.services.books import make
from app.services.inbox.intake import read_due
from app.services.play.clocks import ring_due_clocks
from app.services.play.resting import look_for_idle
from app.services.proposals.clock import ring_due_proposals
from tests.world.mail_server import OK, Sink
from tests.world.world import World

BEGIN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
FREE = SimpleNamespace(total=2**40, used=2**39, free=2**39)
CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

# What differs from run to run by chance alone. Each is drawn for one letter, ask or form, has one length, and
# says nothing of any other.
NAMES = {
    "Message-ID": r"l\.[0-9a-f]{32}\.[a-z2-7]{16}",
    "address of a letter": r"[bip]\.[a-z2-7]{26}\.[a-z2-7]{16}@",
    "address of an ask": r"r\.[a-z2-7]{26}\.[a-z2-7]{16}@",
    "boundary between parts": r"=(?:3D)?[0-9a-f]{40}=(?:3D)?",  # a hash of the Message-ID
    "encrypted draw of a form": r"gAAAA[\w-]{80,}=*",
}
NAME = re.compile("|".join(f"(?P<n{at}>{pattern})" for at, pattern in enumerate(NAMES.values())).encode())


class StillTime:
    """The clock of the service, which moves only when it is told to."""

    def __init__(self) -> None:
        self.at = BEGIN

    def now(self, zone: Any = None) -> datetime:
        return self.at.astimezone(zone) if zone else self.at.replace(tzinfo=None)

    def time(self) -> float:
        return self.at.timestamp()

    def pass_by(self, **time: float) -> None:
        self.at += timedelta(**time)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr("app.clock.datetime", self)
        patch.setattr("app.clock._last", [])
        patch.setattr("app.services.upkeep.heartbeats.datetime", self)
        patch.setattr("itsdangerous.timed.time", SimpleNamespace(time=self.time))
        patch.setattr("flask.sessions.datetime", self)
        patch.setattr("werkzeug.utils.time", self.time)  # until when a file can be kept
        patch.setattr("email.utils.time", SimpleNamespace(**{**vars(time), "time": self.time}))


class SameChance:
    """What chance gives depends on who asks only: so what one player draws moves nothing of another's."""

    def __init__(self) -> None:
        self.dice = Random(0)

    def of(self, who: str) -> None:
        self.dice = Random(who)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(secrets, "token_bytes", lambda size=32: self.dice.randbytes(size))
        patch.setattr(secrets, "token_hex", lambda size=32: self.dice.randbytes(size).hex())
        patch.setattr(
            secrets, "token_urlsafe", lambda size=32: "".join(self.dice.choices(CHARACTERS, k=size))
        )
        patch.setattr(secrets, "choice", lambda among: self.dice.choice(among))
        patch.setattr(secrets, "randbelow", lambda end: self.dice.randrange(end))


@dataclass
class DatedSink(Sink):
    """Also knows when each letter came, and for whom."""

    time: StillTime = field(default_factory=StillTime)
    came: list[tuple[datetime, str]] = field(default_factory=list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        said = await super().handle_DATA(server, session, envelope)
        if said == OK:
            self.came.append((self.time.at, ",".join(envelope.rcpt_tos)))
        return said

    def letters_to(self, email: str) -> list["Got"]:
        """What a mail server sees of each letter: its time, the return path, and all bytes."""
        return [
            Got(f"letter at {at:%d %H:%M:%S}", sender.encode() + b"\r\n" + raw)
            for (at, to), sender, raw in zip(self.came, self.senders, self.raw, strict=True)
            if email == to
        ]


class Got(NamedTuple):
    """Something that somebody has got, and by which way."""

    way: str
    data: bytes


@dataclass
class Run:
    """A world in which time and chance are the test's."""

    world: World
    time: StillTime
    chance: SameChance
    sink: DatedSink

    def let_work(self, **passing: float) -> None:
        """What worker and beat do, after some time."""
        self.time.pass_by(**passing)
        self.chance.of(f"work at {self.time.at}")
        house = self.world.house
        read_due(house)
        ring_due_clocks(house)
        ring_due_proposals(house)
        while make.make_due_book(house):
            pass
        look_for_idle(house)
        self.world.send()

    def by(self, who: str, act: Callable[[], Any]) -> Any:
        """What somebody does draws by their own chance."""
        self.chance.of(f"{who} at {self.time.at}")
        return act()


@contextmanager
def run_in(world_of: Callable[[str], World], sink: DatedSink) -> Iterator[Run]:
    time, chance = sink.time, SameChance()
    with pytest.MonkeyPatch.context() as patch:
        time.install(patch)
        # The looks at the service run at once, and it is chance which of them sees the other's sign of life.
        patch.setattr("app.services.upkeep.heartbeats.beat", lambda session, role, place="": None)
        chance.install(patch)
        patch.setattr(shutil, "disk_usage", lambda folder: FREE)  # other programs write to the disk, too
        world = world_of(sink.url)
        yield Run(world, time, chance, sink)
        world.close()


# --- What two runs have in common ---


class Named:
    """Puts names that are drawn by chance in the order in which they appear."""

    def __init__(self) -> None:
        self.seen: dict[bytes, bytes] = {}

    def without_names(self, data: bytes) -> bytes:
        return NAME.sub(self._in_order, re.sub(rb"=\r\n|\r\n(?=[ \t])", b"", data))

    def _in_order(self, found: re.Match[bytes]) -> bytes:
        kind = list(NAMES)[int((found.lastgroup or "n0")[1:])]
        placeholder = f"<{kind} {len(self.seen) + 1}, {len(found[0])} characters>".encode()
        return self.seen.setdefault(found[0], placeholder)


def differences(one: list[Got], other: list[Got]) -> list[str]:
    """Of two runs: what came, in which order, every byte but for the names, and how long lines are."""
    first, second = Named(), Named()
    told = [f"{got.way} only once" for got in (one[len(other) :] or other[len(one) :])]
    for before, after in zip(one, other, strict=False):
        a, b = first.without_names(before.data), second.without_names(after.data)
        if before.way != after.way:
            told.append(f"{before.way}, and in the other run {after.way}")
        elif a != b:
            told.append(f"{before.way}: {around_difference(a, b)}")
        elif lengths(before.data) != lengths(after.data):
            told.append(f"{before.way}: its lines are of other lengths")
    return told


def lengths(data: bytes) -> list[int]:
    return [len(line) for line in data.split(b"\r\n")]


def around_difference(one: bytes, other: bytes) -> str:
    at = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    begin = max(0, at - 80)
    return f"{one[begin : at + 80]!r} and {other[begin : at + 80]!r}"
