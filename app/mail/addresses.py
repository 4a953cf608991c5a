"""Makes and reads the addresses that mail comes in at.

An address says who is writing and about what, so nobody has to sign in to answer a letter. Whether its ask,
seat or letter exists is looked up in the database, which has the name in an address, and never its signature.
Only the address that letters are from does not say it.

Mail servers may change the case of an address, and some drop what follows a `+`. So an address has letters
and digits of one case, with `.` between them. Where one mailbox at a provider has all of them, they begin
with its name and a `+`, and both forms are read wherever they come in.
"""

import hmac
import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Literal, NamedTuple

from app.keys import earlier_name, key_of, name_in, signature
from app.settings import Settings

Kind = Literal["reply", "unsubscribe", "bounce", "invitation", "vote", "trial", "service"]

# Of an ask or a seat: its name, and a signature. Addresses of earlier versions have no signature.
KEYED = re.compile(r"([ru])[.+]([a-z2-7]{26}(?:\.[a-z2-7]{16})?)\Z")
# Between two asks: the match, the seat, the turn of the last ask, and a signature.
BETWEEN = re.compile(r"r[.+](([a-z2-9]{10})\.([1-9])\.([0-9]{1,9})\.[a-z2-7]{26})\Z")
# Of one letter: the random part of its Message-ID, and a signature.
NAMED = re.compile(r"([bipt])[.+]([a-z2-7]{26})\.([a-z2-7]{16})\Z")
# As the database has them: without signatures, and between asks with the seat's holder.
KEPT = re.compile(r"([rubipt])\.([a-z2-7]{26})@")
KEPT_BETWEEN = re.compile(r"r\.([a-z2-9]{10})\.([1-9])\.([0-9]{1,9})\.([a-z2-7]{0,10})@")
MESSAGE_ID = re.compile(r"l\.([0-9a-f]{32})(?:\.([a-z2-7]{16}))?\Z")
# In front of these, the name of a mailbox.
TAG = re.compile(r"[^@]{1,64}?\+(?=[rubipt][.+])")
LONGEST_LOCAL = 64  # characters before the @, by RFC 5321
KINDS: dict[str, Kind] = {
    "r": "reply",
    "u": "unsubscribe",
    "b": "bounce",
    "i": "invitation",
    "p": "vote",
    "t": "trial",
}
WHOLE_SIGNATURE = 26  # 130 bits, where nothing else is secret
LETTER_NAME = "l."  # how a Message-ID of ours begins


class Between(NamedTuple):
    """A seat while it is not asked: after its ask of `turn`, or before the first (0)."""

    code: str
    seat: int
    turn: int


class Address(NamedTuple):
    kind: Kind
    key: str  # of an ask or a seat; of a letter, its Message-ID; else empty
    whole: str  # the address in full, in the form that we write


