"""The secrets that sign links and encrypt seeds: set in production, made by the embedded service itself."""

import secrets
from dataclasses import replace
from pathlib import Path

from app.settings.fields import Settings
from app.settings.refusals import KEY_TO_TYPE
from app.settings.values import WrongSetting


def with_keys(settings: Settings) -> Settings:
    """In production the secrets must be set; the embedded mode makes one and stores it in the data folder."""
    if settings.keys:
        return settings
    if not settings.embedded:
        raise WrongSetting(f"CHASQUI_KEYS is not set; in production it holds a secret; {KEY_TO_TYPE}")
    return replace(settings, keys=(own_key(settings.folder),))


def own_key(folder: Path) -> str:
    path = folder / "keys"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = secrets.token_urlsafe(48)
        try:
            with path.open("x") as file:
                path.chmod(0o600)
                file.write(key)
        except FileExistsError:
            pass  # another process was first, so its key counts
    return path.read_text().strip()
