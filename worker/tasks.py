"""The tasks of the worker. A task may run twice, even at the same time: it claims rows in the database."""

import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from celery.signals import worker_init, worker_process_init, worker_process_shutdown

from app.clock import now
from app.house import House, open_house
from app.post import smtp_client
from app.post.sender import send_due
from app.printing.raster import picture_of
from app.services import pace
from app.services.books import make
from app.services.inbox.intake import forget_old, read_due
from app.services.lobby import guests
from app.services.outbox import calendar_entries
from app.services.people import browsers, signing_in
from app.services.play.clocks import ring_due_clocks
from app.services.play.resting import look_for_idle
from app.services.upkeep import reencrypt
from app.serving import WRONG_SETTINGS, announce
from worker import celery, settings

# Work makes more work: bots answer one another. After so many seconds a task lets others run.
LONGEST_RUN = 20

# A mail server may be slow. `send_due` itself stops after half of the lease of its letters.
POST_SOFT, POST_HARD = 240, 300


@cache
def house() -> House:
    return open_house(settings, draw=picture_of)


@worker_init.connect
def refuse_mail_server(**_: Any) -> None:
    """A mail server that would get no letter is told of at the start, not only by letters that wait."""
    if refused := smtp_client.refusal(settings):
        announce(refused)
        raise SystemExit(WRONG_SETTINGS)


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
    """Handles clocks that are due, and lets bots play. The letters about that are sent at once."""
    if work_off(ring_due_clocks):
        post.delay()


@celery.task(soft_time_limit=POST_SOFT, time_limit=POST_HARD)
def post() -> None:
    """Sends the letters that are due."""
    calendar_entries.cancel_played_entries(house())
    work_off(send_due)


@celery.task
def read_mail() -> None:
    """Reads the mails that have come in. What they lead to is done at once."""
    if work_off(read_due):
        ring.delay()
        post.delay()


@celery.task(soft_time_limit=POST_SOFT, time_limit=POST_HARD)
def books() -> None:
    """Makes the books of matches that are over. The letters that waited for them are sent at once."""
    if work_off(make.make_due_book):
        post.delay()


@celery.task
def tidy() -> None:
    """Asks about idle matches, deletes what nobody needs, and encrypts secrets with the first key."""
    work_off(look_for_idle)
    house().write(partial(forget_old, at=now()))
    house().write(partial(guests.delete_old_guests, at=now()))
    house().write(partial(browsers.forget_old, at=now()))
    house().write(partial(signing_in.forget_unused_links, at=now()))
    house().write(partial(pace.delete_old_paces, at=now()))
    house().write(partial(reencrypt.reencrypt_seeds, house=house()))


@celery.task(soft_time_limit=POST_SOFT, time_limit=POST_HARD)
def wake() -> None:
    """Runs after a commit of the web server or of the mail server (worker.door)."""
    work_off(read_due)
    work_off(ring_due_clocks)
    work_off(send_due)
    if make.has_due_book(house()):
        books.delay()


def work_off(look: Callable[[House], int]) -> int:
    """Calls `look` until nothing is due any more, or for LONGEST_RUN. Returns how much there was."""
    count = 0
    end = time.monotonic() + LONGEST_RUN
    while time.monotonic() < end and (found := look(house())):
        count += found
    return count
