"""All settings: for each an environment variable, its type, its default and the reason for that."""

import os
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from email.utils import parseaddr
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from app.limits import read_change

EMBEDDED, PRODUCTION = "embedded", "production"
NO_DOOR = "none"
TLS_NEEDED, TLS_IF_OFFERED = "needed", "if-offered"
DOORS = re.compile(r"(smtp|lmtp)://[^\s/:]+:\d{1,5}\Z|(smtp|lmtp):///\S+\Z")


class WrongSetting(ValueError):
    """What is wrong with the environment, and what would be right."""


def as_mode(text: str) -> str:
    if text not in (EMBEDDED, PRODUCTION):
        raise WrongSetting(f"CHASQUI_MODE is {text!r}; it is {EMBEDDED} or {PRODUCTION}")
    return text


def as_url(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise WrongSetting(f"CHASQUI_URL is {text!r}; it begins with http:// or https://")
    return text.rstrip("/")


def as_keys(text: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in text.split(",") if key.strip())


def as_smtp_url(text: str) -> str:
    if not text.startswith(("smtp://", "smtps://")):
        raise WrongSetting("CHASQUI_SMTP_URL begins with smtp:// or smtps://")
    return text


def as_tls(text: str) -> str:
    if text not in (TLS_NEEDED, TLS_IF_OFFERED):
        raise WrongSetting(f"CHASQUI_SMTP_TLS is {text!r}; it is {TLS_NEEDED} or {TLS_IF_OFFERED}")
    return text


def as_proxies(text: str) -> tuple[str, ...]:
    try:
        return tuple(str(ip_network(each.strip(), strict=False)) for each in text.split(",") if each.strip())
    except ValueError as error:
        raise WrongSetting(
            f"CHASQUI_PROXIES: {error}; it holds addresses or networks, like 127.0.0.1,10.0.0.0/8"
        ) from None


def as_door(text: str) -> str:
    if text != NO_DOOR and not DOORS.match(text):
        raise WrongSetting(
            f"CHASQUI_DOOR is {text!r}; it is smtp://127.0.0.1:2525, lmtp:///a/socket or {NO_DOOR}"
        )
    return text


def as_file(text: str) -> Path:
    if not Path(text).is_file():
        raise WrongSetting(f"CHASQUI_DKIM_KEY is {text!r}; there is no such file")
    return Path(text)


def as_seconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise WrongSetting(f"CHASQUI_SWEEP_SECONDS is {text!r}; it is a number of seconds from 1")
    return int(text)


def as_limits(text: str) -> tuple[str, ...]:
    changes = tuple(change.strip() for change in text.split(",") if change.strip())
    for change in changes:
        try:
            read_change(change)
        except ValueError as error:
            raise WrongSetting(f"CHASQUI_LIMITS: {error}") from None
    return changes


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


SHORTEST_KEY = 32
FEWEST_CHARACTERS = 12  # different ones in a key; a random key of 32 hex digits practically always has them
KEY_TO_TYPE = "type: export CHASQUI_KEYS=$(openssl rand -base64 36)"


def is_loopback(host: str) -> bool:
    """Whether only this machine itself reaches that name or address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def variable_name(name: str) -> str:
    return f"CHASQUI_{name.upper()}" if name not in ("database_url", "redis_url") else name.upper()


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of an environment. Raises WrongSetting where it makes no sense."""
    fields = Settings.__dataclass_fields__
    known = [*map(variable_name, fields), "CHASQUI_FAILED_CHECKS"]  # ./chasqui test sets that one
    unknown = [key for key in environment if key.startswith("CHASQUI_") and key not in known]
    if unknown:
        raise WrongSetting(f"{unknown[0]} is no setting; known are {', '.join(map(variable_name, fields))}")
    values = {
        name: field_.metadata["understood"](text)
        for name, field_ in fields.items()
        if (text := environment.get(variable_name(name)))
    }
    settings = Settings(**values)
    refuse_weak_keys(settings)
    if settings.is_public:
        refuse_private_address(settings)
    return with_keys(settings)


def refuse_private_address(settings: Settings) -> None:
    """What is right on one's own machine, and would be open or of no use to others at a public address."""
    host = urlsplit(settings.url).hostname or ""
    if is_loopback(host):
        raise WrongSetting(
            f"CHASQUI_URL is {settings.url}, which only this machine can reach; in production it is the "
            "address that players reach. Type: export CHASQUI_URL=https://play.example.org"
        )
    if not settings.url.startswith("https://"):
        raise WrongSetting(
            f"CHASQUI_URL is {settings.url}; others could read links and cookies on their way. "
            f"Type: export CHASQUI_URL=https://{host}"
        )
    if not settings.smtp_url:
        raise WrongSetting(
            f"CHASQUI_SMTP_URL is not set, so no letter from {settings.url} would reach anybody. "
            "Type: export CHASQUI_SMTP_URL=smtp://user:password@host:587"
        )


def refuse_weak_keys(settings: Settings) -> None:
    """Anybody who guesses a key can make every link. Keys that are set are checked in every mode."""
    if any(len(key) < SHORTEST_KEY for key in settings.keys):
        raise WrongSetting(
            f"a secret in CHASQUI_KEYS is shorter than {SHORTEST_KEY} characters; {KEY_TO_TYPE}"
        )
    if any(len(set(key)) < FEWEST_CHARACTERS for key in settings.keys):
        raise WrongSetting(f"a secret in CHASQUI_KEYS is easily guessed; {KEY_TO_TYPE}")


def with_keys(settings: Settings) -> Settings:
    """In production the secrets must be set; the embedded mode makes one and stores it in the data folder."""
    if settings.keys:
        return settings
    if not settings.embedded:
        raise WrongSetting(f"CHASQUI_KEYS is not set; in production it holds a secret; {KEY_TO_TYPE}")
    return replace(settings, keys=(own_key(settings.folder),))


def as_text(value: Any) -> str:
    """A value as the text of its environment variable."""
    return ",".join(value) if isinstance(value, tuple) else "" if value is None else str(value)


def own_key(folder: Path) -> str:
    path = folder / "keys"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = secrets.token_urlsafe(48)
        try:
            with path.open("x") as file:
                path.chmod(0o600)
                file.write(key)
        except FileExistsError:
            pass  # another process was first, so its key counts
    return path.read_text().strip()
