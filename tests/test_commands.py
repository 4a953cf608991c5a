"""The launcher's commands, as somebody types them."""

import json
import os
import pwd
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from app.commands import random, replay, verify
from app.console import count_of, why
from engine.record import Record

RECORDS = Path(__file__).parent / "records"
TIKAL = RECORDS / "tikal-0000.jsonl"


def test_verify_says_that_all_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    status = verify.main([str(TIKAL), str(RECORDS / "incan-gold-0000.jsonl")])

    said = capsys.readouterr().out
    assert status == 0
    assert "tikal-0000.jsonl: all is right: Tikal, 2 seats, 46 steps. The match is over. Ana wins." in said
    assert "Head 0d6e8afa." in said


def test_verify_names_the_line_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(TIKAL.read_bytes().replace(b"tile c3 r2", b"tile c3 r1"))

    status = verify.main([str(TIKAL), str(changed)])

    assert status == 1
    assert "changed.jsonl, line 5: the hash does not fit" in capsys.readouterr().out


def running(folder: Path) -> Path:
    """A record without its last line: the match still goes on."""
    path = folder / "running.jsonl"
    path.write_bytes(b"".join(TIKAL.read_bytes().splitlines(keepends=True)[:-1]))
    return path


def test_verify_ends_with_2_for_a_running_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.main([str(running(tmp_path)), str(TIKAL)]) == 2
    assert "whole as far as it goes" in capsys.readouterr().out


