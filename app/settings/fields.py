"""All settings: for each an environment variable, its type, its default and the reason for that."""

from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from app.settings.values import (
    EMBEDDED,
    NO_DOOR,
    TLS_NEEDED,
    as_allowed,
    as_door,
    as_file,
    as_folder,
    as_keys,
    as_limits,
    as_mode,
    as_proxies,
    as_seconds,
    as_smtp_url,
    as_tls,
    as_url,
    is_loopback,
)


def setting(default: Any, reason: str, understood: Callable[[str], Any] = str) -> Any:
    """A field that is read from CHASQUI_<NAME>. `understood` turns the text of the variable into a value."""
    return field(default=default, metadata={"reason": reason, "understood": understood})


@dataclass(frozen=True)
class Settings:
    """The values as the service uses them."""

    mode: str = setting(EMBEDDED, "embedded for one machine and one command; production for a site", as_mode)
    data: Path = setting(Path(".data"), "where the embedded database, broker and keys live", Path)
    url: str = setting("http://127.0.0.1:8000", "the address that letters lead to", as_url)
    keys: tuple[str, ...] = setting(
        (), "secrets, comma between them: the first signs, all are accepted; embedded makes one", as_keys
    )
    database_url: str = setting("", "postgresql://...; when not set, SQLite in the data folder")
    redis_url: str = setting("", "redis://...; when not set, the embedded broker in the data folder")
    smtp_url: str = setting(
        "", "smtp://user:password@host:587; when not set, letters are kept, at /mailbox", as_smtp_url
    )
    smtp_tls: str = setting(
        TLS_NEEDED, "needed: the password of CHASQUI_SMTP_URL goes over TLS only; or if-offered", as_tls
    )
    sender: str = setting("Chasqui <chasqui@localhost>", "who letters are from")
    door: str = setting(
        "smtp://127.0.0.1:2525",
        "where mail comes in: smtp://host:port, lmtp://host:port, lmtp:///a/socket, or none",
        as_door,
    )
    mail_domain: str = setting("", "the domain that mail comes in for; when not set, the sender's")
    dkim_key: Path | None = setting(
        None, "a file with a private key (PEM): letters are signed with it", as_file
    )
    dkim_selector: str = setting("chasqui", "the name under which the domain publishes the public key")
    sweep_seconds: int = setting(15, "how often due clocks and unsent letters are looked for", as_seconds)
    proxies: tuple[str, ...] = setting(
        (), "addresses of the web servers in front; only from them X-Forwarded-For is believed", as_proxies
    )

    backups: Path | None = setting(
        None, "a second folder for the daily backups; in production the only one", as_folder
    )
    allow: tuple[str, ...] = setting(
        (),
        "what production is to run with although it would refuse: sqlite, local-broker, loopback",
        as_allowed,
    )
    limits: tuple[str, ...] = setting(
        (), "what differs from the limits in app/limits.py: talk.seat=60/h,sign-in.house=5000/h", as_limits
    )

    @property
    def embedded(self) -> bool:
        return self.mode == EMBEDDED

    @property
    def folder(self) -> Path:
        return self.data.resolve()

    @property
    def database(self) -> str:
        url = self.database_url or f"sqlite:///{self.folder / 'chasqui.db'}"
        return url.replace("postgresql://", "postgresql+psycopg://", 1).replace(
            "postgres://", "postgresql+psycopg://", 1
        )

    @property
    def broker(self) -> str:
        return self.redis_url or f"redis+socket://{self.folder / 'broker.sock'}"

    @property
    def host(self) -> str:
        """The domain of Message-IDs."""
        name = urlsplit(self.url).hostname or "localhost"
        return f"[{name}]" if ":" in name else name

    @property
    def takes_mail(self) -> bool:
        """Whether letters can be answered by mail."""
        return self.door != NO_DOOR

    @property
    def domain(self) -> str:
        """The domain of the addresses that mail comes in for."""
        return (self.mail_domain or parseaddr(self.sender)[1].rpartition("@")[2] or "localhost").lower()

    @property
    def is_public(self) -> bool:
        """Whether others than this machine's own people reach it."""
        return not (self.embedded and is_loopback(urlsplit(self.url).hostname or ""))

    @property
    def shows_mailbox(self) -> bool:
        """Anybody who reads the letters can sign in as their readers."""
        return not self.is_public and not self.smtp_url
