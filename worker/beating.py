"""Signs of life of beat and of the door, which have no task that could give one."""

import logging
from functools import partial
from time import monotonic
from typing import Any

from celery.beat import ScheduleEntry, Scheduler, SchedulingError
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from app.db.away import in_one_line
from app.db.database import Database
from app.db.waits import LOOK
from app.services.upkeep import heartbeats, tallies
from worker import settings

BROKER_AWAY = (OperationalError, RedisError, OSError)

log = logging.getLogger(__name__)


class Pulse:
    """Writes a sign of life at most every few seconds, and does not mind if it cannot."""

    def __init__(self, role: str) -> None:
        self.role = role
        self._db = Database(settings.database, LOOK)
        self._due = 0.0

    def beat_when_due(self) -> None:
        if monotonic() < self._due:
            return
        self._due = monotonic() + heartbeats.EVERY
        try:
            self._db.write(partial(heartbeats.beat, role=self.role))
            tallies.write_down(self._db)
        except SQLAlchemyError as error:
            log.warning("no sign of life could be written: %s", in_one_line(error))


class BeatingScheduler(Scheduler):
    """Beat's own loop gives the sign, so it stops when the loop does. It keeps no file."""

    # Each call takes one from the pool. Celery's scheduler would wait for the broker to make one, and keep
    # it: after a broker that ends in the middle of a call, that one fails for ever.
    producer: Any = None

    def __init__(self, *args: Any, **options: Any) -> None:
        self._pulse = Pulse("beat")
        self.is_well = True  # or it cannot call anybody, through no fault of the broker, and gives no sign
        super().__init__(*args, **options)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """A broker may be away for a night, and Celery's own log would have a page for each call in it."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
            self.is_well = True
        except SchedulingError as error:
            self.is_well = isinstance(error.__context__, BROKER_AWAY)
            if self.is_well:
                log.warning("the broker is away: %s", in_one_line(error))
            else:
                log.exception("a call could not be made")

    def tick(self, *args: Any, **options: Any) -> Any:
        if self.is_well:
            self._pulse.beat_when_due()
        return min(super().tick(*args, **options), heartbeats.EVERY)
