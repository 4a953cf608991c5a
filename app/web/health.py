"""For monitoring: is everything there, and does anything wait for too long?"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, jsonify
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from sqlalchemy.exc import SQLAlchemyError

from app.clock import now
from app.house import House
from app.services import outbox
from app.services.inbox import intake
from app.services.play.clocks import oldest_overdue_since
from app.web.pages import house

blueprint = Blueprint("health", __name__)

PING_SECONDS = 0.3  # to connect, and as long again for the answer
# A letter has its third try after six minutes. The worker looks at clocks every few seconds.
OLDEST_LETTER = 15 * 60
OLDEST_ASK = 5 * 60
# A mail that crashes the worker is given up after the third try, and the others do not wait for it.
OLDEST_MAIL = 20 * 60


@blueprint.get("/healthz")
def health() -> tuple[Response, int]:
    facts = {"broker": broker_answers(house().settings.broker), **waiting_ages(house())}
    wrong = [name for name in ("database", "broker") if not facts[name]]
    wrong += [name for name, most in LIMITS.items() if (facts[name] or 0) > most]
    return jsonify({"ok": not wrong, "wrong": wrong, **facts}), 503 if wrong else 200


REFUSED = "letters_refused_for_us"  # within a day, of those that came back as mail
LIMITS = {
    "oldest_unsent_letter": OLDEST_LETTER,
    "oldest_overdue_ask": OLDEST_ASK,
    "oldest_unread_mail": OLDEST_MAIL,
}


def waiting_ages(house: House) -> dict[str, Any]:
    """Ages in seconds of what has waited longest; None if nothing waits or the database is down. And how many
    letters other servers refused because of us."""
    try:
        with house.reading() as session:
            since = (
                outbox.oldest_unsent_since(session),
                oldest_overdue_since(session),
                intake.oldest_unread(session),
            )
            refused = intake.refused_for_us(session, now())
    except SQLAlchemyError:
        return {"database": False, **dict.fromkeys((*LIMITS, REFUSED))}
    return {"database": True, **dict(zip(LIMITS, map(age, since), strict=True)), REFUSED: refused}


def age(since: datetime | None) -> int | None:
    return None if since is None else max(0, int((now() - since).total_seconds()))


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
