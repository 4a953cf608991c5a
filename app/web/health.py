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
from app.db.waits import LOOK
from app.house import House
from app.services.upkeep import heartbeats
from app.services.upkeep.health import OLDEST, Look, look_around
from app.services.upkeep.room import LEAST, NO_WRITE, database_has_room, why_nothing_is_saved
from app.settings import Settings
from app.wake_worker import queue_of
from app.web.pages import house
from engine.speech import later

LOG = logging.getLogger(__name__)
R = TypeVar("R")

blueprint = Blueprint("health", __name__)

SECONDS = 0.9  # for all looks together
QUICK = replace(LOOK, statement=0.7)
ROOM_EVERY = 60.0  # seconds
PING_SECONDS = 0.3  # to connect, and as long again for the answer

NO_DATABASE = later("The database cannot be read: see whether it runs, and the log of `web` for its words.")
NO_ROOM = later("Less than {least} MB are free on the disk of PostgreSQL: make room on its machine.")
NO_BROKER = later(
    "The broker (Redis or Valkey) does not answer: see whether it runs. Until then all is late."
)


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
    """The looks of one web server; or of another program, which gives its role and place."""

    def __init__(self, house: House, role: str = "web", place: str = "") -> None:
        self._role, self._place = role, place
        self.house = replace(house, db=Database(house.settings.database, QUICK))
        nothing = Look({"database": False, **dict.fromkeys(OLDEST), "letters_refused_for_us": None})
        nothing.tell("database", NO_DATABASE)
        self._read = OneLook(self._look_around, nothing)
        self._write: OneLook[str] = OneLook(self._try_to_write, NO_WRITE)
        self._room = OneLook(self._look_for_room, True)
        self._looked_for_room = -ROOM_EVERY
        self._has_room = True
        self._ping = OneLook(partial(broker_answers, house.settings.broker), False)

    def look(self, seconds: float = SECONDS) -> Look:
        until = monotonic() + seconds
        read, write, ping = self._read.begin(), self._write.begin(), self._ping.begin()
        room = self._room.begin()
        seen = self._read.seen(read, until)
        look = replace(seen, facts=dict(seen.facts), troubles=list(seen.troubles))
        no_write = self._write.seen(write, until)
        look.facts["write"] = not no_write
        look.facts["broker"] = self._ping.seen(ping, until)
        if not look.facts["broker"]:
            look.tell("broker", NO_BROKER)
        if look.facts["database"] and no_write:
            look.tell("write", no_write)
        if not self._room.seen(room, until):
            look.tell("disk", NO_ROOM, least=LEAST)
        return look

    def _look_around(self) -> Look:
        with self.house.reading() as session:
            return look_around(session, self.house)

    def _try_to_write(self) -> str:
        """Why it could not; empty if it could."""
        try:
            self.house.write(partial(heartbeats.beat, role=self._role, place=self._place))
        except SQLAlchemyError as error:
            LOG.warning("a look at the service: %s", in_one_line(error))
            return why_nothing_is_saved(error)
        return ""

    def _look_for_room(self) -> bool:
        """Now and then, for it costs some hundredths of a second."""
        if not self._has_room or monotonic() - self._looked_for_room >= ROOM_EVERY:
            with self.house.reading() as session:
                self._has_room = database_has_room(session)
            self._looked_for_room = monotonic()
        return self._has_room


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
    return ask_broker(url, lambda broker: bool(broker.ping())) or False


def calls_waiting(settings: Settings) -> int | None:
    """How many calls of the worker wait; None while the broker does not answer."""
    return ask_broker(settings.broker, lambda broker: broker.llen(queue_of(settings)))


def ask_broker(url: str, what: Callable[[Redis], R]) -> R | None:
    """With a short time limit, for a frozen broker still accepts connections."""
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
            return what(broker)
    except (RedisError, OSError, ValueError):
        return None
