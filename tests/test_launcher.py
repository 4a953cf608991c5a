"""./chasqui, run in a copy of its own.

Most tests put a stand-in for Python first on the PATH: it makes a .venv in no time, notes what it is asked to
run and fails where told to. One test uses the real thing, with a package made on the spot.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.places import ECHO, Place

ROOT = Path(__file__).parents[1]


def test_help_lists_every_command_with_its_own_words(place: Place) -> None:
    for args in ([], ["help"], ["--help"]):
        status, out, _ = place.run(*args)

        assert status == 0
        assert "echo         Say what was given.\n" in out

    assert not (place.folder / ".venv").exists()


def test_an_unknown_command_is_answered_with_those_there_are(place: Place) -> None:
    for name in ("ecoh", "../commands/echo", "__init__"):
        status, out, err = place.run(name)

        assert (status, out) == (64, "")
        assert f"'{name}'" in err
        assert "echo bench test" in err


def test_a_command_gets_its_arguments_and_its_status_is_the_launchers(place: Place) -> None:
    assert place.run("echo", "a b", "*")[:2] == (0, f"{place.folder}|a b|*\n")
    assert place.run("echo", "fail")[0] == 3


def test_a_command_stays_where_it_is_called_from_also_through_a_link(place: Place, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    (elsewhere / "app").mkdir(parents=True)
    (elsewhere / "app/__init__.py").write_text("raise SystemExit('this app is not ours')")
    link = elsewhere / "run"
    link.symlink_to(place.folder / "chasqui")

    status, out, _ = place.run("echo", "game.jsonl", cwd=elsewhere, by=link)

    assert (status, out) == (0, f"{elsewhere}|game.jsonl\n")


def test_a_bench_is_run_by_name_and_without_one_all_are(place: Place) -> None:
    everything = place.folder / "tests/bench/everything.py"
    everything.write_text('"""Measure all."""\nprint("everything is fast")\n')

    assert place.run("bench", "speed")[:2] == (0, "fast\n")
    assert place.run("bench")[:2] == (0, "everything is fast\n")
    assert "  speed        Measure the speed.\n" in place.run("bench", "--list")[1]

    status, _, err = place.run("bench", "sped")

    assert status == 64
    assert "Measure the speed." in err


def test_a_python_that_does_not_run_is_passed_over(place: Place, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    (tools / "python3").rename(tools / "python3.11")
    for name in ("python3", "python3.14", "python3.13", "python3.12"):
        (tools / name).write_text("#!/bin/sh\necho 'shim: command not found' >&2\nexit 127\n")
        (tools / name).chmod(0o755)

    status, _, err = place.run("echo")

    assert status == 0
    assert err.endswith("python3.11\n")


def test_a_python_that_cannot_make_a_venv_is_named(place: Place) -> None:
    place.env["NO_ENSUREPIP"] = "1"

    status, _, err = place.run("echo")

    assert status == 69
    assert "ensurepip" in err
    assert not place.finished


def test_where_there_is_no_python_it_is_installed(place: Place, tmp_path: Path) -> None:
    """As on a bare Debian."""
    tools, installed = tmp_path / "tools", tmp_path / "python3"
    place.path = f"{tools}{os.pathsep}{without_python(tmp_path / 'system')}"
    packages_are_noted(tools)
    (tools / "python3").rename(installed)

    status, _, err = place.run("echo")
    assert status == 69
    assert "needs Python 3.11 or newer" in err

    apt = tools / "apt-get"
    apt.write_text(f"{apt.read_text().rpartition('exit')[0]}cp {installed} {tools}\n")
    status, out, err = place.run("echo", "hello")
    assert (status, out.split("|")[1:]) == (0, ["hello\n"])
    assert "installing python3 python3-venv" in err
    assert "apt-get install -qq -y python3 python3-venv" in place.notes


def test_without_python_it_says_what_to_type_where_it_may_not_install(place: Place, tmp_path: Path) -> None:
    place.path = f"{tmp_path / 'tools'}{os.pathsep}{without_python(tmp_path / 'system')}"
    packages_are_noted(tmp_path / "tools", status=100)
    (tmp_path / "tools/python3").unlink()

    status, _, err = place.run("echo")

    assert status == 69
    assert "Type: sudo apt-get install python3 python3-venv" in err


def without_python(folder: Path) -> str:
    return without(folder, "python3", "python3.11", "python3.12", "python3.13", "python3.14")


def test_test_runs_everything_though_a_check_fails(place: Place) -> None:
    place.env["FAILING"] = "ruff"

    assert place.run("test")[0] == 1
    assert [note.split()[:2] for note in place.notes[2:]] == [
        ["ruff", "check"],
        ["ruff", "format"],
        ["mypy", "--strict"],
        ["pytest", "-n"],
    ]


def without(folder: Path, *programs: str) -> str:
    """A PATH on which everything is found but these programs."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for file in Path(place).glob("*"):
            if file.name not in programs and not (folder / file.name).exists():
                (folder / file.name).symlink_to(file)
    return str(folder)


