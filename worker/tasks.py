"""The tasks of the worker. A task may run twice, even at the same time: it claims rows in the database."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from celery.signals import task_postrun, worker_init, worker_process_init, worker_process_shutdown

from app.clock import now
from app.house import House, open_house
from app.post import smtp_client
from app.post.sender import send_due
from app.services.books import films, make
from app.services.inbox.intake import read_due
from app.services.lending.clock import ring_due_loans
from app.services.outbox import calendar_entries, untold
from app.services.play.clocks import ring_due_clocks
from app.services.play.resting import look_for_idle
from app.services.proposals.clock import ring_due_proposals
from app.services.upkeep import clearing, editions, heartbeats, operators, reencrypt, tallies
from app.serving import WRONG_SETTINGS, announce
from app.serving.fitness import fit_or_exit
from app.serving.programs import give_back
from worker import FEWEST, backups, broker_keys, celery, settings
from worker.on_time import on_time
from worker.shares import BOOKS, LETTERS, MAILS, Shares

# Work makes more work: bots answer one another. After so many seconds a task lets others run.
LONGEST_RUN = 20

# Seconds: at the soft limit a task is broken off, at the hard one its process is killed.
SOFT, HARD = 60, 90
SLOW_SOFT, SLOW_HARD = 240, 300  # a mail server may be slow, and a book may be long

GIVE_BACK_EVERY = 60.0  # it takes a millisecond
_gave_back = [0.0]

if TYPE_CHECKING:
    from app.printing.raster import Picture

shares = Shares(FEWEST)


@cache
def house() -> House:
    return open_house(settings, draw=draw)


def draw(svg: str) -> "Picture":
    """What draws is 10 MB, and imported with the first picture."""
    from app.printing.raster import picture_of

    return picture_of(svg)


@worker_init.connect
def refuse_mail_server(**_: Any) -> None:
    """A mail server that would get no letter is told of at the start, not only by letters that wait."""
    if refused := smtp_client.refusal(settings):
        announce(refused)
        raise SystemExit(WRONG_SETTINGS)
    fit_or_exit(settings)


@worker_init.connect
def divide_processes(sender: Any, **_: Any) -> None:
    """Before the first of them is there."""
    shares.processes = int(sender.concurrency or FEWEST)


@worker_process_init.connect
def open_own_house(**_: Any) -> None:
    """A database connection must not be shared with the process that this one was forked from."""
    house.cache_clear()
    house()


@worker_process_shutdown.connect
def close_house(**_: Any) -> None:
    house().db.close()


@task_postrun.connect
def write_down(**_: Any) -> None:
    """What this process has counted; also its siblings have counts of their own."""
    tallies.write_down(house().db)


@task_postrun.connect
def give_memory_back(**_: Any) -> None:
    """Letters take and free much between small pieces that stay, so that little goes back by itself."""
    if time.monotonic() - _gave_back[0] >= GIVE_BACK_EVERY:
        _gave_back[0] = time.monotonic()
        give_back()


@celery.task(soft_time_limit=SOFT, time_limit=HARD)
def ring() -> None:
    """Handles clocks that are due, and lets bots play. The letters about that are sent at once."""
    with on_time("ringing"):
        if work_off(ring_due, ring):
            post.delay()


@celery.task(soft_time_limit=SLOW_SOFT, time_limit=SLOW_HARD)
def post() -> None:
    """Sends the letters that are due."""
    with on_time("sending"), place(LETTERS) as inside:
        if inside:
            calendar_entries.cancel_played_entries(house())
            work_off(send_due, post)


@celery.task(soft_time_limit=SOFT, time_limit=HARD)
def read_mail() -> None:
    """Reads the mails that have come in. What they lead to is done at once."""
    with on_time("reading mails"):
        if _read_mails():
            ring.delay()
            post.delay()


def _read_mails() -> int:
    with place(MAILS) as inside:
        return work_off(read_due, read_mail) if inside else 0


@celery.task(soft_time_limit=SLOW_SOFT, time_limit=SLOW_HARD)
def books() -> None:
    """Makes the books of matches that are over, then their films. Letters that waited are sent at once."""
    with on_time("making books"), place(BOOKS) as inside:
        if inside and work_off(make_due_book_or_film, books):
            post.delay()


@celery.task(soft_time_limit=SOFT, time_limit=HARD)
def report() -> None:
    """A sign of life: what came from beat by the broker has been done, and the database has taken it."""
    house().write(partial(heartbeats.beat, role="worker"))


@celery.task(soft_time_limit=SLOW_SOFT, time_limit=SLOW_HARD)
def tidy() -> None:
    """Asks about idle matches, deletes what nobody needs, and encrypts secrets with the first key."""
    at = now()
    with on_time("tidying"):
        work_off(look_for_idle, tidy)
        work_off(partial(clearing.clear_old, at=at), tidy)
        house().write(partial(operators.put_weekly, house=house(), at=at))
        broker_keys.let_expire(settings.broker)
        clearing.clear_files(house().settings.folder, at)
        house().write(partial(reencrypt.reencrypt_secrets, house=house()))


@celery.task(soft_time_limit=SLOW_SOFT, time_limit=SLOW_HARD)
def look() -> None:
    """Plays matches again that another edition of the program has played on meanwhile: see editions.py. And
    writes a letter about each ask that nobody knows of."""
    with on_time("looking at matches"):
        if work_off(editions.look_at_unseen, look) + untold.tell_again(house(), now()):
            post.delay()


@celery.task(soft_time_limit=SOFT, time_limit=HARD)
def back_up() -> None:
    """Begins today's backup, where it is missing, in a process that ends with it."""
    with on_time("beginning a backup"):
        backups.begin_if_due(settings, now())


@celery.task(soft_time_limit=SOFT, time_limit=HARD)
def wake() -> None:
    """Runs after a commit of the web server or of the mail server (worker.door)."""
    with on_time("waking"):
        _read_mails()
        work_off(ring_due, ring)
        post.delay()
        if make.has_due_book(house()) or films.has_due_film(house()):
            books.delay()


def ring_due(house: House) -> int:
    """A decision of the players may let bots play, and what they play may overtake another proposal."""
    return ring_due_loans(house) + ring_due_proposals(house) + ring_due_clocks(house)


def make_due_book_or_film(house: House) -> int:
    """A letter waits for its book, and for a film only while that is being made."""
    return make.make_due_book(house) or films.make_due_film(house)


def work_off(look: Callable[[House], int], again: Any) -> int:
    """Calls `look` until nothing is due any more. After LONGEST_RUN, `again` goes on with it: the task that
    does so, behind all that waits. Returns how much there was."""
    count, end = 0, time.monotonic() + LONGEST_RUN
    while found := look(house()):
        count += found
        if time.monotonic() > end:
            again.delay()
            break
    return count


@contextmanager
def place(kind: str) -> Iterator[bool]:
    """Whether there is one for this kind of work. Whoever leaves calls those who came in vain."""
    with shares.place(kind) as inside:
        yield inside
    if inside:
        tasks = {LETTERS: post, MAILS: read_mail, BOOKS: books}
        for wanted in shares.came_in_vain():
            tasks[wanted].delay()
