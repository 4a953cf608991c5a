"""Logs: each line with its time and level, without addresses and secrets, and files that stay small.

CHASQUI_LOG=json makes each line an object of JSON. Every program of the service begins its log here; gunicorn
and Celery have loggers of their own, which get the same form.
"""

import json
import logging
import os
import shutil
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from urllib.parse import unquote, urlsplit

from app.clock import now
from app.safe_text import without_secrets
from app.settings import Settings
from app.tally import PENDING, Logged

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
LARGEST = 5_000_000
LONGEST_FAULT = 500
SHORTEST_SECRET = 6  # a password of fewer letters may be in any word


class LogLine(logging.Formatter):
    """`secrets`: of the settings, wherever they may get into a line."""

    def __init__(self, as_json: bool = False, secrets: Sequence[str] = ()) -> None:
        super().__init__(FORMAT)
        self._as_json = as_json
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        if not self._as_json:
            return self.clean(super().format(record))
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": self.clean(record.getMessage()),
        }
        if trouble := self.trouble_of(record):
            line["error"] = trouble
        return json.dumps(line, ensure_ascii=False)

    def trouble_of(self, record: logging.LogRecord) -> str:
        told = self.formatException(record.exc_info) if record.exc_info else record.exc_text or ""
        return self.clean(told)

    def clean(self, text: str) -> str:
        return without_secrets(text, self._secrets)


class FaultKeeper(logging.Handler):
    """Errors go into the database as well, for the operators' page."""

    def __init__(self, line: LogLine) -> None:
        super().__init__(logging.ERROR)
        self._line = line

    def emit(self, record: logging.LogRecord) -> None:
        kind = f" ({record.exc_info[0].__name__})" if record.exc_info and record.exc_info[0] else ""
        text = self._line.clean(f"{record.getMessage()}{kind}")[:LONGEST_FAULT]
        PENDING.note(Logged(now(), record.name, text))


def begin_logging(settings: Settings | None = None) -> None:
    """For programs of our own. What nothing catches is logged too."""
    logging.basicConfig(level=logging.WARNING)
    take_over(logging.getLogger(), settings)
    sys.excepthook = log_what_nobody_catches
    logging.captureWarnings(settings is not None and settings.logs_json)


def take_over(logger: logging.Logger, settings: Settings | None) -> None:
    """All that this logger's handlers write has our form from now on."""
    line = line_of(settings)
    for handler in logger.handlers:
        handler.setFormatter(line)
    if settings and not any(isinstance(handler, FaultKeeper) for handler in logger.handlers):
        logger.addHandler(FaultKeeper(line))


def line_of(settings: Settings | None) -> LogLine:
    return LogLine(settings.logs_json, secrets_of(settings)) if settings else LogLine()


def secrets_of(settings: Settings) -> list[str]:
    urls = (settings.smtp_url, settings.imap_url, settings.database_url, settings.redis_url)
    passwords = [urlsplit(url).password or "" for url in urls]
    found = {*settings.keys, settings.metrics_token, *passwords, *map(unquote, passwords)}
    return sorted((one for one in found if len(one) >= SHORTEST_SECRET), key=len, reverse=True)


def log_what_nobody_catches(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        logging.getLogger("chasqui").critical("the program ends", exc_info=(kind, error, trace))


def keep_small(log: Path) -> None:
    """The program goes on writing to the same file, which is emptied; what was in it is kept once."""
    if log.exists() and log.stat().st_size > LARGEST:
        shutil.copyfile(log, log.with_suffix(".old.log"))
        os.truncate(log, 0)
