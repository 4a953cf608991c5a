"""Which address letters leave from, as others see it, where that can be known."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from app.doctor.visit import Visit, is_own, is_private
from app.settings import is_loopback


@dataclass(frozen=True)
class Leaving:
    addresses: list[str]
    is_here: bool  # the mail server runs on this machine
    host: str  # the mail server


def leaving(visit: Visit) -> Leaving:
    """Raises NamesAway. Of a mail server elsewhere, the addresses are those that it is reached by;
    many letters leave by others."""
    host = visit.smtp_host
    found = visit.addresses(host) if host else []
    if not is_loopback(host) and not any(is_own(address) for address in found):
        return Leaving(found, False, host)
    own = [address for address in visit.outward if ip_address(address).is_global]
    return Leaving(own or visit.addresses(visit.site), True, host)


def same_house(one: str, other: str) -> bool:
    """Whether two domains seem to belong to the same people. A guess: nothing is decided by it."""
    parts = [name.lower().rstrip(".").split(".") for name in (one, other)]
    count = 3 if all(len(name) > 2 and len(name[-2]) <= 3 for name in parts) else 2
    return parts[0][-count:] == parts[1][-count:] and min(map(len, parts)) >= 2


def is_providers(visit: Visit) -> bool:
    """Whether letters are from an address of the mail server's own domain, which then looks after
    the rest."""
    sender = visit.settings.sender_address.rpartition("@")[2]
    imap = urlsplit(visit.settings.imap_url).hostname or ""
    hosts = [host for host in (visit.smtp_host, imap) if host and not is_private(host)]
    return any(same_house(sender, host) for host in hosts) and not _is_own_site(visit, sender)


def _is_own_site(visit: Visit, sender: str) -> bool:
    return same_house(sender, visit.site)
