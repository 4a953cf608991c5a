"""A whole site on loopback: serve, name server, a web server in front, mail both ways."""

import os
import shutil
import smtplib
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Any

from app.hosting.files import files_of
from app.hosting.plan import Plan, new_key, pem
from app.mail.write.public_key import dkim_record
from tests.servers import free_port, program, start, until
from tests.world.certificate import write_certificate
from tests.world.mail_server import Sink, listening
from tests.world.name_server import name_server
from tests.world.served import Service, environment_without_ours, serving

ROOT = Path(__file__).parents[2]
DOMAIN = "play.example"
NUMBERS = count(1)


def own_address() -> str:
    """Of this machine, and of nobody else on it: its port 25 is free."""
    return f"127.{os.getpid() // 200 % 200 + 20}.{os.getpid() % 200 + 1}.{next(NUMBERS)}"


class Reader(Sink):
    """The mail server of a person who answers each letter at once, to the mail server of the domain."""

    answers = True
    mail_host = ""  # of the domain

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        taken = await super().handle_DATA(server, session, envelope)
        if self.answers:
            threading.Thread(target=self._answer, args=(self.messages[-1],)).start()
        return taken

    def _answer(self, letter: EmailMessage) -> None:
        answer = EmailMessage()
        answer["From"], answer["To"] = "bo@example.org", letter["Reply-To"]
        answer["Subject"], answer["In-Reply-To"] = f"Re: {letter['Subject']}", letter["Message-ID"]
        answer["Message-ID"] = f"<{free_port()}@example.org>"
        answer.set_content("It is here.\n")
        with smtplib.SMTP(self.mail_host, 25) as server:
            server.send_message(answer)


@dataclass
class Site:
    folder: Path
    service: Service
    reader: Reader
    front: int  # the port of the web server in front
    records: list[str]
    env: dict[str, str] = field(default_factory=dict)

    def doctor(self, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", "-m", "app.commands.doctor", "--data", str(self.service.data)]
        known = environment_without_ours() | self.env | env | {"PYTHONPATH": str(ROOT)}
        return subprocess.run(
            [*command, *arguments], env=known, capture_output=True, text=True, timeout=120, cwd=self.folder
        )


@contextmanager
def site(folder: Path, **more: str) -> Iterator[Site]:
    """All is right there."""
    key, front, mail_host = new_key(), free_port(), own_address()
    (folder / "dkim.pem").write_text(pem(key))
    (folder / "dkim.pem").chmod(0o600)
    records = [
        f"{DOMAIN}. A 127.0.0.1",
        f"{DOMAIN}. MX 10 mx.{DOMAIN}.",
        f"mx.{DOMAIN}. A {mail_host}",
        f'{DOMAIN}. TXT "v=spf1 a mx -all"',
        f'_dmarc.{DOMAIN}. TXT "v=DMARC1; p=reject"',
        f"1.0.0.127.in-addr.arpa. PTR {DOMAIN}.",
        dkim_record(f"chasqui._domainkey.{DOMAIN}", key),
    ]
    certificate = write_certificate(folder, DOMAIN, days=60)
    with serving(folder) as service, listening(Reader()) as reader, name_server(folder, *records) as dns:
        service.mail_port, reader.mail_host = None, mail_host
        made = Site(folder, service, reader, front, records)
        made.env = {
            "CHASQUI_URL": f"https://{DOMAIN}:{front}",
            "CHASQUI_SMTP_URL": reader.url,
            "CHASQUI_SENDER": f"Chasqui <chasqui@{DOMAIN}>",
            "CHASQUI_DOOR": f"smtp://{mail_host}:25",
            "CHASQUI_DKIM_KEY": str(folder / "dkim.pem"),
            "CHASQUI_DNS": dns,
            "CHASQUI_PROXIES": "127.0.0.1",
            "SSL_CERT_FILE": str(certificate),
            **more,
        }
        service.env = made.env
        service.open()
        yield made


# --- The web servers in front, with the configurations that ./chasqui host makes ---


def configuration(site: Site, name: str) -> str:
    plan = Plan(DOMAIN, port=site.service.port)
    return next(file.text for file in files_of(plan) if file.name == name)


@contextmanager
def nginx(site: Site) -> Iterator[None]:
    """With the lines that certbot would add."""
    tls = f"listen 127.0.0.1:{site.front} ssl; ssl_certificate both.pem; ssl_certificate_key both.pem;"
    text = configuration(site, "nginx.conf").replace("listen 80;", tls).replace("listen [::]:80;", "")
    whole = site.folder / "whole.conf"
    places = "".join(f"{kind}_temp_path {site.folder};" for kind in ("client_body", "proxy"))
    whole.write_text(
        f"daemon off; user root; pid nginx.pid; error_log stderr; events {{}} http {{ {places} {text} }}"
    )
    path = f"{os.environ['PATH']}:/usr/sbin"
    found = program(shutil.which("nginx", path=path), "nginx-light")
    with running([found, "-p", str(site.folder), "-c", str(whole)], site):
        yield


@contextmanager
def caddy(site: Site) -> Iterator[None]:
    """With a certificate that is there, as this machine has no Internet."""
    text = configuration(site, "Caddyfile").replace(f"\n{DOMAIN} {{", f"\nhttps://{DOMAIN}:{site.front} {{")
    certificate = site.folder / "both.pem"
    text = text.replace("reverse_proxy", f"tls {certificate} {certificate}\n\treverse_proxy")
    file = site.folder / "Caddyfile"
    file.write_text(
        f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {site.folder}\n}}\n{text}"
    )
    found = program(shutil.which("caddy"), "caddy")
    with running([found, "run", "--adapter", "caddyfile", "--config", str(file)], site):
        yield


@contextmanager
def running(command: list[str], site: Site) -> Iterator[None]:
    server = start(command, "KILL")
    try:
        assert until(lambda: _speaks_tls(site.front), 30)
        yield
    finally:
        server.terminate()
        server.wait()


def _speaks_tls(port: int) -> bool:
    try:
        ssl.get_server_certificate(("127.0.0.1", port), timeout=1)
    except OSError:
        return False
    return True
