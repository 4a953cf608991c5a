"""All settings: for each an environment variable, its type, its default and the reason for that."""

from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parseaddr
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from app.settings.values import (
    ALLOWABLE,
    EMBEDDED,
    LOG_JSON,
    LOG_TEXT,
    NO_DOOR,
    TLS_NEEDED,
    as_allowed,
    as_database_url,
    as_door,
    as_file,
    as_folder,
    as_imap_url,
    as_keep,
    as_keys,
    as_limits,
    as_log,
    as_mail_domain,
    as_mode,
    as_name_servers,
    as_operators,
    as_proxies,
    as_redis_url,
    as_seconds,
    as_smtp_url,
    as_tls,
    as_token,
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
    database_url: str = setting(
        "", "postgresql://...; when not set, SQLite in the data folder", as_database_url
    )
    redis_url: str = setting(
        "", "redis://...; when not set, the embedded broker in the data folder", as_redis_url
    )
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
    imap_url: str = setting(
        "", "imaps://user:password@host/INBOX: a mailbox that answers are read from", as_imap_url
    )
    imap_tls: str = setting(
        TLS_NEEDED, "needed: the password of CHASQUI_IMAP_URL goes over TLS only; or if-offered", as_tls
    )
    mail_domain: str = setting(
        "", "the domain that mail comes in for; when not set, user+...@host, or the sender's", as_mail_domain
    )
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
        f"what production is to run with although it would refuse: {', '.join(ALLOWABLE)}",
        as_allowed,
    )
    dns: tuple[str, ...] = setting(
        (), "name servers that ./chasqui doctor asks; when not set, those of the system", as_name_servers
    )
    limits: tuple[str, ...] = setting(
        (), "what differs from the limits in app/limits.py: talk.seat=60/h,sign-in.house=5000/h", as_limits
    )
    keep: tuple[str, ...] = setting(
        (), "what differs from the times in app/keeping.py, in days: finished=730,books=30", as_keep
    )
    operators: tuple[str, ...] = setting(
        (),
        "addresses of the people who look after the service: they have a page, and a letter each week",
        as_operators,
    )
    metrics_token: str = setting(
        "", "what /metrics asks for from other machines; when not set, only this one is answered", as_token
    )
    log: str = setting(LOG_TEXT, "text; or json: logs with one object of JSON a line", as_log)

    @property
    def embedded(self) -> bool:
        return self.mode == EMBEDDED

    @property
    def logs_json(self) -> bool:
        return self.log == LOG_JSON

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

    @cached_property
    def host(self) -> str:
        """The domain of Message-IDs."""
        name = urlsplit(self.url).hostname or "localhost"
        return f"[{name}]" if ":" in name else name

    @property
    def takes_mail(self) -> bool:
        """Whether letters can be answered by mail."""
        return self.has_door or bool(self.imap_url)

    @property
    def has_door(self) -> bool:
        """Whether mail servers bring mail."""
        return self.door != NO_DOOR

    @cached_property
    def mailbox(self) -> str:
        """The address of the mailbox that answers are read from: of a login without @, at its server."""
        if not self.imap_url:
            return ""
        parts = urlsplit(self.imap_url)
        login, sender = unquote(parts.username or "").lower(), self.sender_address
        if "@" in login:
            return login
        return sender if sender.rpartition("@")[0] == login else f"{login}@{parts.hostname}"

    @property
    def domain(self) -> str:
        """The domain of the addresses that mail comes in for."""
        return self._place[1]

    @property
    def tag(self) -> str:
        """What the addresses that mail comes in for begin with: anna+ where one mailbox has them all."""
        return self._place[0]

    @property
    def domains(self) -> set[str]:
        """Of all forms of our addresses, also of those that letters had before a setting was changed."""
        others = (self.mailbox, self.sender_address if not self.mail_domain else "")
        return {self.domain, *(other.rpartition("@")[2] for other in others if "@" in other)}

    @cached_property
    def sender_address(self) -> str:
        return parseaddr(self.sender)[1].lower()

    @cached_property
    def _place(self) -> tuple[str, str]:
        if self.mail_domain:
            tag, _, domain = self.mail_domain.lower().rpartition("@")
            return tag, domain
        if self.mailbox:
            user, _, domain = self.mailbox.rpartition("@")
            return f"{user}+", domain
        return "", self.sender_address.rpartition("@")[2] or "localhost"

    @property
    def is_public(self) -> bool:
        """Whether others than this machine's own people reach it."""
        return not (self.embedded and is_loopback(urlsplit(self.url).hostname or ""))

    @property
    def shows_mailbox(self) -> bool:
        """Anybody who reads the letters can sign in as their readers."""
        return not self.is_public and not self.smtp_url
