"""Killed, without room, read-only at any moment: a backup, restore or move is done, or was never begun.

A power cut after a restore that was told is in it, too.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from app.archive import Refused
from app.archive.form import Reader
from tests.cluster.disks import ERRORS, Forgetful
from tests.lengths import long
from tests.servers import postgres_database
from tests.world.archived import Service, filled
from tests.world.killing import killed, time_of

TIMES = 100
AGAIN = 10  # each tenth time, what was broken off is done again
PLACES = ("sqlite", "postgresql")


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "CHASQUI_DATA", "CHASQUI_KEYS", "CHASQUI_PASSPHRASE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def service(tmp_path: Path) -> Service:
    shutil.copytree(filled(), tmp_path / "data")
    return Service(tmp_path / "data")


def with_keys(folder: Path) -> Service:
    """An empty one with the keys of the other."""
    folder.mkdir()
    (folder / "keys").write_bytes((filled() / "keys").read_bytes())
    return Service(folder)


def is_whole_or_missing(backup: Path) -> bool:
    return not backup.exists() or bool(Reader(backup).check())


@pytest.mark.parametrize("times", [long(1), long(TIMES)])
def test_a_backup_that_is_killed_is_whole_or_missing(service: Service, tmp_path: Path, times: int) -> None:
    backup = tmp_path / "backup"
    whole = time_of(lambda: service.run_backup(backup))

    for number in range(times):
        killed(lambda: service.run_backup(backup), Random(number).uniform(0, whole))
        assert is_whole_or_missing(backup)
        if number % 2:
            backup.unlink(missing_ok=True)

    assert service.run_backup(backup) == 0
    assert Reader(backup).check() == service.sums()
    assert sorted(tmp_path.iterdir()) == [backup, service.folder]


@pytest.fixture
def empty(tmp_path: Path, postgres_cluster: str) -> Callable[[str], Iterator[Service]]:
    """A new folder or a new database."""

    def made(where: str) -> Iterator[Service]:
        folder = with_keys(tmp_path / f"to-{time.monotonic_ns()}").folder
        if where == "sqlite":
            yield Service(folder)
        else:
            with postgres_database(postgres_cluster) as url:
                yield Service(folder, url)
        shutil.rmtree(folder)

    return made


def is_nothing_or_all(target: Service, source: Service) -> bool:
    """Whether all is there; if not, nothing is."""
    try:
        sums = target.sums()
    except Refused:
        return False
    if not any(found.rows for found in sums.values()):
        return False
    assert sums == source.sums()
    assert target.problems() == []
    return True


@pytest.mark.parametrize(
    ("where", "times"), [long("sqlite", 2), long("postgresql", 2), *(long(where, TIMES) for where in PLACES)]
)
def test_a_restore_that_is_killed_has_restored_all_or_nothing(
    service: Service, tmp_path: Path, empty: Callable[[str], Iterator[Service]], where: str, times: int
) -> None:
    backup = service.backup(tmp_path / "backup")
    [whole] = [time_of(lambda: target.restore(backup)) for target in empty(where)]  # noqa: B023 - at once

    for number in range(times):
        for target in empty(where):
            killed(lambda: target.restore(backup), Random(number).uniform(0, whole))  # noqa: B023
            if not is_nothing_or_all(target, service) and number % AGAIN == 0:
                assert target.restore(backup) == 0
                assert is_nothing_or_all(target, service)


@pytest.mark.parametrize(
    ("where", "times"), [long("postgresql", 2), long("sqlite", 2), *(long(where, TIMES) for where in PLACES)]
)
def test_a_move_that_is_killed_has_moved_all_or_nothing(
    service: Service, empty: Callable[[str], Iterator[Service]], where: str, times: int
) -> None:
    before = service.sums()
    [whole] = [time_of(lambda: target.moved_from(service)) for target in empty(where)]  # noqa: B023 - at once

    for number in range(times):
        for target in empty(where):
            killed(lambda: target.moved_from(service), Random(number).uniform(0, whole))  # noqa: B023
            if not is_nothing_or_all(target, service) and number % AGAIN == 0:
                assert target.moved_from(service) == 0
                assert is_nothing_or_all(target, service)
            assert service.sums() == before


# --- Disks ---


CASES = [(error, 1) for error in ERRORS] + [(error, TIMES) for error in ERRORS]


@pytest.mark.parametrize(("error", "times"), [long(*case) for case in CASES])
def test_a_disk_that_refuses_leaves_the_last_backup_or_the_new_one(
    service: Service, disk: Forgetful, error: str, times: int
) -> None:
    backup = service.backup(disk.place / "backup")
    before = Reader(backup).check()

    for number in range(times):
        disk.say(f"refuse {ERRORS[error]} {Random(number).randrange(6)}")
        service.run_backup(backup)
        disk.say("refuse 0 0")
        assert Reader(backup).check() == before

    assert service.run_backup(backup) == 0


@pytest.mark.parametrize(("error", "times"), [long(*case) for case in CASES])
def test_a_disk_that_refuses_leaves_all_of_a_restore_or_nothing(
    service: Service, disk: Forgetful, tmp_path: Path, error: str, times: int
) -> None:
    backup = service.backup(tmp_path / "backup")
    target = with_keys(disk.place / "data")
    most = changes_of(disk, tmp_path / "counted", lambda: target.restore(backup))

    for number in range(times):
        target = with_keys(disk.place / f"data{number}")
        disk.say(f"refuse {ERRORS[error]} {Random(number).randrange(most)}")
        target.restore(backup)
        disk.say("refuse 0 0")
        if not is_nothing_or_all(target, service) and number % AGAIN == 0:
            assert target.restore(backup) == 0
            assert is_nothing_or_all(target, service)
        shutil.rmtree(target.folder)


def changes_of(disk: Forgetful, counted: Path, work: Callable[[], int]) -> int:
    """How many changes of the disk it takes."""
    disk.say("refuse 0 0")
    assert work() == 0
    disk.say(f"count {counted}")
    return int(counted.read_text())


@pytest.mark.parametrize("seed", [long(seed) for seed in range(10)])
def test_what_was_told_to_be_restored_is_there_after_a_power_cut(
    service: Service, disk: Forgetful, tmp_path: Path, seed: int
) -> None:
    backup = service.backup(tmp_path / "backup")
    target = with_keys(disk.place / "data")
    disk.say("keep")

    assert target.restore(backup) == 0
    disk.say(f"cut {seed} {tmp_path / 'after'}")

    assert is_nothing_or_all(Service(tmp_path / "after" / "data"), service)


@pytest.mark.parametrize("seed", [long(seed) for seed in range(10)])
def test_a_backup_that_was_told_is_there_after_a_power_cut(
    service: Service, disk: Forgetful, tmp_path: Path, seed: int
) -> None:
    service.backup(disk.place / "backup")
    disk.say(f"cut {seed} {tmp_path / 'after'}")

    assert Reader(tmp_path / "after" / "backup").check() == service.sums()
