"""Secrets of the database, encrypted with keys that the database does not have."""

import hashlib
from base64 import urlsafe_b64encode
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from app.settings import Settings


class CannotDecrypt(ValueError):
    """A secret that none of our keys can decrypt."""


class Vault:
    """Encrypts secrets for the database with the first key, and decrypts them with any key."""

    def __init__(self, settings: Settings) -> None:
        fernets = [Fernet(_fernet_key(key)) for key in settings.keys]
        self._first, self._fernet = fernets[0], MultiFernet(fernets)

    def encrypt(self, secret: bytes) -> str:
        return self._fernet.encrypt(secret).decode()

    @lru_cache(maxsize=4096)  # noqa: B019 - a house has only one vault
    def decrypt(self, encrypted: str) -> bytes:
        try:
            return self._fernet.decrypt(encrypted.encode())
        except InvalidToken:
            raise CannotDecrypt("locked with a key that is not among CHASQUI_KEYS") from None

    def is_encrypted_with_first(self, encrypted: str) -> bool:
        """Whether it is encrypted with the first key, so that the other keys are not needed for it."""
        try:
            self._first.decrypt(encrypted.encode())
        except InvalidToken:
            return False
        return True


def _fernet_key(key: str) -> bytes:
    return urlsafe_b64encode(hashlib.sha256(b"chasqui/vault " + key.encode()).digest())
