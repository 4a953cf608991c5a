"""Reading the text of an environment variable as a value, or saying what is wrong with it."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from urllib.parse import unquote, urlsplit

from app import keeping
from app.limits import read_change

EMBEDDED, PRODUCTION = "embedded", "production"
NO_DOOR = "none"
# What production refuses, unless it is told that this is meant.
SQLITE, LOCAL_BROKER, LOOPBACK, LOCAL_SENDER = ALLOWABLE = (
    "sqlite",
    "local-broker",
    "loopback",
    "local-sender",
)
TLS_NEEDED, TLS_IF_OFFERED = "needed", "if-offered"
DOORS = re.compile(r"(smtp|lmtp)://[^\s/:]+:\d{1,5}\Z|(smtp|lmtp):///\S+\Z")


DATABASES = re.compile(
    r"postgres(ql|ql\+psycopg)?://([^:/]*(:[^@]*)?@)?(\[[^\]]*\]|[^/?:@]*)(:\d*)?([/?].*)?\Z|sqlite:///"
)
BROKERS = ("redis://", "rediss://", "redis+socket://")
LOG_TEXT, LOG_JSON = LOGS = ("text", "json")
SHORTEST_TOKEN = 8
WITH_PORT = re.compile(r"(?:([\d.]+)|\[([^\[\]]+)\]):\d{1,5}\Z")
ADDRESS = re.compile(r"[^\s@<>,]+@[^\s@<>,]+\Z")
LOGIN = re.compile(r"[A-Za-z0-9!#$&'*/=?^_`{|}~.+-]+(@[A-Za-z0-9.-]+)?\Z")
MAIL_DOMAIN = re.compile(r"([A-Za-z0-9!#$%&'*/=?^_`{|}~.-]+[+=_-]@)?[^\s@]+\Z")


class WrongSetting(ValueError):
    """What is wrong with the environment, and what would be right."""


def as_mode(text: str) -> str:
    if text not in (EMBEDDED, PRODUCTION):
        raise WrongSetting(f"CHASQUI_MODE is {text!r}; it is {EMBEDDED} or {PRODUCTION}")
    return text


def as_allowed(text: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in text.split(",") if word.strip())
    if unknown := [word for word in words if word not in ALLOWABLE]:
        raise WrongSetting(f"CHASQUI_ALLOW has {unknown[0]!r}; it holds some of {', '.join(ALLOWABLE)}")
    return words


def as_url(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise WrongSetting(f"CHASQUI_URL is {text!r}; it begins with http:// or https://")
    return text.rstrip("/")


def as_keys(text: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in text.split(",") if key.strip())


def as_database_url(text: str) -> str:
    """What is wrong is told without the text, for it may hold a password."""
    if not DATABASES.match(text):
        raise WrongSetting(
            "DATABASE_URL is postgresql://user:password@host/chasqui; in user and password, @ is %40, / is "
            "%2F, : is %3A, # is %23, ? is %3F and % is %25. When it is not set, matches are in SQLite, in "
            "the data folder"
        )
    return text


def as_redis_url(text: str) -> str:
    """As `as_database_url`."""
    if not text.startswith(BROKERS):
        raise WrongSetting(
            "REDIS_URL is redis://host:6379/0, rediss:// for TLS, or redis+socket:///a/socket; when it is "
            "not set, the broker is in the data folder"
        )
    return text


def as_smtp_url(text: str) -> str:
    if not text.startswith(("smtp://", "smtps://")):
        raise WrongSetting("CHASQUI_SMTP_URL begins with smtp:// or smtps://")
    return text


def as_imap_url(text: str) -> str:
    """What is wrong is told without the text, for it holds a password."""
    parts = urlsplit(text)
    try:
        known = parts.scheme in ("imap", "imaps") and parts.hostname and parts.port != 0
    except ValueError:
        known = False
    if not (known and parts.password and LOGIN.match(unquote(parts.username or ""))):
        raise WrongSetting(
            "CHASQUI_IMAP_URL is imaps://user:password@host/INBOX, or imap:// for STARTTLS; in user and "
            "password, @ is %40, / is %2F, : is %3A, # is %23, ? is %3F and % is %25"
        )
    return text


def as_tls(text: str) -> str:
    if text not in (TLS_NEEDED, TLS_IF_OFFERED):
        raise WrongSetting(
            f"CHASQUI_SMTP_TLS or CHASQUI_IMAP_TLS is {text!r}; it is {TLS_NEEDED} or {TLS_IF_OFFERED}"
        )
    return text


def as_mail_domain(text: str) -> str:
    if not MAIL_DOMAIN.match(text):
        raise WrongSetting(
            f"CHASQUI_MAIL_DOMAIN is {text!r}; it is a domain, as play.example.org, or a mailbox with a "
            "plus, as anna+@example.org"
        )
    return text.lower()


def place_of(text: str) -> tuple[str, int]:
    """Address and port of a name server: 127.0.0.1, 127.0.0.1:5353, [::1]:5353 or ::1."""
    bare = text.strip()
    try:
        return str(ip_address(bare.strip("[]"))), 53
    except ValueError:
        host, _, port = bare.rpartition(":")
        if not (port.isascii() and port.isdigit() and 0 < int(port) < 2**16):
            raise ValueError(f"{bare!r} is no address") from None
        return str(ip_address(host.strip("[]"))), int(port)


def as_name_servers(text: str) -> tuple[str, ...]:
    servers = tuple(each.strip() for each in text.split(",") if each.strip())
    try:
        for server in servers:
            place_of(server)
    except ValueError as error:
        raise WrongSetting(f"CHASQUI_DNS: {error}; it is like 127.0.0.1 or 127.0.0.1:5353") from None
    return servers


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


def as_folder(text: str) -> Path:
    """Programs of the service run in another folder than the caller. It may be on a disk that is away now."""
    return Path(text).absolute()


def as_seconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise WrongSetting(f"CHASQUI_SWEEP_SECONDS is {text!r}; it is a number of seconds from 1")
    return int(text)


def as_keep(text: str) -> tuple[str, ...]:
    changes = tuple(change.strip() for change in text.split(",") if change.strip())
    for change in changes:
        try:
            keeping.read_change(change)
        except ValueError as error:
            raise WrongSetting(f"CHASQUI_KEEP: {error}") from None
    return changes


def as_log(text: str) -> str:
    if text not in LOGS:
        raise WrongSetting(f"CHASQUI_LOG is {text!r}; it is {' or '.join(LOGS)}")
    return text


def as_operators(text: str) -> tuple[str, ...]:
    """As accounts have them: in small letters."""
    addresses = tuple(address.strip().lower() for address in text.split(",") if address.strip())
    if wrong := [address for address in addresses if not ADDRESS.match(address)]:
        raise WrongSetting(
            f"CHASQUI_OPERATORS has {wrong[0]!r}; it holds e-mail addresses, comma between them"
        )
    return addresses


def as_token(text: str) -> str:
    """It is told without the text, which is a secret."""
    if len(text) < SHORTEST_TOKEN or not (text.isascii() and text.isprintable() and " " not in text):
        raise WrongSetting(
            f"CHASQUI_METRICS_TOKEN has {SHORTEST_TOKEN} characters or more, without blanks. "
            "Type: export CHASQUI_METRICS_TOKEN=$(openssl rand -hex 24)"
        )
    return text


def as_limits(text: str) -> tuple[str, ...]:
    changes = tuple(change.strip() for change in text.split(",") if change.strip())
    for change in changes:
        try:
            read_change(change)
        except ValueError as error:
            raise WrongSetting(f"CHASQUI_LIMITS: {error}") from None
    return changes


def address_of(text: str) -> IPv4Address | IPv6Address:
    """Sockets for both kinds write 203.0.113.7 as ::ffff:203.0.113.7, and some proxies put a port behind.

    ValueError if it is none.
    """
    found = WITH_PORT.match(text)
    address = ip_address((found[1] or found[2]) if found else text.strip("[]"))
    return getattr(address, "ipv4_mapped", None) or address


def is_loopback(host: str) -> bool:
    """Whether only this machine itself reaches that name or address."""
    try:
        return address_of(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
