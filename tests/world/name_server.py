"""A real name server (NSD) on loopback that knows all the names there are."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dns.exception
import dns.message
import dns.query

from tests.servers import free_port, program, until

CONFIG = """
server:
  ip-address: 127.0.0.1@{port}
  username: ""
  chroot: ""
  zonesdir: "{folder}"
  database: ""
  pidfile: ""
  xfrdfile: "{folder}/xfrd"
  zonelistfile: "{folder}/zones"
  logfile: "{folder}/log"
  server-count: 1
remote-control:
  control-enable: no
zone:
  name: "."
  zonefile: "all"
"""
ROOT = """$TTL 0
. SOA ns. hosts. 1 3600 600 3600 0
. NS ns.
ns. A 127.0.0.1
"""


@contextmanager
def name_server(folder: Path, *records: str) -> Iterator[str]:
    """Its place, as in CHASQUI_DNS. Records as in a zone file: `play.example. A 127.0.0.1`. A name that is
    not among them does not exist."""
    port, folder = free_port(), folder / f"names-{free_port()}"
    folder.mkdir()
    (folder / "all").write_text(ROOT + "".join(f"{record}\n" for record in records))
    (folder / "conf").write_text(CONFIG.format(folder=folder, port=port))
    nsd = program(shutil.which("nsd", path=f"{os.environ['PATH']}:/usr/sbin"), "nsd")
    bound = [program(shutil.which("setpriv"), "util-linux"), "--pdeathsig", "KILL"]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(
        [*bound, nsd, "-d", "-c", str(folder / "conf")], start_new_session=True, stdout=quiet, stderr=quiet
    )
    try:
        assert until(lambda: _answers(port), 20), (folder / "log").read_text()
        yield f"127.0.0.1:{port}"
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def _answers(port: int) -> bool:
    try:
        dns.query.udp(dns.message.make_query("ns.", "A"), "127.0.0.1", timeout=0.2, port=port)
    except (dns.exception.DNSException, OSError):
        return False
    return True


@contextmanager
def silent_name_server() -> Iterator[str]:
    """It takes questions, and never answers."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{silent.getsockname()[1]}"
