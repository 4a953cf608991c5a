"""./chasqui serve with all that belongs to it, and what can happen to it."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.faults import Fault, faults_of_mail, frozen
from tests.chaos.moody_server import MoodyServer
from tests.chaos.settings import settings_of_chaos
from tests.world.served import PROGRAMS, Service, serving
from tests.world.small_disk import SmallDisk, small_disk

MEGABYTES = 160


@dataclass
class Embedded:
    """One service; `serve` itself is started again when it ends, and sees to its programs."""

    service: Service
    sink: MoodyServer
    environment: dict[str, str]
    disk: SmallDisk

    @property
    def ports(self) -> list[int]:
        return [self.service.port]

    @property
    def door(self) -> int:
        assert self.service.mail_port
        return self.service.mail_port

    @property
    def said(self) -> str:
        return self.service.said[-8000:]

    def mend(self) -> None:
        newest = self.service.started[-1]
        if newest.poll() is not None:
            self.service.start()

    def faults(self) -> list[Fault]:
        """Killing its programs and itself, cutting the power, a disk without room."""
        found = faults_of_mail(self.sink)
        for program in PROGRAMS:
            found.append(Fault(f"{program} is killed", self._kill(program), what=program))
            found.append(frozen(program, self._tell(program), program, (2, 12)))
        found.append(Fault("serve is killed", lambda: self.service.started[-1].kill(), what="serve"))
        found.append(Fault("the power is cut", self._cut_power, what="serve"))
        if self.disk.is_mounted:
            found.append(Fault("the disk is full", self.disk.fill, self.disk.make_room, (2, 15), "disk"))
        return found

    def _kill(self, program: str) -> Callable[[], None]:
        def strike() -> None:
            for number in self.service.numbers(program)[:1]:
                tell(number, signal.SIGKILL)

        return strike

    def _tell(self, program: str) -> Callable[[signal.Signals], None]:
        def strike(number: signal.Signals) -> None:
            for process in self.service.numbers(program):
                tell(process, number)

        return strike

    def _cut_power(self) -> None:
        for number in self.service.processes():
            tell(number, signal.SIGKILL)


def tell(process: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


@contextmanager
def embedded(folder: Path, sink: MoodyServer) -> Iterator[Embedded]:
    with small_disk(folder / "data", MEGABYTES) as disk, serving(folder) as service:
        environment = settings_of_chaos(folder, service.port, sink)
        service.env = {name: value for name, value in environment.items() if name != "CHASQUI_URL"}
        service.open()
        yield Embedded(service, sink, environment, disk)
