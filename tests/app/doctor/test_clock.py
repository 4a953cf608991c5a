"""The clock of this machine beside those of others."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.doctor import machine
from app.doctor.findings import Finding
from app.doctor.visit import Clock
from tests.world.doctored import visit

BEFORE = datetime(2026, 11, 19, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ahead", "grade"),
    [(0, "right"), (-0.9, "right"), (4, "right"), (10, "warning"), (-10, "warning"), (60, "wrong")],
)
def test_a_clock_that_differs_is_told_with_what_to_type(ahead: float, grade: str) -> None:
    """`ahead`: of theirs, in seconds."""
    at = visit("127.0.0.1")
    said = BEFORE + timedelta(seconds=ahead)
    at.clocks.append(Clock("the mail server", said, BEFORE, BEFORE + timedelta(seconds=0.2)))

    found = [each for each in machine.look_at_clock(at) if "Nothing keeps" not in each.words]

    assert [each.grade for each in found] == [grade]


def test_without_any_other_clock_nothing_is_said_about_it() -> None:
    assert "right" not in [each.grade for each in machine.look_at_clock(visit("127.0.0.1"))]


def kept(tools: Path, monkeypatch: pytest.MonkeyPatch, **programs: str) -> Finding:
    """What is said about who keeps the clock, where programs say that."""
    monkeypatch.setenv("PATH", str(tools))
    for name, said in programs.items():
        program = tools / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\nprintf '{said}\\n'\n")
        program.chmod(0o755)
    return next(iter(machine.look_at_clock(visit("127.0.0.1"))))


ALONE = "CanNTP={can}\nNTP=no\nNTPSynchronized=no"


def test_who_keeps_the_clock_has_to_be_installed_first_on_a_bare_debian(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kept(tmp_path, monkeypatch, timedatectl=ALONE.format(can="no"), systemd_detect_virt="none")

    assert found.to_type == ("sudo apt-get install systemd-timesyncd", "sudo timedatectl set-ntp true")
    found = kept(tmp_path, monkeypatch, timedatectl=ALONE.format(can="yes"), systemd_detect_virt="none")
    assert found.to_type == ("sudo timedatectl set-ntp true",)


def test_the_clock_of_a_container_is_kept_by_the_machine_around_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kept(tmp_path, monkeypatch, timedatectl=ALONE.format(can="yes"), systemd_detect_virt="lxc")

    assert (found.grade, found.to_type) == ("not seen", ())