def test_a_wrong_record_counts_more_than_a_running_one(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.jsonl"
    nothing.write_bytes(b"")

    assert verify.main([str(running(tmp_path)), str(nothing)]) == 1


def test_a_file_that_is_not_there_is_said_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.main(["/nowhere.jsonl"]) == 1
    assert "/nowhere.jsonl: cannot be read: No such file" in capsys.readouterr().err


def test_replay_tells_every_step_and_shows_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main([str(TIKAL)]) == 0

    said = capsys.readouterr().out
    assert "> Ana: tile b3 r3; enter L a5; enter 2 a5; enter 3 a5; enter 3 a5; end" in said
    assert "Ana brings the leader into a5." in said
    assert "Step 46" in said
    assert "The match is over. Ana wins." in said
    assert "a5 BASE" in said


@pytest.mark.parametrize("command", [verify, replay])
def test_no_name_in_a_record_turns_what_a_command_says_about(
    command: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.loads(line) for line in TIKAL.read_text().splitlines()]
    lines[0]["seats"][0] = "Ana\u202egnihtyna"
    record = Record()
    for line in lines:
        del line["hash"]
        record._add(line)
    changed = tmp_path / "changed.jsonl"
    changed.write_text(record.text())

    assert command.main([str(changed)]) == 0
    said = capsys.readouterr().out
    assert "Anagnihtyna" in said
    assert "\u202e" not in said


def test_replay_tells_one_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main([str(TIKAL), "--at", "2"]) == 0

    said = capsys.readouterr().out
    assert "Step 2" in said
    assert "Step 1," not in said
    assert "Step 3," not in said


def test_replay_shows_a_seat_its_own_tent_only(capsys: pytest.CaptureFixture[str]) -> None:
    record = str(RECORDS / "incan-gold-0002.jsonl")

    replay.main([record, "--at", "6", "--seat", "2"])
    mine = capsys.readouterr().out
    replay.main([record, "--at", "6"])
    onlookers = capsys.readouterr().out

    assert "Błażej is in the camp. In the tent: 2." in mine
    assert mine.count("In the tent") == 1
    assert "In the tent" not in onlookers


@pytest.mark.parametrize(
    "wrong", [["--at", "47"], ["--at", "-1"], ["--seat", "3"], ["--seat", "0"], ["--at", "x"]]
)
def test_replay_says_what_steps_and_seats_there_are(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        replay.main([str(TIKAL), *wrong])

    assert caught.value.code == 64
    said = capsys.readouterr().err
    assert "steps 0 to 46" in said or "seats 1 to 2" in said or "invalid int" in said


def test_replay_of_a_running_match_shows_the_orders_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay.main([str(running(tmp_path))]) == 2

    said = capsys.readouterr()
    assert "Step 1: 1: tile b3 r3; enter L a5" in said.out
    assert "its seed is secret" in said.err


def test_random_gives_the_same_record_for_the_same_text(capsys: pytest.CaptureFixture[str]) -> None:
    random.main(["incan-gold", "--seats", "5", "--seed", "x"])
    one = capsys.readouterr().out
    random.main(["incan-gold", "--seats", "5", "--seed", "x"])
    same = capsys.readouterr().out
    random.main(["incan-gold", "--seats", "5"])
    another = capsys.readouterr().out

    assert one == same != another


def test_random_makes_a_match_in_which_friends_go_back_and_change(capsys: pytest.CaptureFixture[str]) -> None:
    random.main(["incan-gold", "--seed", "x", "--taken-back", "5", "--new-hands", "2", "--lent", "1"])

    said = capsys.readouterr().out
    assert [said.count(kind) for kind in ('"back":', '"seat":', '"friend"')] == [5, 2, 1]


def test_replay_tells_what_was_taken_back_and_who_came_new(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main([str(RECORDS / "friends" / "tikal-0000.jsonl")]) == 0

    said = capsys.readouterr().out
    assert "> back to the state after step" in said
    assert "(taken back later)" in said
    assert "goes to Ida" in said
    assert "> Ida: " in said


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["tikal", "--taken-back", "-1"], "say a number from 0 to"),
        (["chess"], "tikal, incan-gold"),
        (["tikal", "--seats", "5"], "Tikal is for 2 to 4 seats, not 5"),
        (["tikal", "--option", "speed=true"], "its options: auction, camp_needs_member"),
        (["tikal", "--option", "auction=maybe"], "say auction=true or auction=false"),
        ([], "required: GAME"),
    ],
)
def test_random_says_what_would_be_right(
    wrong: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        random.main(wrong)

    assert caught.value.code == 64
    assert said.replace("'", "") in capsys.readouterr().err.replace("'", "")


def test_a_record_goes_through_a_pipe() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "app.commands.random", "tikal"], capture_output=True, check=True
    )

    checked = subprocess.run(
        [sys.executable, "-m", "app.commands.verify", "-"], input=made.stdout, capture_output=True, check=True
    )

    assert checked.stdout.startswith(b"-: all is right: Tikal")


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = f"{sys.executable} -m app.commands.replay {TIKAL} | head -1"

    shown = subprocess.run(command, shell=True, capture_output=True, check=True)

    assert shown.stderr == b""


@pytest.mark.parametrize("command", ["verify", "replay", "random"])
def test_engine_work_loads_no_web_framework(command: str) -> None:
    listing = f"import sys, app.commands.{command}; print(*{{name.split('.')[0] for name in sys.modules}})"

    loaded = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, check=True, text=True
    ).stdout

    assert not {"flask", "sqlmodel", "sqlalchemy", "celery", "redis", "weasyprint"} & set(loaded.split())


@pytest.mark.parametrize(("count", "said"), [(0, "0 matches"), (1, "1 match"), (2000, "2,000 matches")])
def test_one_of_a_thing_is_told_as_one(count: int, said: str) -> None:
    assert count_of(count, "match", "matches") == said


def test_a_file_that_is_closed_is_told_with_the_user_that_it_is_closed_to() -> None:
    """The command of a host runs as the service's user, whoever types it."""
    user = pwd.getpwuid(os.geteuid()).pw_name

    assert why(PermissionError(13, "Permission denied")) == f"Permission denied for the user {user}"
    assert why(FileNotFoundError(2, "No such file or directory")) == "No such file or directory"
