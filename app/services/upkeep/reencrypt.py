"""Encrypts stored secrets anew with the first key, so that an old key can be dropped."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, func, select

from app.clock import now
from app.db.rows import insert_new
from app.house import House
from app.models import Match, Seat, Tally
from app.services.pace import keyed_hash
from app.vault import CannotDecrypt

# Processes that have another first key may run so long beside this one.
BESIDE = timedelta(hours=1)


def reencrypt_secrets(session: Session, house: House, at: datetime | None = None) -> int:
    """Returns how many were encrypted with another key. A secret that no key opens stays; fsck reports it.

    Seats have a secret only until their match begins, and those are few. A match has the same one for ever,
    so each is looked at until an hour after it was made, and then no more with this key.
    """
    seen = _seen(session, house)
    renewed = _renew(session, house, Match, Match.locked_seed, col(Match.id) > seen.count)
    renewed += _renew(session, house, Seat, Seat.drawn_salt, col(Seat.drawn_salt) != "")
    newest = select(func.max(Match.id)).where(Match.id > seen.count)
    old = session.exec(newest.where(col(Match.created_at) < (at or now()) - BESIDE)).one()
    seen.count = old or seen.count
    return renewed


def _seen(session: Session, house: House) -> Tally:
    """Up to which match all have been looked at with this first key."""
    key = json.dumps(["secrets", keyed_hash(house.settings, "secrets")])
    insert_new(session.connection(), Tally, ("key",), [{"key": key, "count": 0}])
    return session.exec(select(Tally).where(Tally.key == key)).one()


def _renew(session: Session, house: House, model: Any, column: Any, which: Any) -> int:
    rows = session.exec(select(model.id, column).where(which)).all()
    anew = dict(_encrypted_anew(house, rows))
    for row_id, encrypted in rows:
        if row_id in anew:
            same = update(model).where(col(model.id) == row_id, column == encrypted)
            session.connection().execute(same.values({column: anew[row_id]}))
    return len(anew)


def _encrypted_anew(house: House, rows: Any) -> Iterator[tuple[int, str]]:
    for row_id, encrypted in rows:
        if not house.vault.is_encrypted_with_first(encrypted):
            try:
                yield row_id, house.vault.encrypt(house.vault.decrypt(encrypted))
            except CannotDecrypt:
                continue
