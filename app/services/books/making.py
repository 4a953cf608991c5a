"""What the worker makes of finished matches, books and films: one by one, outside any transaction."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Generic, TypeVar

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from app.clock import now
from app.db.work import DATABASE_TROUBLE, WorkQueue
from app.house import House
from app.models import Book, Film, Player, Seat
from app.problems import Problem
from app.services.outbox import result_letters

log = logging.getLogger(__name__)

# Longer than it may take to make one; when the worker has crashed, its row is free again after this time.
LEASE = timedelta(minutes=6)

BROKE_OFF = "every try to make it broke off"

M = TypeVar("M", Book, Film)


@dataclass(frozen=True)
class Making(Generic[M]):
    """Letters wait for what is made first; when that has failed, they leave without it."""

    name: str  # in logs
    queue: WorkQueue[M]
    claim: Callable[[Session, datetime], M | None]
    make: Callable[[House, M], None]

    def has_due(self, house: House) -> bool:
        with house.reading() as session:
            return self.queue.has_due(session, now())

    def make_due(self, house: House) -> int:
        """Makes the one that is due first. Returns how many were due: 0 or 1."""
        row = house.write(lambda session: self.claim(session, now()))
        if not row:
            return 0
        what = f"the {self.name} of match {row.match_id}"
        if self.queue.always_broke_off(row):
            log.error("%s is set aside: %s", what, BROKE_OFF)
            house.write(partial(self._set_aside, row=row))
            return 1
        try:
            self.make(house, row)
        except DATABASE_TROUBLE as error:
            log.warning("%s waits for the database: %s", what, type(error).__name__)
            house.write(partial(self.queue.settle, claimed=row, due_at=now() + self.queue.pauses[0]))
        except Exception as error:  # one of them must not hold up the others
            log.exception("%s could not be made", what)
            why = str(error) if isinstance(error, Problem) else type(error).__name__
            house.write(partial(self._save_failure, row=row, why=why))
        return 1

    def _save_failure(self, session: Session, row: M, why: str) -> None:
        """After the last try it is given up, until somebody asks for it."""
        at = now()
        self.queue.settle(
            session, row, due_at=self.queue.next_try(row, at), error=why[:300], tries=row.tries + 1
        )
        result_letters.release_letters(session, row.match_id, at)

    def _set_aside(self, session: Session, row: M) -> None:
        """Every process that makes it is killed."""
        self.queue.settle(session, row, due_at=None, error=BROKE_OFF)
        result_letters.release_letters(session, row.match_id, now())


def given_up(table: type[Book] | type[Film], since: datetime) -> ColumnElement[bool]:
    """Those that nobody makes any more, of those that were wanted since then."""
    not_made = col(table.due_at).is_(None) & col(table.made_at).is_(None)
    return not_made & (col(table.wanted_at) > since)


def languages_of_players(session: Session, match_id: int) -> Sequence[str]:
    owner = func.coalesce(col(Seat.owner_id), col(Seat.player_id))
    players = select(Player.language).where(Seat.match_id == match_id, owner == Player.id)
    return session.exec(players.where(col(Player.email).is_not(None))).all()
