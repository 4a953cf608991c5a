"""The secrets that sign links and encrypt seeds: set in production, made by the embedded service itself."""

import os
import secrets
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from app.settings.fields import Settings
from app.settings.refusals import KEY_TO_TYPE
from app.settings.values import WrongSetting, as_keys


def with_keys(settings: Settings, makes_key: bool = True) -> Settings:
    """In production the secrets must be set; the embedded mode makes one and stores it in the data folder.
    Where none is to be made, and none is there, the settings stay without."""
    if settings.keys:
        return settings
    if not settings.embedded:
        raise WrongSetting(f"CHASQUI_KEYS is not set; in production it holds a secret; {KEY_TO_TYPE}")
    path = settings.folder / "keys"
    if not (makes_key or path.exists()):
        return settings
    if not path.exists() and has_matches(settings.database):
        raise WrongSetting(
            f"{path} is missing, and only its keys open the matches of this database. Bring the file "
            "back from the backup, or set CHASQUI_KEYS to what was in it"
        )
    return replace(settings, keys=as_keys(own_key(path)))


def own_key(path: Path) -> str:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _make_key(path)
    return path.read_text().strip()


def _make_key(path: Path) -> None:
    """It has its name once it is written through: without it, nothing that it encrypts can be read again."""
    making = path.with_name(f"keys.{os.getpid()}")
    with making.open("x") as file:
        making.chmod(0o600)
        file.write(secrets.token_urlsafe(48))
        file.flush()
        os.fsync(file.fileno())
    try:
        path.hardlink_to(making)
    except FileExistsError:
        pass  # another process was first, so its key counts
    finally:
        making.unlink()
    for folder in (path.parent, path.parent.parent):
        _write_names_through(folder)


def _write_names_through(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def has_matches(database: str) -> bool:
    """Whether a file of SQLite has matches, or cannot be read. Others are looked at later."""
    path = Path(database.removeprefix("sqlite:///"))
    if not database.startswith("sqlite:///") or not path.exists():
        return False
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=2)) as connection:
            return connection.execute("SELECT 1 FROM match LIMIT 1").fetchone() is not None
    except sqlite3.Error as error:
        return "no such table" not in str(error)