@dataclass(frozen=True)
class Addresses:
    settings: Settings

    def reply(self, name: str) -> str:
        """`name`: of an ask; or all that stands before the @ in the address of a time between asks."""
        return self._at(f"r.{name if between_in(name) else key_of(self.settings.keys, 'r', name)}")

    def unsubscribe(self, name: str) -> str:
        return self._at(f"u.{key_of(self.settings.keys, 'u', name)}")

    def message_id(self, kept: str) -> str:
        """Of a letter, as it stands in the letter. An answer to it is as good as one to its address."""
        return f"{kept}.{signature(self.settings.keys[0], 'message-id', kept)}"

    def read_message_id(self, text: str) -> str | None:
        """As the database has it; None where it is not ours."""
        found = MESSAGE_ID.fullmatch(text)
        if not found:
            return None
        kept = f"{LETTER_NAME}{found[1]}"
        if not found[2]:
            return earlier_message_id(kept)
        ours = (signature(secret, "message-id", kept) for secret in self.settings.keys)
        return kept if any(hmac.compare_digest(found[2], one) for one in ours) else None

    def between(self, between: Between, holder: str) -> str:
        """Where a seat's letters are answered while it is not asked. With the next ask it is of the past."""
        return self.reply(_between_key(self.settings.keys[0], between, holder))

    def is_between(self, key: str, holder: str) -> Between | None:
        """What such an address says, where it was made for this holder of the seat."""
        between = between_in(key)
        ours = (_between_key(secret, between, holder) for secret in self.settings.keys if between)
        return between if any(hmac.compare_digest(key, one) for one in ours) else None

    def bounce(self, message_id: str) -> str:
        """Signed, so that nobody can forge a bounce who knows the Message-ID only."""
        return self._named("b", message_id)

    def invitation(self, message_id: str) -> str:
        """Only a person who has the letter can write to it."""
        return self._named("i", message_id)

    def vote(self, message_id: str) -> str:
        """Where the letter about a proposal is answered: only a person who has it can write there."""
        return self._named("p", message_id)

    def trial(self, message_id: str) -> str:
        """Where a test letter is answered."""
        return self._named("t", message_id)

    @property
    def service(self) -> str:
        """The one that letters are from."""
        return _normal_form(parseaddr(self.settings.sender)[1])

    def here(self, address: str) -> bool:
        """Whether it belongs to a domain that mail comes in for, or is the one that letters are from."""
        bare = _normal_form(address)
        return bare.rpartition("@")[2] in self.settings.domains or (bool(bare) and bare == self.service)

    def read(self, address: str) -> Address | None:
        """None for an address that is not ours: with another domain, another form or a wrong signature."""
        bare = _normal_form(address)
        local = self._without_tag(bare.rpartition("@")[0])
        if not self.here(address):
            return None
        if bare == self.service:
            return Address("service", "", bare)
        if keyed := KEYED.match(local):
            return self._read_keyed(keyed[1], keyed[2])
        if between := BETWEEN.match(local):
            return Address("reply", between[1], self._at(f"r.{between[1]}"))
        if named := NAMED.match(local):
            return self._read_named(named[1], named[2], named[3])
        return None

    def kept(self, address: Address, holder: str = "") -> str:
        """As the database has it, so that nobody who has only that can write to it. `holder`: of the seat,
        between asks."""
        if between := between_in(address.key):
            return self._kept_at(f"r.{between.code}.{between.seat}.{between.turn}.{holder}")
        if address.kind == "service":
            return address.whole
        sign = next(sign for sign, kind in KINDS.items() if kind == address.kind)
        name = _name_of(address.key) if sign in "bipt" else address.key
        return self._kept_at(f"{sign}.{name}")

    def read_kept(self, text: str) -> Address | None:
        """From the database alone: nothing is signed here."""
        if found := KEPT_BETWEEN.match(text):
            between = Between(found[1], int(found[2]), int(found[3]))
            key = _between_key(self.settings.keys[0], between, found[4])
            return Address("reply", key, text)
        if found := KEPT.match(text):
            key = found[2] if found[1] in "ru" else _message_id(found[2])
            return Address(KINDS[found[1]], key, text)
        return self.read(text)

    def _read_keyed(self, sign: str, key: str) -> Address | None:
        name = name_in(self.settings.keys, sign, key)
        return Address(KINDS[sign], name, self._at(f"{sign}.{key}")) if name else None

    def _named(self, sign: str, message_id: str) -> str:
        name = _name_of(message_id)
        return self._at(f"{sign}.{name}.{signature(self.settings.keys[0], KINDS[sign], name)}")

    def _read_named(self, sign: str, name: str, theirs: str) -> Address | None:
        signatures = (signature(key, KINDS[sign], name) for key in self.settings.keys)
        if not any(hmac.compare_digest(theirs, ours) for ours in signatures):
            return None
        return Address(KINDS[sign], _message_id(name), self._at(f"{sign}.{name}.{theirs}"))

    def longest(self) -> int:
        """Characters before the @, in the longest address there can be."""
        between = _between_key(self.settings.keys[0], Between("a" * 10, 9, 999), "")
        return len(self._at(f"r.{between}").rpartition("@")[0])

    def _without_tag(self, local: str) -> str:
        own = self.settings.tag
        return local.removeprefix(own) if own and local.startswith(own) else TAG.sub("", local, count=1)

    def _at(self, local: str) -> str:
        return f"{self.settings.tag}{local}@{self.settings.domain}"

    def _kept_at(self, local: str) -> str:
        return f"{local}@{self.settings.domain}"


def _normal_form(address: str) -> str:
    """In lower case and without <>; empty for an address that cannot be ours."""
    bare = address.strip().removeprefix("<").removesuffix(">")
    return bare.lower() if bare.isascii() else ""


def between_in(key: str) -> Between | None:
    """What a reply address of the time between asks says. Whether it is ours depends on the holder."""
    found = BETWEEN.match(f"r.{key}")
    return Between(found[2], int(found[3]), int(found[4])) if found else None


# --- Names and signatures: no address shows the number of a row ---


def _name_of(message_id: str) -> str:
    return _in_letters(bytes.fromhex(message_id.removeprefix(LETTER_NAME)))


def earlier_message_id(message_id: str) -> str:
    """The Message-IDs of earlier versions stood in the database as they were; now this does."""
    return _message_id(earlier_name(message_id))


def _message_id(name: str) -> str:
    return LETTER_NAME + b32decode(f"{name.upper()}======").hex()


def _in_letters(data: bytes) -> str:
    return b32encode(data).decode().lower().rstrip("=")


def _between_key(secret: str, between: Between, holder: str) -> str:
    said = f"{between.code}.{between.seat}.{between.turn}"
    return f"{said}.{signature(secret, 'between', f'{said} {holder}', WHOLE_SIGNATURE)}"
