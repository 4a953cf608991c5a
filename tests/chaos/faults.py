"""What can happen to a service: one thing after another, or two at once, by a seed."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from tests.chaos.moody_server import CALM, MOODS, MoodyServer

AT_ONCE = 2
PAUSE = (0.5, 5.0)  # seconds before the next
# Then people have to get something done first, however slow the machine is; but not for longer than this.
IN_VAIN = 15.0


def nothing() -> None:
    pass


@dataclass(frozen=True)
class Fault:
    """`lasts`: the least and the most seconds until it is mended."""

    name: str
    strike: Callable[[], None]
    mend: Callable[[], None] = nothing
    lasts: tuple[float, float] = (0, 0)
    what: str = ""  # faults of the same thing never overlap


def frozen(name: str, tell: Callable[[signal.Signals], None], what: str, lasts: tuple[float, float]) -> Fault:
    stop, go_on = partial(tell, signal.SIGSTOP), partial(tell, signal.SIGCONT)
    return Fault(f"{name} is frozen", stop, go_on, lasts, what)


def faults_of_mail(server: MoodyServer) -> list[Fault]:
    def be(mood: str) -> Callable[[], None]:
        return partial(setattr, server, "mood", mood)

    return [Fault(f"the mail server is {mood}", be(mood), be(CALM), (2, 20), "mail server") for mood in MOODS]


@dataclass
class Trouble:
    """Strikes when it is due, and mends what has lasted long enough. `done`: what people have got done."""

    faults: list[Fault]
    chance: Random
    done: Callable[[], int]
    most: float  # seconds that a fault may last
    story: list[str] = field(default_factory=list)
    due: float = 0.0
    done_then: int = -1
    begun: float = field(default_factory=time.monotonic)
    lasting: list[tuple[float, Fault]] = field(default_factory=list)  # with the time of their end

    def go_on(self) -> None:
        at = time.monotonic()
        for end, fault in list(self.lasting):
            if at >= end:
                self._mend(end, fault)
        has_gone_on = self.done() > self.done_then or at >= self.due + IN_VAIN
        if at >= self.due and len(self.lasting) < AT_ONCE and has_gone_on:
            self._strike(at)
            self.due, self.done_then = time.monotonic() + self.chance.uniform(*PAUSE), self.done()

    def end(self) -> None:
        for end, fault in list(self.lasting):
            self._mend(end, fault)

    def _strike(self, at: float) -> None:
        ailing = {fault.what for _, fault in self.lasting}
        what = self.chance.choice(sorted({fault.what for fault in self.faults} - ailing))
        fault = self.chance.choice([fault for fault in self.faults if fault.what == what])
        seconds = min(self.chance.uniform(*fault.lasts), self.most)
        self.story.append(f"{at - self.begun:7.1f} s: {fault.name}" + (f", {seconds:.1f} s" * (seconds > 0)))
        fault.strike()
        if seconds:
            self.lasting.append((time.monotonic() + seconds, fault))

    def _mend(self, end: float, fault: Fault) -> None:
        self.lasting.remove((end, fault))
        fault.mend()
