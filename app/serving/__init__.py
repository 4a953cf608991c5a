"""./chasqui serve: starts, watches and stops all programs of the service together."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime

from app.data_folder import close_to_others
from app.safe_text import without_secrets
from app.settings import LOG_JSON, Settings, WrongSetting, as_text, read_settings, variable_name

WRONG_SETTINGS = 78  # EX_CONFIG of sysexits.h


def announce(text: str) -> None:
    """To whoever has started the program, which may be a collector of logs."""
    if is_json():
        _say_as_json(text)
    else:
        print(f"chasqui: {text}", file=sys.stderr, flush=True)


def say(text: str) -> None:
    """To a person at a terminal."""
    if is_json():
        _say_as_json(text)
    else:
        print(text, flush=True)


def is_json() -> bool:
    return os.environ.get(variable_name("log")) == LOG_JSON


def _say_as_json(text: str) -> None:
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    line = {"time": at, "level": "INFO", "logger": "chasqui", "process": os.getpid()}
    print(
        json.dumps({**line, "message": without_secrets(text)}, ensure_ascii=False),
        file=sys.stderr,
        flush=True,
    )


def settings_or_exit(changes: Mapping[str, str] | None = None, makes_key: bool = True) -> Settings:
    """The settings of the environment, with `changes`. Ends the program if they make no sense.

    Every program of the service begins with this, so whichever comes first closes the data folder to others.
    """
    changed = {variable_name(name): value for name, value in (changes or {}).items() if value}
    try:
        settings = read_settings(os.environ | changed, makes_key)
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
