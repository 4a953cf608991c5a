"""A folder with the launcher in it, and a stand-in for Python."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

STAND_IN = f"""#!/usr/bin/env bash
case "$*" in
    *realpath*) echo "$0" ;;
    *"-m ensurepip"*) [ -z "$NO_ENSUREPIP" ] ;;
    *"-m pip uninstall"* | *first_import*) ;;
    *find_library*) [ -z "$NO_LIBRARIES" ] ;;
    *"-m venv "*) mkdir -p "${{!#}}/bin" && cp "$0" "${{!#}}/bin/python" ;;
    *"-m pip "* | *"-m ruff "* | *"-m mypy "* | *"-m pytest"*)
        echo "${{@:3}}" >>"$NOTES"
        sleep 0.1
        [[ " $FAILING " != *" $3 "* ]] ;;
    *) exec "{sys.executable}" "$@" ;;
esac
"""

ECHO = '''"""Say what was given."""

import os
import sys

print(os.getcwd(), *sys.argv[1:], sep="|")
sys.exit(3 if "fail" in sys.argv else 0)
'''


@dataclass
class Place:
    """A folder with the launcher in it, and what a person would see of it."""

    folder: Path
    path: str
    env: dict[str, str] = field(default_factory=dict)

    @property
    def notes(self) -> list[str]:
        notes = self.folder.parent / "notes"
        return notes.read_text().splitlines() if notes.exists() else []

    @property
    def installs(self) -> int:
        return sum(note.startswith("pip install") for note in self.notes)

    @property
    def finished(self) -> bool:
        return (self.folder / ".venv/installed.lock").exists()

    @property
    def installed(self) -> list[str]:
        return sorted(path.name for path in (self.folder / ".venv").glob("installed*"))

    def start(self, *args: str, cwd: Path | None = None, by: Path | None = None) -> subprocess.Popen[str]:
        env = {"PATH": self.path, "NOTES": str(self.folder.parent / "notes")} | self.env
        command = [str(by or self.folder / "chasqui"), *args]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=cwd or self.folder, env=env, stdout=pipe, stderr=pipe, text=True)

    def run(self, *args: str, cwd: Path | None = None, by: Path | None = None) -> tuple[int, str, str]:
        process = self.start(*args, cwd=cwd, by=by)
        out, err = process.communicate()
        return process.returncode, out, err

    def lock(self, text: str, name: str = "requirements.lock") -> None:
        (self.folder / name).write_text(text)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    folder = tmp_path / "a place"
    for package in ("app/commands", "tests/bench"):
        (folder / package).mkdir(parents=True)
    shutil.copy(ROOT / "chasqui", folder)
    (folder / "app/commands/echo.py").write_text(ECHO)
    (folder / "tests/bench/speed.py").write_text('"""Measure the speed."""\n\nprint("fast")\n')
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "python3").write_text(STAND_IN)
    (tools / "python3").chmod(0o755)
    place = Place(folder, f"{tools}{os.pathsep}{os.environ['PATH']}")
    place.lock("# nothing\n")
    place.lock("# nothing more\n", "requirements-test.lock")
    return place
