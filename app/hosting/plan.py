"""What a host has chosen, as the files need it."""

import re
import secrets
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from shlex import quote

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from app.mail.write.dkim import Key
from app.mail.write.public_key import dkim_record

ROOT = Path(__file__).parents[2]
SELECTOR = "chasqui"
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\Z")
LONGEST_DOMAIN = 253
UNKNOWN_KEY = f"{SELECTOR}._domainkey.%s. TXT (the key is made, and its record filled in, with --write DIR)"
UNKNOWN_SECRET = "(made with --write DIR)"
IpAddress = IPv4Address | IPv6Address


@dataclass(frozen=True)
class Plan:
    domain: str
    addresses: tuple[str, ...] = ()  # of the machine; empty where they are not known yet
    postgresql: bool = False
    mailbox: str = ""  # an address at a provider, in place of a mail server of our own
    plus: str = (
        ""  # of a domain with other mailboxes: only mail for this name, and this name with a +, is ours
    )
    source: str = quote(str(ROOT))  # where the program is just now
    folder: str = "/srv/chasqui"  # where it is to be
    data: str = "/var/lib/chasqui"
    settings: str = "/etc/chasqui"
    user: str = "chasqui"
    port: int = 8000
    door: str = "127.0.0.1:2525"
    key: Key | None = None
    secret: str = UNKNOWN_SECRET

    @property
    def sender(self) -> str:
        return self.mailbox or f"{self.plus or 'chasqui'}@{self.domain}"

    @property
    def host_records(self) -> list[str]:
        """A and AAAA."""
        if not self.addresses:
            return [
                f"{self.domain}. A (IPv4 address of the machine)",
                f"{self.domain}. AAAA (IPv6 address, if any)",
            ]
        kinds = {4: "A", 6: "AAAA"}
        return [f"{self.domain}. {kinds[ip_address(each).version]} {each}" for each in self.addresses]

    @property
    def reverse_records(self) -> list[str]:
        if not self.addresses:
            return [f"(address of the machine) PTR {self.domain}."]
        return [f"{ip_address(each).reverse_pointer}. PTR {self.domain}." for each in self.addresses]

    @property
    def dkim(self) -> str:
        name = f"{SELECTOR}._domainkey.{self.domain}"
        return dkim_record(name, self.key) if self.key else UNKNOWN_KEY % self.domain

    @property
    def services(self) -> list[str]:
        return (
            ["chasqui-web", "chasqui-worker", "chasqui-beat", "chasqui-post"]
            if self.postgresql
            else ["chasqui"]
        )


def as_domain(text: str) -> str:
    """In lower case and in ASCII; ValueError for what is no domain that others can reach."""
    domain = text.strip().rstrip(".").lower().encode("idna").decode("ascii")
    labels = domain.split(".")
    if (
        len(labels) < 2
        or len(domain) > LONGEST_DOMAIN
        or labels[-1].isdigit()
        or not all(map(LABEL.match, labels))
    ):
        raise ValueError
    return domain


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


def pem(key: Key) -> str:
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return key.private_bytes(serialization.Encoding.PEM, *form).decode()


def new_secret() -> str:
    return secrets.token_urlsafe(36)
