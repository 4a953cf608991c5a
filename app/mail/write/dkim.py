"""Signs letters with DKIM, so that mail servers can check who they are from (RFC 6376, RFC 8463)."""

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

SHORTEST_RSA = 1024  # bits: no mail server trusts a shorter key (RFC 8301)
# Mail programs offer one-click unsubscribing only if both of its headers are signed (RFC 8058).
SIGNED_HEADERS = (
    "from to subject date message-id reply-to in-reply-to references mime-version content-type "
    "auto-submitted list-id list-archive list-unsubscribe list-unsubscribe-post feedback-id"
).split()
# Named once more than they occur, so that a second such header, added on the way, breaks the signature.
OVERSIGNED = "from to subject date reply-to content-type".split()
WIDTH = 74


@dataclass(frozen=True)
class Signer:
    key: Key
    domain: str
    selector: str

    def signed(self, raw: bytes, at: int) -> bytes:
        """The message with a DKIM-Signature header in front.

        `at` is in seconds, and must be the same each time a letter is sent: the signature then is, too.
        """
        head, _, body = raw.partition(b"\r\n\r\n")
        headers = [_relax_header(line) for line in re.split(rb"\r\n(?![ \t])", head)]
        names = [*(name for name, _ in headers if name in SIGNED_HEADERS), *OVERSIGNED]
        tags = {
            "v": "1",
            "a": "rsa-sha256" if isinstance(self.key, RSAPrivateKey) else "ed25519-sha256",
            "c": "relaxed/relaxed",
            "d": self.domain,
            "s": self.selector,
            "t": str(at),
            "h": ":".join(names),
            "bh": b64encode(hashlib.sha256(_relax_body(body)).digest()).decode(),
            "b": "",
        }
        unsigned = _fold_tags("; ".join(f"{name}={value}" for name, value in tags.items()))
        covered = [*_headers_to_sign(names, headers), _relax_header(unsigned)[1]]
        signature = b64encode(self._sign(b"\r\n".join(covered))).decode()
        return unsigned + _fold_base64(signature) + b"\r\n" + raw

    def _sign(self, data: bytes) -> bytes:
        if isinstance(self.key, RSAPrivateKey):
            return self.key.sign(data, PKCS1v15(), SHA256())
        return self.key.sign(hashlib.sha256(data).digest())


@lru_cache(maxsize=8)
def signer_of(settings: Settings) -> Signer | None:
    """None where letters are not signed. Raises WrongSetting for a file without a usable key."""
    if not settings.dkim_key:
        return None
    domain = parseaddr(settings.sender)[1].rpartition("@")[2].lower()
    return Signer(read_key(settings.dkim_key), domain, settings.dkim_selector)


def read_key(file: Path) -> Key:
    hint = "; it is a PEM file with one private key without a password, RSA or Ed25519"
    try:
        key = load_pem_private_key(file.read_bytes(), password=None)
    except (ValueError, TypeError, OSError) as error:  # TypeError: it has a password
        raise WrongSetting(f"CHASQUI_DKIM_KEY is {str(file)!r}, and holds no key: {error}{hint}") from None
    if isinstance(key, RSAPrivateKey) and key.key_size < SHORTEST_RSA:
        raise WrongSetting(f"CHASQUI_DKIM_KEY is {str(file)!r}, a key of {key.key_size} bits; 2048 are right")
    if not isinstance(key, RSAPrivateKey | Ed25519PrivateKey):
        raise WrongSetting(f"CHASQUI_DKIM_KEY is {str(file)!r}, a key of another kind{hint}")
    return key


# --- The "relaxed" form, which stays the same when a mail server on the way changes blanks or line ends ---


def _relax_header(header: bytes) -> tuple[str, bytes]:
    """The header's name, and the whole header."""
    written_name, _, value = header.partition(b":")
    name = written_name.strip().lower()
    return name.decode("ascii"), name + b":" + re.sub(rb"[ \t\r\n]+", b" ", value).strip()


def _relax_body(body: bytes) -> bytes:
    lines = [re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in body.split(b"\r\n")]
    text = b"\r\n".join(lines).rstrip(b"\r\n")
    return text + b"\r\n" if text else b""


def _headers_to_sign(names: Iterable[str], headers: Iterable[tuple[str, bytes]]) -> list[bytes]:
    """For each name in turn, the lowest header of that name that is not taken yet."""
    remaining = list(headers)
    taken = []
    for name in names:
        found = next((header for header in reversed(remaining) if header[0] == name), None)
        if found:
            remaining.remove(found)
            taken.append(found[1])
    return taken


def _fold_tags(tags: str) -> bytes:
    """Breaks the header between its tags, and inside the long list of header names."""
    lines, line = list[str](), "DKIM-Signature:"
    for word in tags.replace(":", ": ").split(" "):
        if len(line) + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line += f" {word}"
    return "\r\n".join([*lines, line]).encode("ascii")


def _fold_base64(base64: str) -> bytes:
    return "".join(f"\r\n {base64[n : n + WIDTH]}" for n in range(0, len(base64), WIDTH)).encode("ascii")
