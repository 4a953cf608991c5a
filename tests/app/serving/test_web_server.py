"""The web server as a program."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.servers import free_port, until
from tests.world import World

ROOT = Path(__file__).parents[3]


def is_answered(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_the_port_of_a_killed_master_is_free_at_once(world_on_sqlite: World) -> None:
    port, settings = free_port(), world_on_sqlite.house.settings
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "CHASQUI_DATA": str(settings.folder)}
    command = ["gunicorn", "-c", "python:app.serving.web", "--bind", f"127.0.0.1:{port}", "app.wsgi:app"]
    master = subprocess.Popen([sys.executable, "-P", "-m", *command], env=env, stderr=subprocess.DEVNULL)
    children = Path(f"/proc/{master.pid}/task/{master.pid}/children")
    assert until(lambda: is_answered(port) and len(children.read_text().split()) == 2)
    (frozen, *_) = map(int, children.read_text().split())
    os.kill(frozen, signal.SIGSTOP)  # as one whose thread waits for a database that hangs

    master.kill()
    master.wait()

    assert until(lambda: not is_answered(port), 2)
