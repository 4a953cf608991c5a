"""What is due at a time: clocks of asks, proposals, loans, idle matches. Any worker may do it, once.

Each is done in a transaction of its own, which claims it by its match's lock. Matches that are locked are
passed over, so workers that look at once share the work, and a match that somebody holds on to holds up no
other.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlmodel import Session

from app.clock import now
from app.db.away import in_one_line
from app.db.work import DATABASE_TROUBLE
from app.house import House
from app.models import Match
from app.problems import OutOfTime

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=15)  # until what fails by its own fault is tried again
MOST_LOST = 3  # transactions in one run that the database broke off; the next sweep goes on


class Due(NamedTuple):
    id: int
    code: str  # of its match


@dataclass(frozen=True)
class Bell:
    """One kind of what is due. `due`: ids and codes of matches, what has waited longest first."""

    name: str
    id: Any
    due: Callable[[datetime], Any]
    ring: Callable[[Session, House, Due, datetime], bool]  # False: there was nothing to do any more
    put_off: Callable[[Session, int, datetime, BaseException], None]  # an id, when it was tried, and why


def ring_due(house: House, bell: Bell, limit: int = 100, at: datetime | None = None) -> int:
    """Rings all that is due, and returns how many rang."""
    at = at or now()
    with house.reading() as session:
        if not next_due(session, bell, at, []):
            return 0
    rung, lost, tried = 0, 0, list[int]()
    while rung + len(tried) < limit and lost < MOST_LOST:
        claimed: list[Due] = []
        rang = False
        try:
            rang = house.write(
                partial(ring_next, house=house, bell=bell, at=at, tried=tried, claimed=claimed)
            )
        except DATABASE_TROUBLE as error:  # it says nothing about what is due, which is not put off
            log.warning("%s: one waits for the database: %s", bell.name, in_one_line(error))
            lost += 1
        except (Exception, OutOfTime) as error:  # others go on
            put_off(house, bell, claimed, at, error)
        if not claimed:
            break
        rung += rang
        tried += [] if rang else [claimed[-1].id]
    return rung


def ring_next(
    session: Session, house: House, bell: Bell, at: datetime, tried: list[int], claimed: list[Due]
) -> bool:
    """Rings what has waited longest and nobody else is ringing; `claimed` gets it."""
    due = next_due(session, bell, at, tried, locked=True)
    if not due:
        return False
    claimed.append(due)
    return bell.ring(session, house, due, at)


def next_due(
    session: Session, bell: Bell, at: datetime, tried: Sequence[int], locked: bool = False
) -> Due | None:
    """`locked`: its match is locked, and what rings as well. (SQLite has one writer at a time anyway.)

    PostgreSQL looks again at a row that it locks, and passes it over if somebody has rung it meanwhile. The
    match comes first, as in all transactions.
    """
    rows = bell.due(at).where(bell.id.not_in(tried)).limit(1)
    both = list(dict.fromkeys((Match, bell.id.class_)))
    found = session.execute(rows.with_for_update(skip_locked=True, of=both) if locked else rows).first()
    return Due(*found) if found else None


def put_off(house: House, bell: Bell, claimed: list[Due], at: datetime, error: BaseException) -> None:
    if not claimed:
        raise error
    log.error("%s: %s of match %s could not be rung", bell.name, *claimed[-1], exc_info=error)
    house.write(lambda session: bell.put_off(session, claimed[-1].id, at, error))
    if isinstance(error, OutOfTime):
        raise error
