"""Whatever happens to a service, what its people were told stands: nothing is lost, doubled or stuck."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from app.clock import now
from app.house import House, open_house
from app.settings import read_settings
from tests.chaos.crowd import Crowd, wait_until_quiet
from tests.chaos.embedded import Embedded, embedded
from tests.chaos.faults import Trouble
from tests.chaos.moody_server import MoodyServer, moody_server
from tests.chaos.site import Site, site
from tests.chaos.verdict import unsettled, what_is_wrong
from tests.lengths import long
from tests.servers import until
from tests.world.served import ROOT, environment_without_ours

HEALED_SECONDS = 120.0
ORDERS_AFTERWARDS = 8  # when all is mended
QUIET_SECONDS = 60.0
SETTLED_SECONDS = 420.0  # what a killed worker had claimed waits for six minutes
FSCK_EVERY = 60.0
FSCK_WRONG = 1

Chaos = Site | Embedded


@pytest.fixture
def sink() -> Iterator[MoodyServer]:
    with moody_server() as made:
        yield made


@pytest.fixture
def chaos_seed(request: pytest.FixtureRequest) -> int:
    return int(request.config.option.chaos_seed)


@pytest.fixture
def wanted_seconds(request: pytest.FixtureRequest, seconds: float) -> float:
    return float(request.config.option.chaos_seconds or seconds)


@pytest.mark.parametrize("seconds", [long(10.0), long(900.0)])
def test_a_site_keeps_what_it_has_acknowledged(
    wanted_seconds: float, chaos_seed: int, tmp_path: Path, sink: MoodyServer
) -> None:
    with site(tmp_path, sink) as service:
        run(service, wanted_seconds, chaos_seed)


@pytest.mark.parametrize("seconds", [long(10.0), long(300.0)])
def test_serve_keeps_what_it_has_acknowledged(
    wanted_seconds: float, chaos_seed: int, tmp_path: Path, sink: MoodyServer
) -> None:
    with embedded(tmp_path, sink) as service:
        run(service, wanted_seconds, chaos_seed)


def run(service: Chaos, seconds: float, seed: int) -> None:
    assert until(lambda: health(service).get("ok") is True), (health(service), service.said)
    crowd = Crowd(service.sink, service.ports, service.door, seed)
    trouble = Trouble(service.faults(), Random(seed), lambda: len(crowd.log.entries), most=seconds / 3)
    with crowd.acting():
        play_in_chaos(service, trouble, seconds)
        healthy_again(service, trouble)
        before = crowd.orders()
        goes_on = until(lambda: bool(crowd.crashes) or crowd.orders() >= before + ORDERS_AFTERWARDS)
        assert goes_on, ("play does not go on", *crowd.told(), *trouble.story, health(service), service.said)
        crowd.opens_matches = False
        wait_until_quiet(crowd, QUIET_SECONDS)
    print(f"--chaos-seed={seed}", *trouble.story, *crowd.told(), sep="\n")
    with the_house(service) as house:
        calm_since = now()
        wait_until_settled(house, calm_since)
        with house.reading() as session:
            wrong = [*unsettled(house, calm_since), *what_is_wrong(session, crowd.log, service.sink)]
    wrong += crowd.errors()
    assert not wrong, "\n".join([*wrong, service.said])
    assert fsck(service) == (0, "")


def play_in_chaos(service: Chaos, trouble: Trouble, seconds: float) -> None:
    """fsck finds nothing wrong meanwhile. Where it cannot read, it says so, and that is right."""
    end, next_fsck = time.monotonic() + seconds, time.monotonic() + FSCK_EVERY
    while time.monotonic() < end:
        trouble.go_on()
        service.mend()
        if time.monotonic() > next_fsck:
            status, said = fsck(service)
            assert status != FSCK_WRONG, said
            next_fsck = time.monotonic() + FSCK_EVERY
        time.sleep(0.05)


def healthy_again(service: Chaos, trouble: Trouble) -> None:
    """By itself, as soon as all is mended and what has ended is started."""
    trouble.end()

    def is_well() -> bool:
        service.mend()
        return health(service).get("ok") is True

    assert until(is_well, HEALED_SECONDS), (health(service), *trouble.story, service.said)


def health(service: Chaos) -> dict[str, object]:
    try:
        with urlopen(f"http://127.0.0.1:{service.ports[0]}/healthz", timeout=5) as answer:
            return dict(json.load(answer))
    except HTTPError as error:
        with error:
            return dict(json.loads(error.read() or "{}"))
    except OSError:
        return {}


def wait_until_settled(house: House, calm_since: datetime) -> None:
    """For as long as letters leave and mails are read: a slow machine has much to do after such a day."""
    waiting, since = unsettled(house, calm_since), time.monotonic()
    while waiting and time.monotonic() < since + SETTLED_SECONDS:
        time.sleep(1)
        if (left := unsettled(house, calm_since)) != waiting:
            waiting, since = left, time.monotonic()


def fsck(service: Chaos) -> tuple[int, str]:
    command = [sys.executable, "-P", "-m", "app.commands.fsck"]
    environment = environment_without_ours() | service.environment | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr if done.returncode else ""


@contextmanager
def the_house(service: Chaos) -> Iterator[House]:
    """A door of the test's own to the database."""
    house = open_house(read_settings(service.environment))
    try:
        yield house
    finally:
        house.db.close()