def packages_are_noted(tools: Path, status: int = 0) -> None:
    """As if packages were installed, or could not be."""
    for name, script in (
        ("apt-get", f'#!/bin/sh\necho "apt-get $*" >>"$NOTES"\nexit {status}\n'),
        ("sudo", '#!/bin/sh\nshift\nexec "$@"\n'),
    ):
        (tools / name).write_text(script)
        (tools / name).chmod(0o755)


def test_serve_installs_what_books_are_printed_with(place: Place, tmp_path: Path) -> None:
    (place.folder / "app/commands/serve.py").write_text(ECHO)
    packages_are_noted(tmp_path / "tools")

    assert place.run("serve", "--port", "1")[0] == 0
    assert not [note for note in place.notes if note.startswith("apt-get")]

    place.env["NO_LIBRARIES"] = "1"
    status, out, _ = place.run("serve", "--port", "1")
    assert (status, out.split("|")[1:]) == (0, ["--port", "1\n"])
    assert any(note.startswith("apt-get install") and "libpango" in note for note in place.notes)


def test_serve_says_what_to_type_where_it_may_not_install(place: Place, tmp_path: Path) -> None:
    (place.folder / "app/commands/serve.py").write_text(ECHO)
    packages_are_noted(tmp_path / "tools", status=100)
    place.env["NO_LIBRARIES"] = "1"

    status, out, err = place.run("serve")

    assert (status, bool(out)) == (0, True)
    assert "Type: sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in err


def test_in_ci_missing_servers_are_installed_first(place: Place, tmp_path: Path) -> None:
    place.path = f"{tmp_path / 'tools'}{os.pathsep}{without(tmp_path / 'system', 'redis-server')}"
    packages_are_noted(tmp_path / "tools")

    place.run("test")
    assert not [note for note in place.notes if note.startswith("apt-get")]

    place.env["CI"] = "true"
    assert place.run("test")[0] == 0
    assert any(note.startswith("apt-get install") and "redis-server" in note for note in place.notes)
    assert place.notes[-1].startswith("pytest")


@pytest.mark.parametrize(("failing", "status"), [("", 0), ("mypy", 1), ("pytest", 1)])
def test_test_fails_when_anything_does(place: Place, failing: str, status: int) -> None:
    place.env["FAILING"] = failing

    assert place.run("test")[0] == status


def test_tests_arguments_go_to_pytest_alone(place: Place) -> None:
    place.run("test", "-k", "a name")
    place.run("test", "-n", "0")
    place.run("test", "tests/test_launcher.py")

    spread = "pytest -n auto --dist worksteal"
    assert place.notes[2:] == [f"{spread} -k a name", "pytest -n 0", "pytest tests/test_launcher.py"]


def test_the_long_run_is_made_without_the_checks(place: Place) -> None:
    place.run("test", "--long", "--sample")

    assert place.notes[2:] == ["pytest -n auto --dist worksteal --long --sample"]


def test_the_run_in_ci_is_the_usual_one_and_then_a_sample_of_the_long_one(place: Place) -> None:
    ci = place.folder / ".ci/run"
    ci.parent.mkdir()
    shutil.copy(ROOT / ".ci/run", ci)

    assert place.run(by=ci)[0] == 0
    assert place.notes[-2:] == [
        "pytest -n auto --dist worksteal",
        "pytest -n auto --dist worksteal --long --sample",
    ]


def test_the_run_in_ci_ends_with_what_failed(place: Place) -> None:
    ci = place.folder / ".ci/run"
    ci.parent.mkdir()
    shutil.copy(ROOT / ".ci/run", ci)
    place.env["FAILING"] = "mypy"

    assert place.run(by=ci)[0] == 1
    assert place.notes[-1] == "pytest -n auto --dist worksteal"
