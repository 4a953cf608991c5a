"""Makes and reads the addresses that mail comes in at.

An address says who is writing and about what, so nobody has to sign in to answer a letter. Whether its ask,
seat or letter exists is looked up in the database. Only the address that letters are from does not say it.

Mail servers may change the case of an address, and some drop what follows a `+`. So an address has letters
and digits of one case, with `.` between them.
"""

import hashlib
import hmac
import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from email.utils import parseaddr
from functools import lru_cache
from typing import Literal, NamedTuple

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB

from app.settings import Settings

Kind = Literal["reply", "unsubscribe", "bounce", "invitation", "service"]

KEYED = re.compile(r"([ru])[.+]([a-z2-7]{26})\Z")
SEALED = re.compile(r"([bi])[.+]([a-z2-7]{26})\Z")
BLOCK, MOST_LETTERS = 16, 2**63  # bytes of a block; ids of letters are smaller
# As letters had them once: they still lie in mailboxes.
SIGNED = re.compile(r"([bi])[.+]([1-9][0-9]{0,17})\.([a-z2-7]{16})\Z")
KINDS: dict[str, Kind] = {"r": "reply", "u": "unsubscribe", "b": "bounce", "i": "invitation"}
SIGNATURE = 16  # characters: 80 bits


class Address(NamedTuple):
    kind: Kind
    key: str  # of an ask or a seat; for a bounce or an invitation, the number of the letter; else empty
    whole: str  # the address in full, in the form that we write


@dataclass(frozen=True)
class Addresses:
    settings: Settings

    def reply(self, key: str) -> str:
        return self._at(f"r.{key}")

    def unsubscribe(self, key: str) -> str:
        return self._at(f"u.{key}")

    def bounce(self, letter_id: int) -> str:
        """Sealed, so that nobody can forge a bounce, or count letters."""
        return self._sealed("b", letter_id)

    def invitation(self, letter_id: int) -> str:
        """Sealed, so that only a person who has the letter can write to it."""
        return self._sealed("i", letter_id)

    @property
    def service(self) -> str:
        """The one that letters are from."""
        return _normal_form(parseaddr(self.settings.sender)[1])

    def here(self, address: str) -> bool:
        """Whether it belongs to the domain that mail comes in for, or is the one that letters are from."""
        bare = _normal_form(address)
        return bare.rpartition("@")[2] == self.settings.domain or (bool(bare) and bare == self.service)

    def read(self, address: str) -> Address | None:
        """None for an address that is not ours: with another domain, another form or a wrong signature."""
        bare = _normal_form(address)
        local = bare.rpartition("@")[0]
        if not self.here(address):
            return None
        if bare == self.service:
            return Address("service", "", bare)
        if keyed := KEYED.match(local):
            return Address(KINDS[keyed[1]], keyed[2], self._at(f"{keyed[1]}.{keyed[2]}"))
        if sealed := SEALED.match(local):
            return self._read_sealed(sealed[1], sealed[2])
        if signed := SIGNED.match(local):
            return self._read_signed(signed[1], int(signed[2]), signed[3])
        return None

    def _sealed(self, sign: str, letter_id: int) -> str:
        return self._at(f"{sign}.{_seal(self.settings.keys[0], KINDS[sign], letter_id)}")

    def _read_sealed(self, sign: str, sealed: str) -> Address | None:
        numbers = (_unseal(key, KINDS[sign], sealed) for key in self.settings.keys)
        number = next(filter(None, numbers), None)
        return Address(KINDS[sign], str(number), self._at(f"{sign}.{sealed}")) if number else None

    def _read_signed(self, sign: str, letter_id: int, signature: str) -> Address | None:
        signatures = (_signature(key, KINDS[sign], letter_id) for key in self.settings.keys)
        if not any(hmac.compare_digest(signature, ours) for ours in signatures):
            return None
        return Address(KINDS[sign], str(letter_id), self._at(f"{sign}.{letter_id}.{signature}"))

    def _at(self, local: str) -> str:
        return f"{local}@{self.settings.domain}"


def _normal_form(address: str) -> str:
    """In lower case and without <>; empty for an address that cannot be ours."""
    bare = address.strip().removeprefix("<").removesuffix(">")
    return bare.lower() if bare.isascii() else ""


# --- The number of a letter, which nobody but us can read ---


def _seal(key: str, kind: Kind, number: int) -> str:
    """One block of AES: the number behind zeros, which nobody without the key can produce."""
    block = _cipher(key, kind).encryptor().update(number.to_bytes(BLOCK))
    return b32encode(block).decode().lower().rstrip("=")


def _unseal(key: str, kind: Kind, sealed: str) -> int | None:
    """None where another key has sealed it, or none."""
    block = b32decode(f"{sealed.upper()}======")
    number = int.from_bytes(_cipher(key, kind).decryptor().update(block))
    return number if 0 < number < MOST_LETTERS and _seal(key, kind, number) == sealed else None


@lru_cache(maxsize=32)
def _cipher(key: str, kind: Kind) -> "Cipher[ECB]":
    """ECB is right for a single block that never comes twice."""
    secret = hashlib.sha256(f"chasqui/address/{kind} {key}".encode()).digest()
    return Cipher(AES(secret), ECB())


def _signature(key: str, kind: Kind, letter_id: int) -> str:
    digest = hmac.digest(key.encode(), f"chasqui/{kind} {letter_id}".encode(), hashlib.sha256)
    return b32encode(digest).decode().lower()[:SIGNATURE]
