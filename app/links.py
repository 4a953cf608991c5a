"""Makes and reads signed links. A link says who may do what; the database says whether that still holds."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple, cast

from itsdangerous import BadData, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from app.clock import now
from app.settings import Settings

# At these addresses a token takes the place of a session: anyone who has the token may act, so it is secret.
BY_TOKEN = (
    *("/do/", "/sign-in/", "/invitation/", "/stop/", "/back/", "/refuse/"),
    *("/vote/", "/propose/", "/take/", "/on/", "/away/"),
    *("/lend/", "/borrow/", "/return/", "/diary/"),
    *("/new-address/", "/old-address/"),
)


class BadLink(ValueError):
    """A link that is not ours, or too old."""


class Signer(TimestampSigner):
    """By the clock of the service, for a link may be made on one machine and read on another."""

    def get_timestamp(self) -> int:
        return int(now().timestamp())

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """itsdangerous by itself takes what was made a moment ahead of us for too old."""
        value, made = super().unsign(signed_value, None, True)
        if max_age is not None and now() - made > timedelta(seconds=max_age):
            raise SignatureExpired("too old", payload=value, date_signed=made)
        return (value, made) if return_timestamp else value


class Action(NamedTuple):
    """Orders of a seat at one decision of a match; without orders, only the page of that seat."""

    match: str
    seat: int
    turn: int
    base: int  # how many steps there were when the link was made
    orders: str = ""
    holder: str = ""  # of the seat when the link was made


@cache
def _serializer_for(secret_keys: tuple[str, ...], purpose: str) -> URLSafeTimedSerializer:
    # itsdangerous signs with the last of its keys and accepts all of them. Its default is SHA-1.
    keys = list(reversed(secret_keys))
    options = {"digest_method": hashlib.sha256, "key_derivation": "hmac"}
    return URLSafeTimedSerializer(keys, salt=f"chasqui/{purpose}", signer=Signer, signer_kwargs=options)


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
            raise BadLink("This link is not one of ours; part of it may have been cut off.") from None

    def made_at(self, purpose: str, token: str) -> datetime:
        """When a link was made that can be read."""
        _, made = self._serializer(purpose).loads(token, return_timestamp=True)
        return cast(datetime, made)

    def address(self, purpose: str, value: Any) -> str:
        """A full address. It ends with a word, so that no mail program cuts off the end of the token."""
        return f"{self.settings.url}/{purpose}/{self.make(purpose, value)}/go"

    def action(self, action: Action) -> str:
        return self.address("do", list(action))

    def read_action(self, token: str) -> Action:
        value = self.read("do", token)
        return Action(*value)
