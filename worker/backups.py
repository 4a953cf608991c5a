"""The backup of the day, beside the worker: it may take minutes, and lets all others go first (nice)."""

import subprocess
from datetime import datetime

from app.archive import daily
from app.serving import environment
from app.serving.child import ROOT
from app.serving.supervisor import python_command
from app.settings import Settings

_running: list[subprocess.Popen[bytes]] = []


def begin_if_due(settings: Settings, at: datetime) -> None:
    """What it has to say comes into the worker's log."""
    _running[:] = [process for process in _running if process.poll() is None]
    if daily.is_due(settings, at) and not _running:
        command = python_command("app.commands.backup", "--daily")
        _running.append(
            subprocess.Popen(
                ["nice", *command],
                cwd=ROOT,
                env=environment(settings) | {"PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        )
