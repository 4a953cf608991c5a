"""The settings of the environment: read, checked, and with a key."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.settings.fields import Settings
from app.settings.own_key import with_keys
from app.settings.refusals import refuse_private_address, refuse_weak_keys, refuse_what_is_only_here
from app.settings.values import (
    LOG_JSON,
    NO_DOOR,
    TLS_IF_OFFERED,
    TLS_NEEDED,
    WrongSetting,
    address_of,
    as_keys,
    is_loopback,
)

__all__ = [
    "LOG_JSON",
    "NO_DOOR",
    "TLS_IF_OFFERED",
    "TLS_NEEDED",
    "Settings",
    "WrongSetting",
    "address_of",
    "as_keys",
    "as_text",
    "is_loopback",
    "read_settings",
    "understood",
    "variable_name",
]


# Of ./chasqui test; and of ./chasqui backup and restore, which need it once.
NO_SETTINGS = ("CHASQUI_FAILED_CHECKS", "CHASQUI_PASSPHRASE")


def variable_name(name: str) -> str:
    return f"CHASQUI_{name.upper()}" if name not in ("database_url", "redis_url") else name.upper()


def read_settings(environment: Mapping[str, str] = os.environ, makes_key: bool = True) -> Settings:
    """The settings of an environment. Raises WrongSetting where it makes no sense. The embedded service
    gets a key if it has none yet, unless another is about to come."""
    return with_keys(understood(environment), makes_key)


def understood(environment: Mapping[str, str]) -> Settings:
    """As `read_settings`, but nothing is made and no key is read."""
    fields = Settings.__dataclass_fields__
    known = [*map(variable_name, fields), *NO_SETTINGS]
    unknown = [key for key in environment if key.startswith("CHASQUI_") and key not in known]
    if unknown:
        raise WrongSetting(f"{unknown[0]} is no setting; known are {', '.join(map(variable_name, fields))}")
    values = {
        name: field_.metadata["understood"](text)
        for name, field_ in fields.items()
        if (text := environment.get(variable_name(name)))
    }
    settings = Settings(**values)
    if settings.mailbox and "sender" not in values:
        # Of a provider's mailbox, letters from another address are refused or taken for spam.
        settings = replace(settings, sender=f"Chasqui <{settings.mailbox}>")
    refuse_weak_keys(settings)
    if settings.is_public:
        refuse_private_address(settings)
    if not settings.embedded:
        refuse_what_is_only_here(settings)
    return settings


def as_text(value: Any) -> str:
    """A value as the text of its environment variable."""
    return ",".join(value) if isinstance(value, tuple) else "" if value is None else str(value)
