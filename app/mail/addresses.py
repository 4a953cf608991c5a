"""The addresses that mail comes in at: made and read side by side.

An address says who writes and about what, so nobody signs in to answer a letter; the database says whether
there is such a one. Mail servers may change the case of an address, and some drop what follows a `+`: hence
letters and digits of one case, and `.` between them.
"""

import hashlib
import hmac
import re
from base64 import b32encode
from dataclasses import dataclass
from typing import Literal, NamedTuple

from app.settings import Settings

Kind = Literal["reply", "unsubscribe", "bounce", "invitation"]

KEYED = re.compile(r"([ru])[.+]([a-z2-7]{26})\Z")
SIGNED = re.compile(r"([bi])[.+]([1-9][0-9]{0,17})\.([a-z2-7]{16})\Z")
KINDS: dict[str, Kind] = {"r": "reply", "u": "unsubscribe", "b": "bounce", "i": "invitation"}
SIGNATURE = 16  # characters: 80 bits


class Address(NamedTuple):
    kind: Kind
    key: str  # of an ask or a seat; the letter's number, for a bounce or an invitation
    whole: str  # as this house writes it


@dataclass(frozen=True)
class Addresses:
    settings: Settings

    def reply(self, key: str) -> str:
        return self._at(f"r.{key}")

    def unsubscribe(self, key: str) -> str:
        return self._at(f"u.{key}")

    def bounce(self, letter_id: int) -> str:
        """Signed, so that nobody can tell us of bounces that never were."""
        return self._signed("b", letter_id)

    def invitation(self, letter_id: int) -> str:
        """Signed: only somebody who has got the letter can write to it."""
        return self._signed("i", letter_id)

    def here(self, address: str) -> bool:
        """Whether it is of the domain that mail comes in for."""
        return _plain(address).rpartition("@")[2] == self.settings.domain

    def read(self, address: str) -> Address | None:
        """None for what nobody here has written: another domain, another form, another signature."""
        local = _plain(address).rpartition("@")[0]
        if not self.here(address):
            return None
        if keyed := KEYED.match(local):
            return Address(KINDS[keyed[1]], keyed[2], self._at(f"{keyed[1]}.{keyed[2]}"))
        if signed := SIGNED.match(local):
            return self._read_signed(signed[1], int(signed[2]), signed[3])
        return None

    def _signed(self, sign: str, letter_id: int) -> str:
        signature = _signature(self.settings.secret_keys[0], KINDS[sign], letter_id)
        return self._at(f"{sign}.{letter_id}.{signature}")

    def _read_signed(self, sign: str, letter_id: int, signature: str) -> Address | None:
        signed = (_signature(key, KINDS[sign], letter_id) for key in self.settings.secret_keys)
        if not any(hmac.compare_digest(signature, ours) for ours in signed):
            return None
        return Address(KINDS[sign], str(letter_id), self._at(f"{sign}.{letter_id}.{signature}"))

    def _at(self, local: str) -> str:
        return f"{local}@{self.settings.domain}"


def _plain(address: str) -> str:
    """In one case; nothing for what no address of ours can be."""
    bare = address.strip().removeprefix("<").removesuffix(">")
    return bare.lower() if bare.isascii() else ""


def _signature(key: str, kind: Kind, letter_id: int) -> str:
    made = hmac.digest(key.encode(), f"chasqui/{kind} {letter_id}".encode(), hashlib.sha256)
    return b32encode(made).decode().lower()[:SIGNATURE]
