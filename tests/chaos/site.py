"""A site of many programs on PostgreSQL and Redis, as a host runs it, and what can happen to it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg

from app import migrations
from app.settings import read_settings
from tests.chaos.faults import Fault, faults_of_mail, frozen
from tests.chaos.moody_server import MoodyServer
from tests.chaos.settings import settings_of_chaos
from tests.servers import PostgresServer, RedisServer, cluster_folder, free_port
from tests.world.programs import Program, Programs
from tests.world.small_disk import SmallDisk, small_disk

MEGABYTES, POSTGRES_MEGABYTES = 300, 800
END_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


@dataclass
class Site:
    """What has ended is started again, as a host's system does it."""

    programs: Programs
    postgres: PostgresServer
    redis: RedisServer
    sink: MoodyServer
    environment: dict[str, str]
    ports: list[int]
    door: int
    disks: dict[str, SmallDisk]  # of PostgreSQL, and of the programs' data folder

    def mend(self) -> None:
        for each in self.programs.all:
            if not each.runs:
                each.kill()
                each.start()

    @property
    def said(self) -> str:
        return self.programs.said

    def faults(self) -> list[Fault]:
        database, broker = "PostgreSQL", "Redis"
        return [
            *faults_of_mail(self.sink),
            *(fault for each in self.programs.all for fault in faults_of(each)),
            Fault("PostgreSQL restarts", self.postgres.kill, self.postgres.start, (0.5, 8), database),
            frozen("PostgreSQL", self.postgres.signal, database, (2, 12)),
            Fault("PostgreSQL ends all connections", self._end_connections, what=database),
            Fault("Redis restarts", self.redis.stop, self.redis.start, (0.5, 8), broker),
            frozen("Redis", self._tell_redis, broker, (2, 12)),
            *self._full_disks(),
        ]

    def _full_disks(self) -> Iterator[Fault]:
        for what, disk in self.disks.items():
            if disk.is_mounted:
                make_room = partial(self._make_room, disk)
                yield Fault(f"the disk of {what} is full", disk.fill, make_room, (2, 15), what)

    def _make_room(self, disk: SmallDisk) -> None:
        """PostgreSQL ends where it cannot write its log; then a host makes room, and starts it."""
        disk.make_room()
        if not self.postgres.runs:
            self.postgres.start()

    def _tell_redis(self, number: signal.Signals) -> None:
        if number == signal.SIGSTOP:
            self.redis.freeze()
        else:
            self.redis.thaw()

    def _end_connections(self) -> None:
        with suppress(psycopg.OperationalError), psycopg.connect(self.postgres.url, autocommit=True) as own:
            own.execute(END_CONNECTIONS)


def faults_of(program: Program) -> list[Fault]:
    def tell(number: signal.Signals) -> None:
        if program.process:
            with suppress(ProcessLookupError):
                os.killpg(program.process.pid, number)

    def kill_child() -> None:
        if program.runs:
            program.kill_child()

    name = program.name
    return [
        Fault(f"{name} is killed", program.kill, what=name),
        Fault(f"a child of {name} is killed", kill_child, what=name),
        frozen(name, tell, name, (2, 15)),
    ]


@contextmanager
def site(folder: Path, sink: MoodyServer) -> Iterator[Site]:
    """2 web servers, 2 workers, beat and a door."""
    ports, door = [free_port(), free_port()], free_port()
    redis_folder = folder / "redis"
    redis_folder.mkdir()
    redis = RedisServer(redis_folder)
    with (
        small_disk(folder / "data", MEGABYTES) as own,
        cluster_folder(partial(small_disk, megabytes=POSTGRES_MEGABYTES)) as postgres_folder,
    ):
        postgres = PostgresServer(postgres_folder)
        disks = {"PostgreSQL": SmallDisk(Path(postgres_folder)), "the programs": own}
        environment = settings_of_chaos(folder, ports[0], sink) | {
            "CHASQUI_MODE": "production",
            "CHASQUI_ALLOW": "local-broker,loopback",
            "DATABASE_URL": postgres.url,
            "REDIS_URL": redis.url,
        }
        programs = Programs(environment, folder)
        try:
            postgres.start()
            redis.start()
            migrations.upgrade(read_settings(environment).database)
            programs.second_web(ports[1])
            programs.second_worker()
            programs.start()
            programs.door(f"smtp://127.0.0.1:{door}")
            yield Site(programs, postgres, redis, sink, environment, ports, door, disks)
        finally:
            programs.stop()
            redis.stop()
            postgres.kill()
