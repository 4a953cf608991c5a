"""Asking name servers (DNS)."""

from collections.abc import Sequence
from typing import Any

import dns.exception
import dns.resolver
import dns.reversename

from app.settings.values import place_of

ANSWER_SECONDS, TRY_SECONDS = 5.0, 1.5
NOTHING = (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer)


class NamesAway(Exception):
    """No name server has answered, or it has failed. That says nothing about the name."""


class Names:
    """`servers`: as in CHASQUI_DNS; without them, those of the system."""

    def __init__(self, servers: Sequence[str] = ()) -> None:
        self._servers = servers
        self._resolver: Any = None

    def texts(self, name: str) -> list[str]:
        """TXT records. Each is put together from its pieces, without a blank between them."""
        return [b"".join(record.strings).decode("utf-8", "replace") for record in self._ask(name, "TXT")]

    def mail_servers(self, name: str) -> list[str]:
        """MX records, the preferred one first. A single "" says that the domain takes no mail (RFC 7505)."""
        found = sorted((record.preference, record.exchange.to_text()) for record in self._ask(name, "MX"))
        return [host.rstrip(".").lower() for _, host in found]

    def addresses(self, name: str, kinds: Sequence[str] = ("A", "AAAA")) -> list[str]:
        return [record.address for kind in kinds for record in self._ask(name, kind)]

    def pointers(self, address: str) -> list[str]:
        """The names that belong to an address."""
        name = dns.reversename.from_address(address).to_text()
        return [record.target.to_text().rstrip(".").lower() for record in self._ask(name, "PTR")]

    def _ask(self, name: str, kind: str) -> list[Any]:
        try:
            self._resolver = self._resolver or self._made()
            return list(self._resolver.resolve(f"{name.rstrip('.')}.", kind, lifetime=ANSWER_SECONDS))
        except NOTHING:
            return []
        except UnicodeError:
            return []  # no name can look like this
        except (dns.exception.DNSException, OSError) as error:
            raise NamesAway(f"{kind} of {name}: {_in_short(error)}") from None

    def _made(self) -> Any:
        resolver = dns.resolver.Resolver(configure=not self._servers)
        if self._servers:
            places = [place_of(server) for server in self._servers]
            resolver.nameservers = [dns.nameserver.Do53Nameserver(host, port) for host, port in places]
        resolver.timeout = TRY_SECONDS
        return resolver


def _in_short(error: Exception) -> str:
    if isinstance(error, dns.exception.Timeout):
        return "no name server has answered in time"
    if isinstance(error, dns.resolver.NoNameservers):
        return "the name servers have failed to answer"
    return " ".join(str(error).split())[:150] or type(error).__name__
