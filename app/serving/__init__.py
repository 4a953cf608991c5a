"""./chasqui serve: starts, watches and stops all programs of the service together."""

import os
import sys
from collections.abc import Mapping
from dataclasses import fields

from app.data_folder import close_to_others
from app.settings import Settings, WrongSetting, as_text, read_settings, variable_name

WRONG_SETTINGS = 78  # EX_CONFIG of sysexits.h


def announce(text: str) -> None:
    print(f"chasqui: {text}", file=sys.stderr, flush=True)


def settings_or_exit(changes: Mapping[str, str] | None = None) -> Settings:
    """The settings of the environment, with `changes`. Ends the program if they make no sense.

    Every program of the service begins with this, so whichever comes first closes the data folder to others.
    """
    changed = {variable_name(name): value for name, value in (changes or {}).items() if value}
    try:
        settings = read_settings(os.environ | changed)
        close_to_others(settings)
        return settings
    except WrongSetting as error:
        announce(str(error))
        sys.exit(WRONG_SETTINGS)


def environment(settings: Settings) -> dict[str, str]:
    """The environment of a child that is to have the same settings."""
    values = {variable_name(field.name): as_text(getattr(settings, field.name)) for field in fields(settings)}
    # Children run in another folder than the caller.
    values[variable_name("data")] = str(settings.folder)
    return os.environ | values
