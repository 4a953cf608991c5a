"""What the worker does. Each task may run twice, at the same time too: rows are claimed, not messages."""

import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from celery.signals import worker_process_init, worker_process_shutdown

from app.house import House, open_house
from app.models import now
from app.post.sender import send_due
from app.printing.raster import picture_of
from app.services.books import make
from app.services.inbox.intake import forget_old, read_due
from app.services.lobby import guests
from app.services.outbox import calendar_entries
from app.services.play.clocks import ring_due
from app.services.upkeep import reencrypt
from worker import celery, settings

# Bots answer one another: what is done makes more to do. A task that has worked for so long makes way.
LONGEST_SECONDS = 20

# One mail server may need long; the outbox itself stops after half of its lease.
POST_SOFT, POST_HARD = 240, 300


@cache
def house() -> House:
    return open_house(settings, draw=picture_of)


@worker_process_init.connect
def open_own_house(**_: Any) -> None:
    """A database connection must not be shared with the process that this one was forked from."""
    house.cache_clear()
    house()


@worker_process_shutdown.connect
def close_house(**_: Any) -> None:
    house().db.close()


@celery.task
def ring() -> None:
    """Clocks that are due; bots. The letters about it go out at once."""
    if work_off(ring_due):
        post.delay()


@celery.task(soft_time_limit=POST_SOFT, time_limit=POST_HARD)
def post() -> None:
    """Letters that are due."""
    calendar_entries.take_out(house())
    work_off(send_due)


@celery.task
def read_mail() -> None:
    """Mails that have come in. What they lead to goes on at once."""
    if work_off(read_due):
        ring.delay()
        post.delay()


@celery.task(soft_time_limit=POST_SOFT, time_limit=POST_HARD)
def books() -> None:
    """Books of matches that are over. Letters that wait for them go on."""
    if work_off(make.make_due):
        post.delay()


@celery.task
def tidy() -> None:
    """What nobody needs any more."""
    house().write(partial(forget_old, at=now()))
    house().write(partial(guests.sweep, at=now()))
    house().write(partial(reencrypt.renew, house=house()))


@celery.task(soft_time_limit=POST_SOFT, time_limit=POST_HARD)
def wake() -> None:
    """After a commit of the web, or of the door."""
    work_off(read_due)
    work_off(ring_due)
    work_off(send_due)
    if make.due(house()):
        books.delay()


def work_off(look: Callable[[House], int]) -> int:
    """Looks until nothing is due any more. How much there was."""
    done = 0
    until = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < until and (found := look(house())):
        done += found
    return done
