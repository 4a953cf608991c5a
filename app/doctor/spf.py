"""Whether a domain lets letters leave from an address (SPF, RFC 7208)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal
from urllib.parse import quote

from app.doctor.names import Names

Result = Literal["pass", "fail", "softfail", "neutral", "none", "permerror"]
RESULTS: dict[str, Result] = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}
MOST_LOOKUPS, MOST_VOID, MOST_NAMES = 10, 2, 10
TERM = re.compile(r"(?P<sign>[-+~?]?)(?P<name>[A-Za-z][\w.-]*)(?P<rest>([:/]|\Z).*)", re.DOTALL)
MODIFIER = re.compile(r"(?P<name>[A-Za-z][\w.-]*)=(?P<value>.*)", re.DOTALL)
PLACE = re.compile(r"(:(?P<domain>[^/]+))?(/(?P<four>\d{1,2}))?(//(?P<six>\d{1,3}))?\Z")
MACRO = re.compile(r"%(?:([%_-])|\{([slodiphcrtv])(\d*)(r?)([-.+,/_=]*)\})", re.IGNORECASE)
BEGINS = re.compile(r"v=spf1(?= |\Z)", re.IGNORECASE)
IpAddress = IPv4Address | IPv6Address


class Unusable(Exception):
    """Mail servers cannot use the record: a permanent error."""


@dataclass
class Look:
    """One evaluation. Raises NamesAway where name servers are away."""

    names: Names
    address: IpAddress
    sender: str  # the whole address in MAIL FROM
    lookups: int = 0
    voids: int = 0
    read: list[str] = field(default_factory=list)  # all that was read, to tell about

    def at(self, domain: str) -> Result:
        record = record_of(self.names, domain)
        if record is None:
            return "none"
        self.read.append(record)
        mechanisms, redirect = parsed(record)
        for sign, name, rest in mechanisms:
            if self._matches(name, rest, domain):
                return RESULTS[sign]
        return self._redirected(redirect, domain) if redirect else "neutral"

    def _redirected(self, redirect: str, domain: str) -> Result:
        self._count()
        found = self.at(self._expanded(redirect, domain))
        if found == "none":
            raise Unusable(f"redirect={redirect} leads to a domain without an SPF record")
        return found

    def _matches(self, name: str, rest: str, domain: str) -> bool:
        if name == "all":
            return True
        if name in ("ip4", "ip6"):
            return self._is_in(rest.removeprefix(":"), 4 if name == "ip4" else 6)
        self._count()
        if name == "include":
            return self._included(self._expanded(rest.removeprefix(":"), domain))
        found = PLACE.match(rest)
        if not found:
            raise Unusable(f"{name}{rest} cannot be read")
        place = self._expanded(found["domain"], domain) if found["domain"] else domain
        if name == "exists":
            return bool(self._asked(place, ("A",)))
        if name == "ptr":
            return self._is_named(place)
        hosts = self._mail_servers(place) if name == "mx" else [place]
        bits = found["four"] if self.address.version == 4 else found["six"]
        return any(self._is_near(each, bits) for host in hosts for each in self._asked(host))

    def _included(self, domain: str) -> bool:
        found = self.at(domain)
        if found == "none":
            raise Unusable(f"include:{domain} leads to a domain without an SPF record")
        return found == "pass"

    def _mail_servers(self, domain: str) -> list[str]:
        found = [host for host in self.names.mail_servers(domain) if host]
        self._count_void(found)
        if len(found) > MOST_NAMES:
            raise Unusable(f"mx:{domain} leads to more than {MOST_NAMES} mail servers")
        return found

    def _asked(self, name: str, kinds: tuple[str, ...] = ()) -> list[str]:
        found = self.names.addresses(name, kinds or (("A",) if self.address.version == 4 else ("AAAA",)))
        self._count_void(found)
        return found

    def _is_named(self, domain: str) -> bool:
        for name in self.names.pointers(str(self.address))[:MOST_NAMES]:
            if f".{name}".endswith(f".{domain.lower()}") and str(self.address) in self.names.addresses(name):
                return True
        return False

    def _is_in(self, network: str, version: int) -> bool:
        try:
            found = ip_network(network, strict=False)
        except ValueError:
            raise Unusable(f"{network!r} is no network") from None
        if found.version != version:
            raise Unusable(f"{network!r} is no network of ip{version}")
        return self.address in found

    def _is_near(self, other: str, bits: str | None) -> bool:
        return self._is_in(f"{other}/{bits}" if bits else other, self.address.version)

    def _count(self) -> None:
        self.lookups += 1
        if self.lookups > MOST_LOOKUPS:
            raise Unusable(f"it needs more than {MOST_LOOKUPS} look-ups of other names")

    def _count_void(self, found: list[str]) -> None:
        self.voids += not found
        if self.voids > MOST_VOID:
            raise Unusable(f"more than {MOST_VOID} of its names do not exist")

    # --- Macros: %{i} is the address, %{d} the domain ... ---

    def _expanded(self, text: str, domain: str) -> str:
        def value(found: re.Match[str]) -> str:
            if found[1]:
                return {"%": "%", "_": " ", "-": "%20"}[found[1]]
            parts = re.split(f"[{re.escape(found[5] or '.')}]", self._value_of(found[2].lower(), domain))
            parts = parts[::-1] if found[4] else parts
            made = ".".join(parts[-int(found[3]) :] if found[3] else parts)
            return quote(made, safe="") if found[2].isupper() else made

        expanded = MACRO.sub(value, text)
        if "%" in MACRO.sub("", text):
            raise Unusable(f"{text!r} cannot be read")
        return expanded.rstrip(".")

    def _value_of(self, letter: str, domain: str) -> str:
        local, _, of_sender = self.sender.rpartition("@")
        if letter == "i":
            four = self.address.version == 4
            return str(self.address) if four else ".".join(self.address.exploded.replace(":", ""))
        known = {"s": self.sender, "l": local, "o": of_sender, "h": of_sender, "d": domain, "p": "unknown"}
        return known.get(letter, "in-addr" if self.address.version == 4 else "ip6")


def look(names: Names, address: str, domain: str, sender: str) -> tuple[Result, str]:
    """The result, and for a permanent error the reason."""
    try:
        return Look(names, ip_address(address), sender).at(domain), ""
    except Unusable as reason:
        return "permerror", str(reason)


def record_of(names: Names, domain: str) -> str | None:
    """The one SPF record of a domain; Unusable where there are several."""
    found = [text for text in names.texts(domain) if BEGINS.match(text)]
    if len(found) > 1:
        raise Unusable(f"{domain} has {len(found)} SPF records, and may have only one")
    return found[0] if found else None


MECHANISMS = ("all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists")


def parsed(record: str) -> tuple[list[tuple[str, str, str]], str]:
    """Mechanisms as sign, name and the rest; and where `redirect` leads. All of it is read before any of it
    counts."""
    mechanisms, redirect, ends = list[tuple[str, str, str]](), "", False
    for term in record.split()[1:]:
        if found := MODIFIER.match(term):
            redirect = found["value"] if found["name"].lower() == "redirect" else redirect
            continue
        mechanism = TERM.match(term)
        name = mechanism["name"].lower() if mechanism else ""
        if (
            not mechanism
            or name not in MECHANISMS
            or (name in ("include", "exists") and not mechanism["rest"])
        ):
            raise Unusable(f"{term!r} cannot be read")
        mechanisms.append((mechanism["sign"] or "+", name, mechanism["rest"]))
        ends = ends or name == "all"
    return mechanisms, "" if ends else redirect


def named_hosts(record: str) -> Iterator[str]:
    """Domains that a record refers to."""
    mechanisms, redirect = parsed(record)
    yield from (rest.removeprefix(":") for _, name, rest in mechanisms if name == "include")
    if redirect:
        yield redirect


def lets_everybody(record: str) -> bool:
    return any((sign, name) == ("+", "all") for sign, name, _ in parsed(record)[0])
