"""Encrypts stored secrets anew with the first key, so that an old key can be dropped."""

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.house import House
from app.models import Match
from app.vault import CannotDecrypt


def reencrypt_seeds(session: Session, house: House) -> int:
    """Returns how many were encrypted with another key. A secret that no key opens stays; fsck reports it."""
    vault, renewed = house.vault, 0
    for match_id, locked in session.exec(select(Match.id, Match.locked_seed)).all():
        if not vault.is_encrypted_with_first(locked):
            try:
                anew = vault.encrypt(vault.decrypt(locked))
            except CannotDecrypt:
                continue
            same = update(Match).where(col(Match.id) == match_id, col(Match.locked_seed) == locked)
            session.connection().execute(same.values(locked_seed=anew))
            renewed += 1
    return renewed
