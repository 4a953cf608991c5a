"""All that a service needs beside its session: settings, database, keys, and how to wake the worker."""

from collections.abc import Callable
from dataclasses import dataclass

from app.db.database import Database
from app.links import Links, Vault
from app.mail.write.dkim import signer_of
from app.settings import Settings


def nothing() -> None:
    """Nobody to wake: the sweep finds the work."""


@dataclass(frozen=True)
class House:
    settings: Settings
    db: Database
    links: Links
    vault: Vault
    wake: Callable[[], None] = nothing


def open_house(settings: Settings, wake: Callable[[], None] = nothing) -> House:
    signer_of(settings)  # a key file that is no key is said now, and not with the first letter
    return House(settings, Database(settings.database), Links(settings), Vault(settings), wake)
