"""./chasqui serve: starts, watches and stops all programs of the service together."""

import os
import sys
from collections.abc import Mapping
from dataclasses import fields

from app.settings import Settings, WrongSetting, as_text, read, variable

WRONG_SETTINGS = 78  # EX_CONFIG of sysexits.h


def say(text: str) -> None:
    print(f"chasqui: {text}", file=sys.stderr, flush=True)


def configured(changes: Mapping[str, str] | None = None) -> Settings:
    """The settings of the environment, with `changes`. Ends the command if they make no sense."""
    changed = {variable(name): value for name, value in (changes or {}).items() if value}
    try:
        return read(os.environ | changed)
    except WrongSetting as error:
        say(str(error))
        sys.exit(WRONG_SETTINGS)


def environment(settings: Settings) -> dict[str, str]:
    """The environment of a child that is to have the same settings."""
    values = {variable(field.name): as_text(getattr(settings, field.name)) for field in fields(settings)}
    # Children run in another folder than the caller.
    values[variable("data")] = str(settings.folder)
    return os.environ | values
