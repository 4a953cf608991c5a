"""Logs: each line with its time and level, and files that stay small while the service runs."""

import logging
import os
import shutil
from pathlib import Path

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
LARGEST = 5_000_000


def begin_logging() -> None:
    logging.basicConfig(level=logging.WARNING, format=FORMAT)


def keep_small(log: Path) -> None:
    """The program goes on writing to the same file, which is emptied; what was in it is kept once."""
    if log.exists() and log.stat().st_size > LARGEST:
        shutil.copyfile(log, log.with_suffix(".old.log"))
        os.truncate(log, 0)
