"""Programs that are forks of one process: each test looks at a process of its own, which has no threads."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers import until
from tests.world.served import ROOT, environment_without_ours

FORKING = """
import os, signal, sys, time
from pathlib import Path
from app.serving.apart import BrokenOff, apart
from app.serving.fork import Fork
from app.serving.supervisor import only_one_serve

def forked(work):
    with open("log", "ab") as log:
        return Fork("chasqui-test", work, log, signal.SIGKILL)

"""

Run = Callable[[str], str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def run(code: str) -> str:
        command = [sys.executable, "-P", "-c", FORKING + code]
        env = environment_without_ours() | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        return done.stdout + done.stderr

    return run


def test_what_the_work_returns_is_the_exit_status(run: Run) -> None:
    works = ("lambda: None", "lambda: 3", "lambda: sys.exit(78)", "lambda: 1 / 0")

    said = run(f"for work in ({', '.join(works)}): print(forked(work).wait())")

    assert said.split() == ["0", "3", "78", "1"]


def test_what_it_says_is_in_its_log(run: Run, tmp_path: Path) -> None:
    assert run("forked(lambda: print('said') or 1 / 0).wait()") == ""

    log = (tmp_path / "log").read_text()
    assert log.startswith("said\n")
    assert "ZeroDivisionError" in log


def test_it_has_a_name_and_can_be_ended(run: Run) -> None:
    said = run("""
fork = forked(lambda: time.sleep(60))
name = Path(f"/proc/{fork.pid}/comm")
while name.read_text() != "chasqui-test\\n":
    time.sleep(0.01)
fork.terminate()
print(fork.wait(30))
""")

    assert said == "-15\n"


def test_it_ends_with_the_process_that_it_was_forked_from(run: Run) -> None:
    number = run("""
fork = forked(lambda: time.sleep(60))
print(fork.pid, flush=True)
while Path(f"/proc/{fork.pid}/comm").read_text() != "chasqui-test\\n":
    time.sleep(0.01)
os.kill(os.getpid(), signal.SIGKILL)
""")

    place = Path(f"/proc/{number.strip()}/stat")
    assert until(lambda: not place.exists() or " Z " in place.read_text())


def test_a_fork_that_lives_on_does_not_keep_the_lock_of_the_data_folder(run: Run) -> None:
    said = run("""
with only_one_serve(Path("data")):
    fork = forked(lambda: time.sleep(60))
    while Path(f"/proc/{fork.pid}/comm").read_text() != "chasqui-test\\n":
        time.sleep(0.01)
with only_one_serve(Path("data")):
    print("free", fork.poll())
fork.kill()
""")

    assert said == "free None\n"


def test_what_was_done_apart_comes_back_as_plain_data(run: Run) -> None:
    assert run("print(apart(lambda: ['done', os.getpid() == " + "os.getppid()]))") == "['done', False]\n"


def test_what_breaks_off_apart_is_told(run: Run) -> None:
    said = run("""
for work in (lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: 1 / 0):
    try:
        apart(work)
    except BrokenOff:
        print("broken off")
""")

    assert said.count("broken off") == 2
    assert "ZeroDivisionError" in said


def test_what_all_programs_share_has_no_threads_and_nothing_that_is_needed_once(run: Run) -> None:
    said = run("""
import threading
import app.commands.serve
from app.serving import programs
from app.settings import read_settings
os.environ["CHASQUI_DATA"] = os.getcwd()
programs.read_code(read_settings())
print(threading.active_count(), {"alembic", "weasyprint", "fontTools", "prompt_toolkit"} & sys.modules.keys())
""")

    assert said == "1 set()\n"
