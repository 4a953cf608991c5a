"""The keys of the service in a backup: sealed with a passphrase, which is nowhere in it."""

import json
import secrets
from base64 import b64decode, b64encode
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from app.archive import Refused

NAME = b"chasqui/keys of a backup"
COST = {"n": 2**16, "r": 8, "p": 1}  # 64 MB and a fifth of a second for each guess
MOST_MEMORY, MOST_ROUNDS = 2**28, 16
SHORTEST = 8


def seal(keys: tuple[str, ...], passphrase: str) -> dict[str, Any]:
    if len(passphrase) < SHORTEST:
        raise Refused(f"the passphrase has fewer than {SHORTEST} characters")
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    sealed = _cipher(passphrase, salt, **COST).encrypt(nonce, json.dumps(keys).encode(), NAME)
    return {"scrypt": COST, "salt": _text(salt), "nonce": _text(nonce), "sealed": _text(sealed)}


def unseal(found: Any, passphrase: str) -> tuple[str, ...]:
    try:
        salt, nonce, sealed = (b64decode(found[name]) for name in ("salt", "nonce", "sealed"))
        cost = {name: int(found["scrypt"][name]) for name in COST}
        if 128 * cost["n"] * cost["r"] > MOST_MEMORY or cost["p"] > MOST_ROUNDS or min(cost.values()) < 1:
            raise Refused("the keys of this backup ask for too much memory")
        return tuple(json.loads(_cipher(passphrase, salt, **cost).decrypt(nonce, sealed, NAME)))
    except InvalidTag:
        raise Refused("this passphrase does not open the keys of the backup") from None
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Refused("the keys of this backup cannot be read") from None


def _cipher(passphrase: str, salt: bytes, n: int, r: int, p: int) -> AESGCM:
    return AESGCM(Scrypt(salt=salt, length=32, n=n, r=r, p=p).derive(passphrase.encode()))


def _text(data: bytes) -> str:
    return b64encode(data).decode()
