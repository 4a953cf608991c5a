"""Where mail comes in, a process of its own: its server (SMTP or LMTP), and the reader of a mailbox.

python -m worker.door
"""

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from app.db.waits import PAGES
from app.house import House, open_house
from app.post.imap_reader import ImapReader
from app.post.smtp_handler import SmtpHandler
from app.post.smtp_server import SmtpServer
from app.services.inbox.imap_folder import name_of
from app.services.upkeep import heartbeats
from app.serving import WRONG_SETTINGS, announce
from app.serving.fitness import fit_or_exit
from app.serving.logs import begin_logging
from app.settings import NO_DOOR, Settings
from app.wake_worker import make_waker
from worker import settings
from worker.beating import Pulse

log = logging.getLogger(__name__)

FAILED = 1
THREADS = 8  # that use the database
MAILBOX_SECONDS = 5.0  # for the mail that is being read when the program ends


def main() -> int:
    begin_logging(settings)
    if not settings.takes_mail:
        announce(f"CHASQUI_DOOR is {NO_DOOR}, so there is no door to open, and CHASQUI_IMAP_URL is not set")
        return WRONG_SETTINGS
    fit_or_exit(settings)
    try:
        asyncio.run(stand(settings, a_signal))
    except (OSError, OverflowError) as error:
        announce(f"mail cannot come in at {settings.door}: {error}")
        return FAILED
    return 0


async def a_signal() -> None:
    """Until SIGINT or SIGTERM comes."""
    loop, has_come = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, has_come.set)
    await has_come.wait()


async def stand(settings: Settings, end: Callable[[], Awaitable[object]]) -> None:
    """Takes mail in until what `end` waits for has come."""
    logging.getLogger("mail.log").setLevel(logging.ERROR)  # aiosmtpd logs every strange command
    asyncio.get_running_loop().set_exception_handler(log_broken_connection)
    house = open_house(settings, make_waker(settings), waits=PAGES)
    with ThreadPoolExecutor(THREADS) as threads, mailbox_is_read(house):
        entrance = SmtpServer(SmtpHandler(house, threads), settings.door, settings.domain)
        if settings.has_door:
            await entrance.open()
        for each in ways_in(settings):
            announce(each)
        pulse = asyncio.create_task(beat_on(threads))
        await end()
        pulse.cancel()
        await entrance.close()
    house.db.close()


def ways_in(settings: Settings) -> Iterator[str]:
    if settings.has_door:
        yield f"mail comes in at {settings.door}"
    if settings.imap_url:
        yield f"mail is read from the mailbox {name_of(settings)}"


@contextmanager
def mailbox_is_read(house: House) -> Iterator[None]:
    """In a thread that ends with the process: whatever it is at, the next one goes on from there."""
    if not house.settings.imap_url:
        yield
        return
    ending = Event()
    reading = Thread(target=ImapReader(house, ending).run, daemon=True, name="mailbox")
    reading.start()
    try:
        yield
    finally:
        ending.set()
        reading.join(MAILBOX_SECONDS)


async def beat_on(threads: ThreadPoolExecutor) -> None:
    """Signs of life, as long as there is a free thread for a mail."""
    pulse = Pulse("door")
    while True:
        await asyncio.get_running_loop().run_in_executor(threads, pulse.beat_when_due)
        await asyncio.sleep(heartbeats.EVERY)


def log_broken_connection(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A client that hangs up in the middle of a command is no error of ours."""
    log.warning("a connection broke off: %s", type(context.get("exception")).__name__)


if __name__ == "__main__":
    sys.exit(main())
