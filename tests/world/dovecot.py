"""A real Dovecot on loopback with a mailbox for every name: what a mail provider has."""

import os
import pwd
import shutil
import signal
import ssl
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from imapclient import IMAPClient

from tests.servers import free_port, program, until
from tests.world.certificate import write_certificate

PASSWORD = "a secret / of # the @ provider"
MOST_ACCOUNTS = 100  # of one server, which reads the list of them only now and then
NUMBERS = count(1)

CONFIG = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = {tls}
ssl_cert = <{folder}/both.pem
ssl_key = <{folder}/both.pem
ssl_dh =
auth_failure_delay = 0
mail_max_userip_connections = 100
default_internal_user = {internal}
default_internal_group = {internal_group}
default_login_user = {login}
passdb {{
  driver = passwd-file
  args = scheme=plain {folder}/users
}}
userdb {{
  driver = static
  args = uid={owner} gid={group} home={folder}/mail/%u
}}
first_valid_uid = 0
first_valid_gid = 0
mail_location = maildir:~/Maildir
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = {tls}
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
namespace inbox {{
  inbox = yes
  prefix = {prefix}
  separator = {separator}
}}
{more}
"""

QUOTA = """
mail_plugins = quota
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=100K
}
"""
# What Dovecot offers after the log-in, without some of it.
CAPABILITIES = "IMAP4rev1 LITERAL+ ID NAMESPACE IDLE UIDPLUS MOVE CHILDREN UNSELECT"


def without(*words: str) -> str:
    return f"imap_capability = {' '.join(word for word in CAPABILITIES.split() if word not in words)}\n"


@dataclass
class Account:
    """Of one person, at the server."""

    server: "Dovecot"
    user: str

    @property
    def url(self) -> str:
        password = quote(self.server.password, safe="")
        return f"imaps://{self.user}:{password}@127.0.0.1:{self.server.tls_port}/INBOX"

    @property
    def plain_url(self) -> str:
        return self.url.replace("imaps", "imap").replace(str(self.server.tls_port), str(self.server.port))

    @property
    def maildir(self) -> Path:
        return self.server.folder / "mail" / self.user / "Maildir"

    def deliver(self, raw: bytes, flags: str | None = None) -> None:
        """As the server of the provider does it; with flags, a mail that somebody has seen before."""
        for each in ("tmp", "new", "cur"):
            self._folder(self.maildir / each)
        name = f"{1_700_000_000 + next(NUMBERS)}.{os.getpid()}.test"
        coming = self.maildir / "tmp" / name
        coming.write_bytes(raw.replace(b"\r\n", b"\n"))
        self.server.give(coming)
        coming.rename(self.maildir / ("new" if flags is None else "cur") / (name + _info(flags)))

    def _folder(self, path: Path) -> None:
        for each in (path.parent.parent, path.parent, path):
            if not each.exists():
                each.mkdir()
                self.server.give(each)

    def client(self) -> Any:
        tls = self.server.tls == "yes"
        port = self.server.tls_port if tls else self.server.port
        client: Any = IMAPClient("127.0.0.1", port, ssl=tls, ssl_context=unverified() if tls else None)
        client.plain_login(self.user, self.server.password)
        return client

    def subjects(self, folder: str = "INBOX") -> list[str]:
        """Without leaving a trace."""
        client = self.client()
        try:
            if not client.folder_exists(folder):
                return []
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search(), ["BODY.PEEK[HEADER.FIELDS (SUBJECT)]"])
            texts = [b"".join(v for k, v in one.items() if k.startswith(b"BODY")) for one in found.values()]
            return sorted(text.decode().partition(":")[2].strip() for text in texts)
        finally:
            client.logout()

    def files(self) -> set[str]:
        """Of the INBOX; the names end with the flags, and a mail that nobody has been told of is in new."""
        return {
            f"{each.parent.name}/{each.name}"
            for name in ("new", "cur")
            for each in (self.maildir / name).glob("*")
        }

    def renumber(self, told: bool = True) -> None:
        """As after a repair: all mails get new UIDs, with another UIDVALIDITY, or without telling."""
        uids = self.maildir / "dovecot-uidlist"
        _, validity, _, guid = uids.read_text().split("\n")[0].split()
        for each in self.maildir.glob("dovecot*"):
            each.unlink()
        uids.write_text(f"3 V{int(validity[1:]) + told} N1 {guid}\n")
        self.server.give(uids)


@dataclass
class Dovecot:
    folder: Path
    more: str = ""
    prefix: str = ""
    tls: str = "yes"
    password: str = PASSWORD
    port: int = field(default_factory=free_port)
    tls_port: int = field(default_factory=free_port)
    _numbers: Iterator[int] = field(default_factory=partial(count, 1))
    _process: subprocess.Popen[bytes] | None = None

    def account(self) -> Account:
        return Account(self, f"ana{next(self._numbers)}")

    def give(self, path: Path) -> None:
        os.chown(path, self._owner.pw_uid, self._owner.pw_gid)

    @property
    def _owner(self) -> pwd.struct_passwd:
        return pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())

    def start(self) -> None:
        dovecot = program(shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin"), "dovecot-imapd")
        command = [program(shutil.which("setpriv"), "util-linux"), "--pdeathsig", "TERM"]
        command += [dovecot, "-F", "-c", str(self._config())]
        self._process = subprocess.Popen(command, start_new_session=True, umask=0o022)
        assert until(lambda: answers(self.port)), (self.folder / "log").read_text()

    def stop(self) -> None:
        """With all connections, at once."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _config(self) -> Path:
        own = self._owner.pw_name
        internal, login = ("dovecot", "dovenull") if os.geteuid() == 0 else (own, own)
        text = CONFIG.format(
            folder=self.folder,
            tls=self.tls,
            internal=internal,
            internal_group=internal if os.geteuid() == 0 else str(self._owner.pw_gid),
            login=login,
            owner=self._owner.pw_uid,
            group=self._owner.pw_gid,
            port=self.port,
            tls_port=self.tls_port,
            prefix=self.prefix,
            separator="." if self.prefix.endswith(".") else "/",
            more=self.more,
        )
        path = self.folder / "dovecot.conf"
        path.write_text(text)
        return path


def unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _info(flags: str | None) -> str:
    return "" if flags is None else f":2,{flags}"


def answers(port: int) -> bool:
    try:
        IMAPClient("127.0.0.1", port, ssl=False, timeout=5).logout()
    except OSError:
        return False
    return True


@contextmanager
def dovecot(**options: Any) -> Iterator[Dovecot]:
    # Not pytest's folder, which is closed to other users; and short, for the sockets in it.
    folder = Path(tempfile.mkdtemp(prefix="imap-"))
    folder.chmod(0o755)
    made = Dovecot(folder, **options)
    (folder / "users").write_text(
        "".join(f"ana{number}:{made.password}\n" for number in range(1, MOST_ACCOUNTS))
    )
    (folder / "users").chmod(0o644)  # other tests may have made this process close all that it writes
    (folder / "mail").mkdir()
    made.give(folder / "mail")
    write_certificate(folder)
    try:
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)
