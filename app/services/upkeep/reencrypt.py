"""Encrypts stored secrets anew with the first key, so that an old key can be dropped."""

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.house import House
from app.links import Unopened
from app.models import Match


def reencrypt_seeds(session: Session, house: House) -> int:
    """Returns how many were encrypted with another key. A secret that no key opens stays; fsck reports it."""
    vault, renewed = house.vault, 0
    for match_id, locked in session.exec(select(Match.id, Match.locked_seed)).all():
        if not vault.is_of_first(locked):
            try:
                anew = vault.lock(vault.open(locked))
            except Unopened:
                continue
            same = update(Match).where(col(Match.id) == match_id, col(Match.locked_seed) == locked)
            session.connection().execute(same.values(locked_seed=anew))
            renewed += 1
    return renewed
