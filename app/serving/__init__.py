"""./chasqui serve: everything that the service needs, started, watched and stopped together."""

import os
import sys
from collections.abc import Mapping
from dataclasses import fields

from app.settings import Settings, WrongSetting, as_text, read, variable

WRONG_SETTINGS = 78  # as sysexits.h has it


def say(text: str) -> None:
    print(f"chasqui: {text}", file=sys.stderr, flush=True)


def configured(changes: Mapping[str, str] | None = None) -> Settings:
    """The settings of environment and arguments; ends the command where they make no sense."""
    changed = {variable(name): value for name, value in (changes or {}).items() if value}
    try:
        return read(os.environ | changed)
    except WrongSetting as error:
        say(str(error))
        sys.exit(WRONG_SETTINGS)


def environment(settings: Settings) -> dict[str, str]:
    """The same settings for a child."""
    values = {variable(field.name): as_text(getattr(settings, field.name)) for field in fields(settings)}
    # Children do not stand where the caller stands.
    values[variable("data")] = str(settings.folder)
    return os.environ | values
