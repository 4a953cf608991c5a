"""What is drawn by chance for a new row, and the keys to it that addresses and links have.

The database holds *names*. A key is a name with a signature by the service's own secret, so somebody who has
the database alone has no key. `purpose` says what the key opens: a key of one purpose opens nothing else.
"""

import hashlib
import hmac
import secrets
from base64 import b32encode
from collections.abc import Sequence


def post_key() -> str:
    """26 letters and digits of one case, because the part of an address before the @ may lose its case."""
    return _in_letters(secrets.token_bytes(16))


def holder() -> str:
    """Not secret by itself: it stands in links, which are signed."""
    return post_key()[:10]


def first_count() -> int:
    """Of a player's sign-ins: a link of one player is none of another who gets the same number, as after a
    restored backup."""
    return secrets.randbelow(2**30)


SIGNATURE = 16  # characters: 80 bits, beside those of the name


def signature(secret: str, purpose: str, name: str, length: int = SIGNATURE) -> str:
    signed = hmac.digest(secret.encode(), f"chasqui/{purpose} {name}".encode(), hashlib.sha256)
    return _in_letters(signed)[:length]


def key_of(secrets: Sequence[str], purpose: str, name: str) -> str:
    """`secrets`: of the service, the present one first."""
    return f"{name}.{signature(secrets[0], purpose, name)}"


def name_in(secrets: Sequence[str], purpose: str, key: str) -> str | None:
    """None for a key with another signature. One without any is of an earlier version."""
    name, _, signed = key.partition(".")
    if not signed:
        return earlier_name(name)
    ours = (signature(secret, purpose, name) for secret in secrets)
    return name if any(hmac.compare_digest(signed.encode(), one.encode()) for one in ours) else None


def earlier_name(key: str) -> str:
    """Keys had no signature, and stood in the database as they were. Now this hash is in their place."""
    return _in_letters(hashlib.sha256(f"chasqui/earlier {key}".encode()).digest()[:16])


def _in_letters(data: bytes) -> str:
    return b32encode(data).decode().rstrip("=").lower()
