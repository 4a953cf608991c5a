"""Where the daily backups lie, how old the newest is, and which ones go.

Seven days and four weeks stay: the backups of the last seven days that have one, and of each of the last four
weeks before this one the newest. So a service that was off for a month keeps what it had.
"""

import os
import re
import shutil
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from app.settings import Settings
from engine.speech import later

DAYS, WEEKS = 7, 4
UPDATES = 3  # before which all was backed up
NAME = re.compile(r"chasqui-(\d{4}-\d\d-\d\d)\.jsonl\.gz\Z")
TIMES_FREE = 2  # what is free is at least so many times what a backup takes
LATE = timedelta(hours=36)
IN_TIME = timedelta(minutes=30)  # after the first folder has a backup, the second one has it


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


def before_update(settings: Settings, edition: str) -> Path:
    """Where the backup lies that an update makes first: in the data folder, if there is no other."""
    folder = [*folders(settings), settings.folder / "backups"][0]
    return folder / f"chasqui-before-{edition}.jsonl.gz"


def clear_before_updates(folder: Path) -> None:
    made = sorted(folder.glob("chasqui-before-*.jsonl.gz"), key=lambda path: path.stat().st_mtime)
    for path in made[:-UPDATES]:
        path.unlink(missing_ok=True)


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
    free, needed = _room(settings, folder)
    if free >= needed:
        return ""
    return (
        f"{free // 1_000_000} MB are free at {folder}, and a backup is made only where {_mb(needed)} MB are"
    )


def _room(settings: Settings, folder: Path) -> tuple[int, int]:
    """How much is free there, and how much has to be."""
    there = next(place for place in (folder, *folder.parents) if place.is_dir())
    return shutil.disk_usage(there).free, TIMES_FREE * _size(settings)


def _mb(size: int) -> int:
    return -(-size // 1_000_000)


def _size(settings: Settings) -> int:
    """Of the next backup: like the last one; before the first, at most as much as the database itself."""
    for folder in folders(settings):
        if last := newest(folder):
            return last.stat().st_size
    file = Path(settings.database.removeprefix("sqlite:///"))
    return file.stat().st_size if file.exists() else 0


GONE = later("There is no folder {folder} for backups: bring it back, or change CHASQUI_BACKUPS.")
CLOSED = later(
    "CHASQUI_BACKUPS names {folder}, which the service cannot write: let its user write there and, where "
    "systemd starts it, name the folder in ReadWritePaths= of its unit."
)
BEHIND = later(
    "The newest backup is missing in {folder}: see the log of `worker`. Where systemd starts the service, "
    "name the folder in ReadWritePaths= of its unit."
)
OLD = later("The newest backup in {folder} is {age} old: see the log of `worker`.")
NONE_YET = later("There is no backup in {folder} yet: see the log of `worker`.")
NO_ROOM = later("There is no new backup in {folder}: {free} MB are free there, and it needs {needed} MB.")

Told = tuple[str, dict[str, Any]]  # a text to translate, and its values


def told(settings: Settings, at: datetime) -> list[Told]:
    """What an operator should know of the backups, and what helps."""
    out_of_reach = told_of_second(settings, at)
    here = [folder for folder in folders(settings) if not (out_of_reach and folder == settings.backups)]
    return [*(words for folder in here for words in _told_of(settings, folder, at)), *out_of_reach]


def told_of_second(settings: Settings, at: datetime) -> list[Told]:
    """Of CHASQUI_BACKUPS: what would never become right by waiting."""
    folder, values = settings.backups, {"folder": settings.backups}
    if not folder:
        return []
    if not folder.is_dir():
        return [(GONE, values)]
    if not os.access(folder, os.W_OK | os.X_OK):
        return [(CLOSED, values)]
    return [(BEHIND, values)] if _is_behind(folder, folders(settings)[0], at) else []


def _is_behind(folder: Path, first: Path, at: datetime) -> bool:
    """The service may see it read-only, as under systemd, where others do not."""
    since = age(first, at)
    return days_in(folder)[:1] < days_in(first)[:1] and since is not None and since > IN_TIME


def _told_of(settings: Settings, folder: Path, at: datetime) -> Iterable[Told]:
    old = age(folder, at)
    if old is None or old > LATE:
        free, needed = _room(settings, folder)
        if free < needed:
            yield NO_ROOM, {"folder": folder, "free": free // 1_000_000, "needed": _mb(needed)}
        elif old is None:
            yield NONE_YET, {"folder": folder}
        else:
            yield OLD, {"folder": folder, "age": old}
