"""The steps of ./chasqui host, and the files that they lead to."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from app.hosting.files import File, files_of
from app.hosting.plan import Plan
from tests.app.hosting.plans import PLANS
from tests.places import ROOT

RECORD = ROOT / "tests/records/tikal-0000.jsonl"


def steps(plan: Plan) -> str:
    return next(file.text for file in files_of(plan) if file.name == "steps.txt")


@pytest.mark.parametrize("plan", PLANS, ids=["serve", "postgresql", "mailbox", "plus"])
def test_the_steps_are_in_order_and_each_command_stands_in_from_the_margin(plan: Plan) -> None:
    text = steps(plan)
    numbers = [int(number) for number in re.findall(r"^(\d)\. ", text, re.M)]

    assert numbers == [*range(1, len(numbers) + 1)]
    assert all(line.startswith("   ") for line in text.splitlines() if "/var/lib" in line)
    assert "\n\n\n" not in text
    assert "chasqui update --check" in text


def test_the_steps_tell_what_each_way_needs() -> None:
    serve, postgresql, mailbox, plus = map(steps, PLANS)

    assert "512 MB of memory" in serve
    assert "2 GB of memory" in postgresql
    assert "512" not in postgresql
    assert "/var/lib/chasqui/logs/*.log" in serve
    assert "logs/*.log" not in postgresql
    assert "send yourself a mail to anna+try@provider.example" in mailbox
    assert "only where Postfix does nothing else yet" in serve
    assert "only where Postfix does nothing else yet" not in plus


def test_the_program_is_copied_to_its_place_without_what_belongs_to_another() -> None:
    elsewhere = steps(Plan("play.example", source="/root/chasqui"))
    there = steps(Plan("play.example", source="/srv/chasqui"))

    assert "cp -a /root/chasqui /srv/chasqui" in elsewhere
    assert "rm -rf /srv/chasqui/.venv" in elsewhere
    assert "cp -a" not in there
    assert "rm -rf" not in there


@pytest.mark.parametrize("plan", PLANS[:2], ids=["serve", "postgresql"])
def test_the_command_reads_files_of_whoever_types_without_the_service(tmp_path: Path, plan: Plan) -> None:
    """Here are no settings of a service, and nobody of its name."""
    text = next(file.text for file in files_of(replace(plan, folder=str(ROOT))) if file.name == "bin/chasqui")
    command = tmp_path / "chasqui"
    command.write_text(text)

    said = subprocess.run(["sh", str(command), "verify", str(RECORD)], capture_output=True, text=True)

    assert "all is right" in said.stdout, said.stderr


def test_a_second_folder_for_backups_is_opened_in_the_unit() -> None:
    env = next(file.text for file in files_of(PLANS[0]) if file.name == "chasqui.env")

    assert "ReadWritePaths=-/a/folder" in env
    assert "#CHASQUI_OPERATORS=" in env


def test_what_is_not_known_is_told_plainly() -> None:
    files: dict[str, File] = {file.name: file for file in files_of(Plan("play.example"))}

    assert "(IPv4 address of the machine)" in files["dns.txt"].text
    assert "--write DIR" in files["dns.txt"].text
