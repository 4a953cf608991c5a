"""The door and beat beside the worker, in a small house."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import PATIENCE, free_port, until
from tests.world.served import ROOT, environment_without_ours

BESIDE = """
import signal, sys
from worker import beside
from worker.tasks import house
from sqlmodel import SQLModel

beside.AGAIN = 0.1
SQLModel.metadata.create_all(house().db.writing)
threads = beside.Beside()
signal.signal(signal.SIGTERM, lambda *_: sys.exit(threads.end()))
threads.begin()
signal.pause()
"""


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.long
def test_a_door_that_cannot_be_opened_is_tried_again_and_ends_with_the_program(tmp_path: Path) -> None:
    port, said = free_port(), tmp_path / "said"
    ours = {"CHASQUI_DATA": str(tmp_path / "data"), "CHASQUI_DOOR": f"smtp://127.0.0.1:{port}"}
    env = environment_without_ours() | {"PYTHONPATH": str(ROOT), **ours}
    taken = socket.create_server(("127.0.0.1", port))
    with said.open("wb") as log:
        program = subprocess.Popen([sys.executable, "-P", "-c", BESIDE], env=env, stderr=log, stdout=log)
    try:
        assert until(lambda: "mail cannot come in" in said.read_text()), said.read_text()
        taken.close()
        assert until(lambda: is_open(port)), said.read_text()

        program.send_signal(signal.SIGTERM)

        assert program.wait(PATIENCE) == 0, said.read_text()
    finally:
        program.kill()
        program.wait()
