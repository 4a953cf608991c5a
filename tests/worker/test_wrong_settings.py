"""Every program of the service ends at its start, with what to type, where a setting is unsafe."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands import serve
from app.serving import WRONG_SETTINGS
from tests.lengths import long, shortened
from tests.servers import PATIENCE, free_port
from tests.world.mail_server import Sink, listening

ROOT = Path(__file__).parents[2]
PROGRAMS = {
    "web": "gunicorn -c python:app.serving.web --bind 127.0.0.1:0 app.wsgi:app",
    "worker": "celery -A worker worker --concurrency 1",
    "beat": "celery -A worker beat",
    "post": "worker.door",
    "migrate": "app.commands.migrate",
    "fsck": "app.commands.fsck",
}


@pytest.mark.parametrize("name", shortened(PROGRAMS, ["web", "migrate"]))
def test_a_weak_key_ends_each_program_with_what_to_type(tmp_path: Path, name: str) -> None:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "CHASQUI_DATA": str(tmp_path / "data")}
    command = [sys.executable, "-P", "-m", *PROGRAMS[name].split()]

    ended = subprocess.run(
        command, env=env | {"CHASQUI_KEYS": "x" * 40}, capture_output=True, text=True, timeout=PATIENCE
    )

    assert ended.returncode == WRONG_SETTINGS, ended
    assert ended.stderr.count("type: export CHASQUI_KEYS=$(openssl rand -base64 36)") == 1


@pytest.mark.parametrize("program", ["serve", long("worker")])
def test_a_mail_server_that_would_get_the_password_in_the_clear_is_told_of_at_the_start(
    tmp_path: Path, program: str
) -> None:
    with listening(Sink(), auth_require_tls=False) as sink:
        settings = {"CHASQUI_SMTP_URL": f"smtp://ana:secret@127.0.0.1:{sink.port}", "CHASQUI_DOOR": "none"}
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "CHASQUI_DATA": str(tmp_path / "data")}
        modules = {"serve": f"app.commands.serve --port {free_port()}", "worker": PROGRAMS["worker"]}
        command = [sys.executable, "-P", "-m", *modules[program].split()]

        ended = subprocess.run(command, env=env | settings, capture_output=True, text=True, timeout=PATIENCE)

    assert ended.returncode == {"serve": serve.FAILED, "worker": WRONG_SETTINGS}[program], ended
    assert "offers no TLS" in ended.stderr
    assert "secret" not in ended.stderr
