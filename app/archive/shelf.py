"""Where the daily backups lie, how old the newest is, and which ones go.

Seven days and four weeks stay: the backups of the last seven days that have one, and of each of the last four
weeks before this one the newest. So a service that was off for a month keeps what it had.
"""

import re
import shutil
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from pathlib import Path

from app.settings import Settings

DAYS, WEEKS = 7, 4
NAME = re.compile(r"chasqui-(\d{4}-\d\d-\d\d)\.jsonl\.gz\Z")
TIMES_FREE = 2  # what is free is at least so many times what a backup takes
LATE = timedelta(hours=36)


def name_of(day: date) -> str:
    return f"chasqui-{day:%Y-%m-%d}.jsonl.gz"


def folders(settings: Settings) -> list[Path]:
    """The first is the data folder's own. The second may be on a disk that is away."""
    own = [settings.folder / "backups"] if settings.embedded else []
    return [*own, *([settings.backups] if settings.backups else [])]


def days_in(folder: Path) -> list[date]:
    """The newest first."""
    names = [NAME.match(path.name) for path in folder.iterdir()] if folder.is_dir() else []
    return sorted((date.fromisoformat(name[1]) for name in names if name), reverse=True)


def kept(days: Iterable[date], today: date) -> set[date]:
    newest_first = sorted(days, reverse=True)
    weeks: dict[tuple[int, int], date] = {}
    for day in newest_first:
        if day.isocalendar()[:2] != today.isocalendar()[:2]:
            weeks.setdefault(day.isocalendar()[:2], day)
    return {*newest_first[:DAYS], *list(weeks.values())[:WEEKS]}


def clear(folder: Path, today: date) -> None:
    days = days_in(folder)
    for day in set(days) - kept(days, today):
        (folder / name_of(day)).unlink(missing_ok=True)


def newest(folder: Path) -> Path | None:
    days = days_in(folder)
    return folder / name_of(days[0]) if days else None


def age(folder: Path, at: datetime) -> timedelta | None:
    """By the time at which the file was written. None where there is no backup."""
    found = newest(folder)
    try:
        return timedelta(seconds=max(0.0, at.timestamp() - found.stat().st_mtime)) if found else None
    except FileNotFoundError:
        return None


def no_room(settings: Settings, folder: Path) -> str:
    """Why the disk has no room for another backup; empty where it has."""
    needed = TIMES_FREE * _size(settings)
    there = next(place for place in (folder, *folder.parents) if place.is_dir())
    free = shutil.disk_usage(there).free
    if free >= needed:
        return ""
    return (
        f"{free // 1_000_000} MB are free at {folder}, and a backup is made only where {_mb(needed)} MB are"
    )


def _mb(size: int) -> int:
    return -(-size // 1_000_000)


def _size(settings: Settings) -> int:
    """Of the next backup: like the last one; before the first, at most as much as the database itself."""
    for folder in folders(settings):
        if last := newest(folder):
            return last.stat().st_size
    file = Path(settings.database.removeprefix("sqlite:///"))
    return file.stat().st_size if file.exists() else 0


def troubles(settings: Settings, at: datetime) -> list[str]:
    """What an operator should know of the backups, and what helps."""
    return [words for folder in folders(settings) for words in _troubles_of(settings, folder, at)]


def _troubles_of(settings: Settings, folder: Path, at: datetime) -> Iterable[str]:
    is_own = folder.parent == settings.folder
    if not folder.is_dir() and not is_own:
        yield f"There is no folder {folder} for backups: bring it back, or change CHASQUI_BACKUPS."
        return
    old = age(folder, at)
    if old is None or old > LATE:
        so_old = (
            f"The newest backup in {folder} is {old // timedelta(hours=1)} hours old"
            if old
            else (f"There is no backup in {folder} yet")
        )
        yield f"{so_old}: {no_room(settings, folder) or 'see the log of the worker'}."
