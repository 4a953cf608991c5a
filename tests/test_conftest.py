"""What tests/conftest.py makes of the tests' results."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

NOT_RUN = """
import pytest

def test_skipped():
    pytest.skip("no time")

@pytest.mark.xfail(reason="no luck")
def test_expected_to_fail():
    assert False
"""


LONG_AND_SHORT = """
import pytest
from hypothesis import given, strategies

def test_usual():
    pass

@pytest.mark.long
@pytest.mark.parametrize("case", range(3))
def test_tour(case):
    pass

@given(strategies.integers())
def test_at_random(number):
    pass
"""

HANGS = """
from threading import Event

def test_that_hangs():
    Event().wait()
"""


def run(folder: Path, *args: str, ci: bool = False) -> subprocess.CompletedProcess[str]:
    """pytest on what is there, under a conftest.py like ours."""
    shutil.copy(ROOT / "tests/conftest.py", folder)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    # The path is for what conftest.py takes from beside it.
    env = {"PYTHONPATH": str(ROOT)} | ({"CI": "true"} if ci else {})
    return subprocess.run([*command, *args], cwd=folder, env=env, capture_output=True, text=True)


def test_in_ci_what_is_not_run_has_failed(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(NOT_RUN)
    (tmp_path / "test_all.py").write_text("import pytest\npytest.skip('no way', allow_module_level=True)")

    here, in_ci = run(tmp_path), run(tmp_path, ci=True)

    assert here.returncode == 0
    assert "2 skipped, 1 xfailed" in here.stdout
    assert in_ci.returncode == 1
    assert "2 failed, 1 error" in in_ci.stdout
    for reason in ("no time", "no luck", "no way"):
        assert reason in in_ci.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], ["run: usual", "2 passed, 3 deselected"]),
        (["--long", "--sample"], ["run: sample", "2 passed, 3 deselected"]),
        (["--long"], ["run: long, --hypothesis-seed=", "4 passed, 1 deselected"]),
        (["--long", "--hypothesis-seed=7"], ["run: long, --hypothesis-seed=7"]),
    ],
)
def test_long_tours_have_a_run_of_their_own(tmp_path: Path, args: list[str], said: list[str]) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long\n")
    (tmp_path / "test_some.py").write_text(LONG_AND_SHORT)

    done = run(tmp_path, *args)

    assert done.returncode == 0
    for words in said:
        assert words in done.stdout


def test_a_test_that_hangs_ends_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(HANGS)

    done = run(tmp_path, "--most-seconds=1")

    assert done.returncode
    assert "in test_that_hangs" in done.stderr
