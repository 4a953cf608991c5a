"""How much memory processes take: their own, and a share of what they have in common (PSS)."""

import os
import re
import resource
import sys
from pathlib import Path
from typing import NamedTuple

PSS = re.compile(r"^Pss:\s+(\d+)", re.MULTILINE)
ROLES = {
    "worker.door": "door",
    " beat": "beat",
    "celery": "worker",
    "gunicorn": "web",
    "valkey": "broker",
    "redis": "broker",
    "app.commands.serve": "serve",
}
OURS = ("gunicorn", "celery", "app.commands.", "worker.")


class Process(NamedTuple):
    pid: int
    role: str
    kilobytes: int


def of_process(pid: int | str = "self") -> int:
    """In kilobytes; 0 where it cannot be known."""
    try:
        found = PSS.search(Path(f"/proc/{pid}/smaps_rollup").read_text())
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // UNIT if pid == "self" else 0
    return int(found[1]) if found else 0


UNIT = 1024 if sys.platform == "darwin" else 1  # macOS counts bytes


def family() -> list[Process]:
    """The processes that run here with this one: those of the program that has started it, with all below."""
    parents = _parents()
    members = {_oldest(parents)}
    while more := {pid for pid, parent in parents.items() if parent in members} - members:
        members |= more
    found = [Process(pid, role_of(_command(pid)), of_process(pid)) for pid in sorted(members)]
    return [process for process in found if process.kilobytes]


def _oldest(parents: dict[int, int]) -> int:
    pid = os.getpid()
    while any(word in _command(parents.get(pid, 0)) for word in OURS):
        pid = parents[pid]
    return pid


def _parents() -> dict[int, int]:
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            found[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue  # it has just ended
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def role_of(command: str) -> str:
    return next((role for word, role in ROLES.items() if word in command), "other")
