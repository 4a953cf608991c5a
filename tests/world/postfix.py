"""A real Postfix on loopback, with the lines and maps that ./chasqui host makes for it."""

import os
import shutil
import smtplib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.hosting.files import files_of
from app.hosting.plan import Plan
from tests.servers import free_port, program, until

PATH = f"{os.environ['PATH']}:/usr/sbin"
MASTER = Path("/usr/share/postfix/master.cf.dist")
# What belongs to a machine, and not to Chasqui. From nowhere here, letters are passed on without a look.
MACHINE = """compatibility_level = 3.6
queue_directory = {base}/queue
data_directory = {base}/data
maillog_file = {base}/log
maillog_file_prefixes = {base}
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.9/32
alias_maps =
alias_database =
"""


@contextmanager
def postfix(plan: Plan) -> Iterator[int]:
    """Its port."""
    program(shutil.which("postfix", path=PATH), "postfix")
    base, port = Path(tempfile.mkdtemp(prefix="postfix-")), free_port()
    base.chmod(0o755)
    for name in ("etc", "queue", "data"):
        (base / name).mkdir()
    shutil.chown(base / "data", "postfix", "postfix")
    _write(base, plan, port)
    try:
        # On a slow machine it says that it has failed, and comes a moment later. What counts is the greeting.
        said = _run("postfix", "-c", str(base / "etc"), "start", check=False)
        assert until(lambda: _greets(port), 20), said + (base / "log").read_text()
        yield port
    finally:
        _run("postfix", "-c", str(base / "etc"), "stop", check=False)
        shutil.rmtree(base, ignore_errors=True)


def _write(base: Path, plan: Plan, port: int) -> None:
    own = base / "etc"
    texts = {Path(file.name).name: file.text for file in files_of(plan) if file.name.startswith("postfix/")}
    for name, text in texts.items():
        (own / name).write_text(text.replace("/etc/postfix/", f"{own}/"))
    lines = [line for line in (own / "main.cf").read_text().splitlines() if not line.startswith("#")]
    (own / "main.cf").write_text(MACHINE.format(base=base))
    # Without a chroot, and with a port of its own.
    usual = MASTER.read_text().replace("       y       ", "       n       ").splitlines()
    door = [
        f"127.0.0.1:{port} inet n - n - - smtpd" if line.startswith("smtp      inet") else line
        for line in usual
    ]
    log = "postlog   unix-dgram n  -       n       -       1       postlogd"
    (own / "master.cf").write_text("\n".join([*door, *([] if "postlog" in "".join(usual) else [log])]) + "\n")
    _run("postconf", "-c", str(own), "-e", *lines)


def _run(*command: str, check: bool = True) -> str:
    """What it says of errors."""
    path = os.environ | {"PATH": PATH}
    return subprocess.run(command, check=check, env=path, capture_output=True, text=True).stderr


def _greets(port: int) -> bool:
    try:
        smtplib.SMTP("127.0.0.1", port, timeout=2).close()
    except (OSError, smtplib.SMTPException):
        return False
    return True
