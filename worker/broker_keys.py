"""Keys in the broker that workers which were killed have left: they go by themselves after a while."""

import logging
from typing import cast

from redis import Redis
from redis.exceptions import RedisError

from app.db.away import in_one_line

log = logging.getLogger(__name__)

# Celery's news between workers, and answers to `celery inspect`: each worker puts its name down and takes it
# away again at its end. Nothing is found by these names, for such news goes to all who listen.
PATTERNS = ("_kombu.binding.celeryev*", "_kombu.binding.*pidbox")
KEPT = 86400  # seconds
SECONDS = 2.0


def let_expire(url: str) -> int:
    """How many keys got a time at which they go. A broker that is away has none."""
    found = 0
    try:
        with Redis.from_url(url.replace("redis+socket://", "unix://", 1), socket_timeout=SECONDS) as broker:
            for pattern in PATTERNS:
                for key in broker.scan_iter(pattern, count=1000):
                    found += bool(cast(int, broker.expire(key, KEPT, nx=True)))
    except (RedisError, OSError) as error:
        log.warning("the broker is away: %s", in_one_line(error))
    return found
