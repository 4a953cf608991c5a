"""Kept secrets under the first key, so that an old one can be dropped."""

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.house import House
from app.links import Unopened
from app.models import Match


def renew(session: Session, house: House) -> int:
    """How many were locked with another key before. What no key opens stays as it is; fsck tells of it."""
    vault, renewed = house.vault, 0
    for match_id, locked in session.exec(select(Match.id, Match.locked_seed)).all():
        if not vault.is_of_first(locked):
            try:
                anew = vault.lock(vault.open(locked))
            except Unopened:
                continue
            mine = update(Match).where(col(Match.id) == match_id, col(Match.locked_seed) == locked)
            session.connection().execute(mine.values(locked_seed=anew))
            renewed += 1
    return renewed
