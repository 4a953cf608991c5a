"""The server for incoming mail (SMTP or LMTP), as a process of its own: python -m worker.door"""

import asyncio
import logging
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from app.db.postgres import PAGES
from app.house import open_house
from app.post.smtp_handler import SmtpHandler
from app.post.smtp_server import SmtpServer
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


def main() -> int:
    begin_logging()
    logging.getLogger("mail.log").setLevel(logging.ERROR)  # aiosmtpd logs every strange command
    if not settings.takes_mail:
        announce(f"CHASQUI_DOOR is {NO_DOOR}, so there is no door to open")
        return WRONG_SETTINGS
    fit_or_exit(settings)
    try:
        asyncio.run(stand(settings))
    except (OSError, OverflowError) as error:
        announce(f"mail cannot come in at {settings.door}: {error}")
        return FAILED
    return 0


async def stand(settings: Settings) -> None:
    """Takes mail in until SIGINT or SIGTERM comes."""
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    loop.set_exception_handler(log_broken_connection)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    house = open_house(settings, make_waker(settings), waits=PAGES)
    with ThreadPoolExecutor(THREADS) as threads:
        entrance = SmtpServer(SmtpHandler(house, threads), settings.door, settings.domain)
        await entrance.open()
        announce(f"mail comes in at {settings.door}")
        pulse = asyncio.create_task(beat_on(threads))
        await stopping.wait()
        pulse.cancel()
        await entrance.close()
    house.db.close()


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
