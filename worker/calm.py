"""A task that meets a database that is away says so in one line. The next sweep finds its work."""

import logging
from typing import Any

from celery import Task

from app.db.away import Away, in_one_line, is_passing

log = logging.getLogger(__name__)


class CalmTask(Task[Any, Any]):
    def __call__(self, *args: Any, **options: Any) -> Any:
        try:
            return super().__call__(*args, **options)
        except Away as error:
            if not is_passing(error):
                raise
            log.warning("%s: the database: %s", self.name, in_one_line(error))
            return None
