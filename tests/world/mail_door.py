"""A door of the service that stands open, in a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlmodel import col, select

from app.house import House, open_house
from app.mail.addresses import Addresses
from app.models import Mail
from app.post.rate_limit import RateLimit
from app.post.smtp_handler import SmtpHandler
from app.post.smtp_server import MOST_AT_ONCE, SmtpServer
from tests.world.friends import Friends
from tests.world.world import World

SMTP = "smtp://127.0.0.1:0"  # the system chooses

RAW = b"From: bo@example.org\r\nSubject: Re\r\n\r\ntorch\r\n"
SENDER = "bo@example.org"


@dataclass
class Standing:
    house: House
    entrance: SmtpServer
    loop: asyncio.AbstractEventLoop
    woken: list[str]
    trouble: list[object] = field(default_factory=list)  # what the loop had to be told of

    @property
    def port(self) -> int:
        return int(self.entrance.place[1])

    def mails(self) -> list[Mail]:
        with self.house.db.reading() as session:
            return list(session.exec(select(Mail).order_by(col(Mail.id))).all())

    def run(self, work: "asyncio.Future[None] | object") -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(20)  # type: ignore[arg-type]


@contextmanager
def standing(
    house: House, url: str = SMTP, pace: RateLimit | None = None, most_at_once: int = MOST_AT_ONCE
) -> Iterator[Standing]:
    woken: list[str] = []
    calling = House(house.settings, house.db, house.links, house.vault, lambda: woken.append("woken"))
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    with ThreadPoolExecutor(4) as threads:
        handler = SmtpHandler(calling, threads, pace)
        entrance = SmtpServer(handler, url, house.settings.domain, most_at_once)
        made = Standing(calling, entrance, loop, woken)
        loop.set_exception_handler(lambda _, context: made.trouble.append(context))
        thread.start()
        try:
            made.run(entrance.open())
            yield made
        finally:
            made.run(entrance.close())
            made.run(_over())
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
    assert not made.trouble


async def _over() -> None:
    """Connections that are still being taken leave of."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def reply_address(house: House, code: str, position: int = 1) -> str:
    """Of a seat's newest letter."""
    return Addresses(house.settings).reply(Friends(World(house), code).answer_key(position))


def without_database(house: House, folder: Path) -> House:
    """The same house, with a database that cannot be reached."""
    away = f"sqlite:///{folder / 'no such folder' / 'chasqui.db'}"
    return open_house(replace(house.settings, database_url=away))
