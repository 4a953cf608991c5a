"""The data folder, and all that the service has put there: for their owner only."""

import os
import stat
from pathlib import Path

from app.settings import Settings, WrongSetting

OTHERS = 0o077
# What the service writes there; the folder may have other things in it, which are not ours to change.
OURS = (
    *(
        "chasqui.db*",
        "keys",
        "keys.*",
        "backups",
        "backups/*",
        "serve.lock",
        "broker",
        "broker/**/*",
        "*.rdb",
        "*.aof",
    ),
    *("logs", "logs/*", "pages", "pages/*"),
)


def keep_new_files_private() -> None:
    """For the whole process: what it makes from now on, nobody else can read."""
    os.umask(OTHERS)


def close_to_others(settings: Settings) -> None:
    """Takes from others what an earlier version, or a copy of the folder, has let them do."""
    folder = settings.folder
    if not folder.is_dir():
        return
    found = [path for pattern in OURS for path in folder.glob(pattern) if not path.is_symlink()]
    if found and folder.stat().st_mode & stat.S_ISVTX:
        raise WrongSetting(f"CHASQUI_DATA is {folder}, which all users share; choose a folder of its own")
    for path in [folder, *found] if found else []:
        _close(path)


def _close(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & OTHERS:
        return
    try:
        path.chmod(mode & ~OTHERS)
    except PermissionError:
        raise WrongSetting(
            f"{path} can be read by others and belongs to another user; type: sudo chmod go= {path}"
        ) from None
