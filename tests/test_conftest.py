"""What tests/conftest.py makes of the tests' results."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

NOT_RUN = """
import pytest

def test_skipped():
    pytest.skip("no time")

@pytest.mark.xfail(reason="no luck")
def test_expected_to_fail():
    assert False
"""


def test_in_ci_what_is_not_run_has_failed(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests/conftest.py", tmp_path)
    (tmp_path / "test_some.py").write_text(NOT_RUN)
    (tmp_path / "test_all.py").write_text("import pytest\npytest.skip('no way', allow_module_level=True)")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--continue-on-collection-errors"]

    env = {"PYTHONPATH": str(ROOT)}  # for what conftest.py takes from beside it
    here = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    in_ci = subprocess.run(command, cwd=tmp_path, env=env | {"CI": "true"}, capture_output=True, text=True)

    assert here.returncode == 0
    assert "2 skipped, 1 xfailed" in here.stdout
    assert in_ci.returncode == 1
    assert "2 failed, 1 error" in in_ci.stdout
    for reason in ("no time", "no luck", "no way"):
        assert reason in in_ci.stdout
