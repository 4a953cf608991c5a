"""Makes and reads signed links. A link says who may do what; the database says whether that still holds."""

import hashlib
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer

from app.settings import Settings

# At these addresses a token takes the place of a session: anyone who has the token may act, so it is secret.
BY_TOKEN = ("/do/", "/sign-in/", "/invitation/", "/stop/", "/back/")


class BadLink(ValueError):
    """A link that is not ours, or too old."""


class Unopened(ValueError):
    """A secret that none of our keys can decrypt."""


class Action(NamedTuple):
    """Orders of a seat at one decision of a match; without orders, only the page of that seat."""

    match: str
    seat: int
    turn: int
    base: int  # how many steps there were when the link was made
    orders: str = ""


@cache
def _serializer_for(secret_keys: tuple[str, ...], purpose: str) -> URLSafeTimedSerializer:
    # itsdangerous signs with the last of its keys and accepts all of them. Its default is SHA-1.
    keys = list(reversed(secret_keys))
    options = {"digest_method": hashlib.sha256, "key_derivation": "hmac"}
    return URLSafeTimedSerializer(keys, salt=f"chasqui/{purpose}", signer_kwargs=options)


@dataclass(frozen=True)
class Links:
    settings: Settings

    def _serializer(self, purpose: str) -> URLSafeTimedSerializer:
        return _serializer_for(self.settings.keys, purpose)

    def make(self, purpose: str, value: Any) -> str:
        return str(self._serializer(purpose).dumps(value))

    def read(self, purpose: str, token: str, seconds: int | None = None) -> Any:
        try:
            return self._serializer(purpose).loads(token, max_age=seconds)
        except SignatureExpired:
            raise BadLink("This link is too old; ask for a new one.") from None
        except BadData:
            raise BadLink("This link is not one of ours; perhaps a part of it was cut off.") from None

    def address(self, purpose: str, value: Any) -> str:
        """A full address. It ends with a word, so that no mail program cuts off the end of the token."""
        return f"{self.settings.url}/{purpose}/{self.make(purpose, value)}/go"

    def action(self, action: Action) -> str:
        return self.address("do", list(action))

    def read_action(self, token: str) -> Action:
        value = self.read("do", token)
        return Action(*value)


class Vault:
    """Encrypts secrets for the database with the first key, and decrypts them with any key."""

    def __init__(self, settings: Settings) -> None:
        fernets = [Fernet(_fernet_key(key)) for key in settings.keys]
        self._first, self._fernet = fernets[0], MultiFernet(fernets)

    def lock(self, secret: bytes) -> str:
        return self._fernet.encrypt(secret).decode()

    @lru_cache(maxsize=4096)  # noqa: B019 - a house has only one vault
    def open(self, locked: str) -> bytes:
        try:
            return self._fernet.decrypt(locked.encode())
        except InvalidToken:
            raise Unopened("locked with a key that is not among CHASQUI_KEYS") from None

    def is_of_first(self, locked: str) -> bool:
        """Whether it is encrypted with the first key, so that the other keys are not needed for it."""
        try:
            self._first.decrypt(locked.encode())
        except InvalidToken:
            return False
        return True


def _fernet_key(key: str) -> bytes:
    return urlsafe_b64encode(hashlib.sha256(b"chasqui/vault " + key.encode()).digest())
