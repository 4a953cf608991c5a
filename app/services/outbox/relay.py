"""The mail server that letters leave by: whether it is away, and what is done when it is back.

A server that cannot be reached says nothing about a letter, so letters stay due. One that refuses every
letter, whoever it is for, is as good as away: from then on a single letter at a time finds out whether it
still does. With the first letter that it takes, all others are due at once.
"""

import logging
from datetime import datetime, timedelta

from sqlalchemy import bindparam, update
from sqlmodel import Session, col, select

from app.db.rows import insert_new, look_up
from app.house import House
from app.models import Letter, Relay
from app.services.outbox.turns import urgency

log = logging.getLogger(__name__)

NAME = "mail server"
ENOUGH = 3  # letters in a row that it has refused: so it is not the letters
PROBE = timedelta(seconds=30)
LONGEST_WHY = 300


THE_RELAY = select(Relay).where(Relay.name == bindparam("name"))


def state(session: Session) -> Relay | None:
    """None before anything has gone wrong."""
    return next(iter(look_up(session, Relay, THE_RELAY, name=NAME)), None)


def away_since(house: House) -> datetime | None:
    with house.reading() as session:
        known = state(session)
    return known.away_since if known else None


def _locked(session: Session) -> Relay:
    row = select(Relay).where(Relay.name == NAME).with_for_update()
    if not (found := session.exec(row).first()):
        insert_new(session.connection(), Relay, ("name",), [{"name": NAME, "why": "", "refused": 0}])
        found = session.exec(row).one()
    return found


def is_away(session: Session, at: datetime, why: str) -> None:
    """It could not be reached, or hung up before it had heard of a letter."""
    if (known := state(session)) and known.away_since and known.why == why[:LONGEST_WHY]:
        return
    relay = _locked(session)
    if not relay.away_since:
        log.error("the mail server is away, and letters wait: %s", why)
        relay.away_since = at
    relay.why = why[:LONGEST_WHY]


def has_refused(session: Session, at: datetime, why: str) -> bool:
    """It has refused a letter for a reason that may have nothing to do with the letter. Returns whether that
    counts as a try of the letter: not while it refuses all of them."""
    relay = _locked(session)
    away = relay.refused >= ENOUGH
    relay.refused, relay.why, relay.probe_at = relay.refused + 1, why[:LONGEST_WHY], at + PROBE
    if relay.refused == ENOUGH and not relay.away_since:
        log.error("the mail server refuses all letters: %s", why)
        relay.away_since = at
    return not away


def has_taken(session: Session, at: datetime) -> None:
    """A letter has left. If the server had been away, all that waited for it is due."""
    known = state(session)
    if not known or not (known.away_since or known.refused):
        return
    relay = _locked(session)
    if relay.away_since:
        log.warning("the mail server is back; it was away since %s", relay.away_since)
        failed = (col(Letter.tries) > 0) & (col(Letter.error) != "") & (col(Letter.claims) == 0)
        waiting = update(Letter).where(failed, col(Letter.due_at) > at)
        session.connection().execute(waiting.values(due_at=at))
    relay.away_since, relay.why, relay.refused, relay.probe_at = None, "", 0, None


def letter_to_probe(session: Session, at: datetime) -> int | None:
    """While it refuses all letters: the one to try now, the most urgent one."""
    known = state(session)
    if not known or known.refused < ENOUGH or (known.probe_at and known.probe_at > at):
        return None
    failed = (col(Letter.tries) > 0) & (col(Letter.error) != "") & (col(Letter.claims) == 0)
    waiting = select(Letter.id).where(failed, col(Letter.due_at) > at)
    found = session.exec(waiting.order_by(urgency(), col(Letter.wanted_at)).limit(1)).first()
    if found:
        session.connection().execute(update(Letter).where(col(Letter.id) == found).values(due_at=at))
    return found
