"""./chasqui makes .venv, once, with what the locks name."""

import hashlib
import os
import sys
import zipfile
from pathlib import Path

import pytest

from tests.places import Place


def test_only_the_first_start_installs(place: Place) -> None:
    _, _, first = place.run("echo")
    _, _, second = place.run("echo")

    assert "making .venv" in first
    assert first.count("\n") == 1
    assert second == ""
    assert place.installs == 1


def test_a_changed_lock_installs_again(place: Place) -> None:
    place.run("echo")
    place.lock("# something else\n")

    assert place.run("echo")[0] == 0
    assert place.installs == 2


def test_what_only_tests_need_is_installed_by_test_and_bench_alone(place: Place) -> None:
    place.run("echo")
    assert place.installed == ["installed.lock"]

    for args in (["bench", "speed"], ["test", "-n", "0"]):
        assert place.run(*args)[0] == 0

    assert place.installed == ["installed-test.lock", "installed.lock"]
    assert place.installs == 2


def test_a_venv_of_the_tests_serves_for_running_too(place: Place) -> None:
    place.run("test", "-n", "0")

    assert place.run("echo")[2] == ""
    assert place.installs == 2


def test_a_changed_lock_of_the_tests_leaves_running_as_it_is(place: Place) -> None:
    place.run("test", "-n", "0")
    place.lock("# something else\n", "requirements-test.lock")

    assert place.run("echo")[2] == ""
    place.run("test", "-n", "0")
    assert place.installs == 3


def test_after_a_changed_lock_the_tests_install_theirs_again(place: Place) -> None:
    place.run("test", "-n", "0")
    place.lock("# something else\n")

    place.run("echo")
    assert place.installed == ["installed.lock"]
    place.run("test", "-n", "0")
    assert place.installs == 4


def test_a_venv_whose_python_is_gone_is_made_again(place: Place) -> None:
    place.run("echo")
    python = place.folder / ".venv/bin/python"
    python.unlink()
    python.symlink_to("/nowhere/python3")

    assert place.run("echo")[0] == 0
    assert place.installs == 2


def test_two_first_starts_at_once_install_once(place: Place) -> None:
    starts = [place.start("echo") for _ in range(3)]

    assert [process.communicate()[0] for process in starts] == [f"{place.folder}\n"] * 3
    assert place.installs == 1


def test_a_failed_install_is_tried_again(place: Place) -> None:
    place.env["FAILING"] = "pip"

    status, out, err = place.run("echo")

    assert (status, out) == (69, "")
    assert "could not install" in err
    assert not place.finished

    place.env.clear()
    assert place.run("echo")[0] == 0
    assert place.installs == 2


def wheel(folder: Path) -> str:
    """Makes the smallest package that pip accepts; returns its hash."""
    file = folder / "greeting-1.0-py3-none-any.whl"
    about = "greeting-1.0.dist-info"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("greeting.py", 'TEXT = "hello"\n')
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: greeting\nVersion: 1.0\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.mark.long
def test_with_the_real_python_the_hashes_count(place: Place, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    (tools / "python3").unlink()
    (tools / "python3").symlink_to(sys.executable)
    (place.folder / "app/commands/greet.py").write_text("import greeting\n\nprint(greeting.TEXT)\n")
    place.env |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path), "PIP_CONFIG_FILE": os.devnull}
    right = wheel(tmp_path)

    place.lock(f"greeting==1.0 --hash=sha256:{'0' * 64}\n")
    status, _, err = place.run("greet")
    assert status == 69
    assert "HASHES" in err
    assert not place.finished

    place.lock(f"greeting==1.0 --hash=sha256:{right}\n")
    assert place.run("greet")[:2] == (0, "hello\n")
