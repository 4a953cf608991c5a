"""What every check may look at: the settings, the house where it can be opened, name servers, clocks."""

import fcntl
import socket
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from app.doctor.findings import Finding
from app.doctor.names import Names
from app.house import House
from app.settings import Settings, is_loopback

# A router of the Internet, which is sent nothing: the system only says which address it would leave from.
FAR_AWAY = ("192.0.2.1", "2001:db8::1")


class Clock(NamedTuple):
    """What another clock said, between two moments of ours."""

    whose: str
    said: datetime
    before: datetime
    after: datetime

    @property
    def skew(self) -> float:
        """Seconds by which ours is ahead of it, at least. It may have cut off a part of a second."""
        early = (self.before - self.said).total_seconds() - 1
        late = (self.after - self.said).total_seconds()
        return max(0.0, early) or min(0.0, late)


@dataclass
class Visit:
    settings: Settings
    names: Names
    house: House | None = None  # None where there is no database that may be opened
    runs: bool = False  # whether the service does
    token: str = ""  # what the public address is asked
    clocks: list[Clock] = field(default_factory=list)
    heard: dict[str, Finding] = field(default_factory=dict)  # from the service, by the look that tells of it
    outward: list[str] = field(default_factory=lambda: own_addresses())  # that packets to others leave from

    @property
    def site(self) -> str:
        return urlsplit(self.settings.url).hostname or ""

    @property
    def smtp_host(self) -> str:
        return urlsplit(self.settings.smtp_url).hostname or ""

    def told_time(self, whose: str, said: datetime, before: datetime) -> None:
        self.clocks.append(Clock(whose, said, before, datetime.now(UTC)))

    def addresses(self, host: str) -> list[str]:
        """Of a name or a number. Raises NamesAway."""
        if is_number(host):
            return [host]
        if is_loopback(host):
            return ["127.0.0.1"]
        return self.names.addresses(host)

    def is_here(self, address: str) -> bool:
        """Whether it is one of this machine, or of the router that the public address leads to."""
        return is_own(address) or address in self.addresses(self.site)


def is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_own(address: str) -> bool:
    """Whether this machine has it: only then a socket can be bound to it."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True


def own_addresses() -> list[str]:
    """Those that a packet to others would leave from. No packet is sent."""
    found = []
    for far, family in zip(FAR_AWAY, (socket.AF_INET, socket.AF_INET6), strict=True):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                found.append(str(probe.getsockname()[0]))
        except OSError:
            continue  # this machine has no such network
    return found


def serves(settings: Settings) -> bool:
    """Whether ./chasqui serve is at work in the data folder: it has a lock then."""
    try:
        with (settings.folder / "serve.lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def is_private(domain: str) -> bool:
    """Whether it can have no records for others to see."""
    return is_loopback(domain) or is_number(domain.strip("[]")) or "." not in domain


def secrets_of(settings: Settings) -> Iterable[str]:
    """In every form in which a server could repeat them."""
    for url in (settings.smtp_url, settings.imap_url, settings.database_url, settings.redis_url):
        try:
            parts = urlsplit(url)
        except ValueError:
            continue
        if parts.password:
            user, plain = unquote(parts.username or ""), unquote(parts.password)
            yield from (parts.password, plain, quote(plain, safe=""))
            for said in (plain, f"\0{user}\0{plain}", f"{user}\0{user}\0{plain}"):
                yield b64encode(said.encode()).decode()
    yield from settings.keys
