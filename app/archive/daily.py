"""The backup of each day, which the embedded service makes by itself while it runs."""

import shutil
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from app.archive import Refused, shelf
from app.archive.files import whole_file
from app.archive.form import Reader
from app.archive.making import make
from app.settings import Settings


def is_due(settings: Settings, at: datetime) -> bool:
    """A folder that is away now, or has no room, waits for the next hour."""
    today = at.date()
    return any(today not in shelf.days_in(folder) for folder in shelf.folders(settings))


def keep(settings: Settings, at: datetime, sealed_keys: Any = None) -> list[str]:
    """Brings all folders up to today. Returns what could not be done, in words."""
    failed, source = [], None
    for folder in shelf.folders(settings):
        if folder.parent == settings.folder:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            source = _keep_in(settings, folder, at, source, sealed_keys)
        except (Refused, OSError, SQLAlchemyError, sqlite3.Error) as error:
            failed.append(f"no backup in {folder}: {error}")
    return failed


def _keep_in(settings: Settings, folder: Path, at: datetime, source: Path | None, sealed_keys: Any) -> Path:
    """Old ones go last, when the new one is there. `source`: today's, in another folder."""
    path = folder / shelf.name_of(at.date())
    if not path.exists():
        if not folder.is_dir():
            raise Refused("there is no such folder")
        if full := shelf.no_room(settings, folder):
            raise Refused(full)
        if source:
            _copy(source, path)
        else:
            make(settings.database, path, sealed_keys)
    shelf.clear(folder, at.date())
    return path


def _copy(source: Path, path: Path) -> None:
    with source.open("rb") as original, whole_file(path) as (file, part):
        shutil.copyfileobj(original, file)
        file.flush()
        Reader(part).check()
