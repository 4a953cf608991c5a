"""Signing letters, so that mail servers know who they are from (RFC 6376, RFC 8463)."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from email.utils import parseaddr
from functools import lru_cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from app.settings import Settings, WrongSetting

Key = RSAPrivateKey | Ed25519PrivateKey

SHORTEST_RSA = 1024  # bits: no mail server trusts less (RFC 8301)
# One-click unsubscribing counts only where both of its headers are signed (RFC 8058).
SIGNED = (
    "from to subject date message-id reply-to in-reply-to references mime-version content-type "
    "auto-submitted list-id list-archive list-unsubscribe list-unsubscribe-post feedback-id"
).split()
# Named once more than they are there: a second one that somebody adds breaks the signature.
ONLY_ONCE = "from to subject date reply-to content-type".split()
WIDTH = 74


@dataclass(frozen=True)
class Signer:
    key: Key
    domain: str
    selector: str

    def signed(self, raw: bytes, at: int) -> bytes:
        """The letter with its signature in front; `at` is in seconds, and the same for the same letter."""
        head, _, body = raw.partition(b"\r\n\r\n")
        headers = [_relaxed(line) for line in re.split(rb"\r\n(?![ \t])", head)]
        names = [*(name for name, _ in headers if name in SIGNED), *ONLY_ONCE]
        tags = {
            "v": "1",
            "a": "rsa-sha256" if isinstance(self.key, RSAPrivateKey) else "ed25519-sha256",
            "c": "relaxed/relaxed",
            "d": self.domain,
            "s": self.selector,
            "t": str(at),
            "h": ":".join(names),
            "bh": b64encode(hashlib.sha256(_relaxed_body(body)).digest()).decode(),
            "b": "",
        }
        unsigned = _folded("; ".join(f"{name}={value}" for name, value in tags.items()))
        covered = [*_in_order(names, headers), _relaxed(unsigned)[1]]
        signature = b64encode(self._sign(b"\r\n".join(covered))).decode()
        return unsigned + _in_lines(signature) + b"\r\n" + raw

    def _sign(self, data: bytes) -> bytes:
        if isinstance(self.key, RSAPrivateKey):
            return self.key.sign(data, PKCS1v15(), SHA256())
        return self.key.sign(hashlib.sha256(data).digest())


@lru_cache(maxsize=8)
def signer_of(settings: Settings) -> Signer | None:
    """None where letters are not signed; WrongSetting for a file that holds no key for it."""
    if not settings.dkim_key:
        return None
    domain = parseaddr(settings.sender)[1].rpartition("@")[2].lower()
    return Signer(_key_in(settings.dkim_key), domain, settings.dkim_selector)


def _key_in(file: Path) -> Key:
    right = "; it is a PEM file with one private key without a password, RSA or Ed25519"
    try:
        key = load_pem_private_key(file.read_bytes(), password=None)
    except (ValueError, TypeError, OSError) as error:  # TypeError: it has a password
        raise WrongSetting(f"CHASQUI_DKIM_KEY is {str(file)!r}, and holds no key: {error}{right}") from None
    if isinstance(key, RSAPrivateKey) and key.key_size < SHORTEST_RSA:
        raise WrongSetting(f"CHASQUI_DKIM_KEY is {str(file)!r}, a key of {key.key_size} bits; 2048 are right")
    if not isinstance(key, RSAPrivateKey | Ed25519PrivateKey):
        raise WrongSetting(f"CHASQUI_DKIM_KEY is {str(file)!r}, a key of another kind{right}")
    return key


# --- One form, whatever a mail server on the way does to blanks and lines ---


def _relaxed(header: bytes) -> tuple[str, bytes]:
    """Its name, and the whole of it."""
    name, _, value = header.partition(b":")
    low = name.strip().lower()
    return low.decode("ascii"), low + b":" + re.sub(rb"[ \t\r\n]+", b" ", value).strip()


def _relaxed_body(body: bytes) -> bytes:
    lines = [re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in body.split(b"\r\n")]
    whole = b"\r\n".join(lines).rstrip(b"\r\n")
    return whole + b"\r\n" if whole else b""


def _in_order(names: Iterable[str], headers: Iterable[tuple[str, bytes]]) -> list[bytes]:
    """Each name takes the lowest header of that name that none before it took."""
    left = list(headers)
    covered = []
    for wanted in names:
        found = next((header for header in reversed(left) if header[0] == wanted), None)
        if found:
            left.remove(found)
            covered.append(found[1])
    return covered


def _folded(tags: str) -> bytes:
    """Lines end between tags, and within the long list of names."""
    lines, line = list[str](), "DKIM-Signature:"
    for word in tags.replace(":", ": ").split(" "):
        if len(line) + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line += f" {word}"
    return "\r\n".join([*lines, line]).encode("ascii")


def _in_lines(base64: str) -> bytes:
    return "".join(f"\r\n {base64[n : n + WIDTH]}" for n in range(0, len(base64), WIDTH)).encode("ascii")
