"""For monitoring: does all work, and if not, what is wrong and what helps?

Each look has a thread and a second of its own, and the database is asked over connections of its own. So
there is an answer also when database, disk or broker hang, or when all other connections are taken.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from dataclasses import replace
from functools import partial
from threading import Lock, Thread
from time import monotonic
from typing import Any, Generic, TypeVar

from flask import Blueprint, Response, current_app, jsonify
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from sqlalchemy.exc import SQLAlchemyError

from app.db.away import in_one_line
from app.db.database import Database
from app.db.postgres import LOOK
from app.house import House
from app.services.upkeep import heartbeats
from app.services.upkeep.health import OLDEST, Look, look_around
from app.web.pages import house

LOG = logging.getLogger(__name__)
R = TypeVar("R")

blueprint = Blueprint("health", __name__)

SECONDS = 1.5  # for all looks together
PING_SECONDS = 0.3  # to connect, and as long again for the answer

NO_DATABASE = "The database cannot be read: see whether it runs, and the log of web for its words."
NO_WRITE = "Nothing can be saved: see whether the disk is full or read-only, and the log of web."
NO_BROKER = "The broker (Redis or Valkey) does not answer: see whether it runs. Until then all is late."


class OneLook(Generic[R]):
    """One at a time, in a thread of its own, which may hang."""

    def __init__(self, look: Callable[[], R], otherwise: R) -> None:
        self._look, self._otherwise = look, otherwise
        self._lock = Lock()
        self._running: Future[R] | None = None

    def begin(self) -> Future[R]:
        with self._lock:
            if self._running is None or self._running.done():
                self._running = Future()
                Thread(target=self._run, args=(self._running,), daemon=True, name="look").start()
            return self._running

    def _run(self, future: Future[R]) -> None:
        try:
            future.set_result(self._look())
        except (SQLAlchemyError, OSError) as error:
            LOG.warning("a look at the service: %s", in_one_line(error))
            future.set_result(self._otherwise)
        except BaseException as error:
            future.set_exception(error)
            raise

    def seen(self, future: Future[R], until: float) -> R:
        try:
            return future.result(max(0.01, until - monotonic()))
        except TooLate:
            return self._otherwise


class Watch:
    """The looks of one web server."""

    def __init__(self, house: House) -> None:
        self.house = replace(house, db=Database(house.settings.database, LOOK))
        nothing = Look({"database": False, **dict.fromkeys(OLDEST), "letters_refused_for_us": None})
        nothing.tell("database", NO_DATABASE)
        self._read = OneLook(self._look_around, nothing)
        self._write = OneLook(self._try_to_write, False)
        self._ping = OneLook(partial(broker_answers, house.settings.broker), False)

    def look(self) -> Look:
        until = monotonic() + SECONDS
        read, write, ping = self._read.begin(), self._write.begin(), self._ping.begin()
        seen = self._read.seen(read, until)
        look = Look(dict(seen.facts), list(seen.troubles))
        look.facts["write"] = self._write.seen(write, until)
        look.facts["broker"] = self._ping.seen(ping, until)
        if not look.facts["broker"]:
            look.tell("broker", NO_BROKER)
        if look.facts["database"] and not look.facts["write"]:
            look.tell("write", NO_WRITE)
        return look

    def _look_around(self) -> Look:
        with self.house.reading() as session:
            return look_around(session, self.house)

    def _try_to_write(self) -> bool:
        self.house.write(partial(heartbeats.beat, role="web"))
        return True


def watch() -> Watch:
    """Made with the first look, for its connections must not be shared with a process that forks."""
    kept: Watch | None = current_app.extensions.get("watch")
    if kept is None or kept.house.settings is not house().settings:
        kept = current_app.extensions["watch"] = Watch(house())
    return kept


@blueprint.get("/healthz")
def health() -> tuple[Response, int]:
    look = watch().look()
    wrong = [trouble.name for trouble in look.troubles if not trouble.only_warns]
    warns = [trouble.name for trouble in look.troubles if trouble.only_warns]
    words: dict[str, Any] = {trouble.name: trouble.words for trouble in look.troubles}
    said = {"ok": not wrong, "wrong": wrong, "warns": warns, "words": words}
    return jsonify({**said, **look.facts}), 503 if wrong else 200


def broker_answers(url: str) -> bool:
    """A ping with a short time limit, for a frozen broker still accepts connections."""
    options: dict[str, Any] = {
        "socket_timeout": PING_SECONDS,
        "socket_connect_timeout": PING_SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,  # no greeting to wait for before the ping
        "driver_info": None,
    }
    connect: Callable[..., Redis] = Redis.from_url
    try:
        with connect(url.replace("redis+socket://", "unix://", 1), **options) as broker:
            return bool(broker.ping())
    except (RedisError, OSError, ValueError):
        return False
