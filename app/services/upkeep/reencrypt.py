"""Encrypts stored secrets anew with the first key, so that an old key can be dropped."""

from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.house import House
from app.models import Match, Seat
from app.vault import CannotDecrypt

SECRETS = ((Match, Match.locked_seed), (Seat, Seat.drawn_salt))


def reencrypt_secrets(session: Session, house: House) -> int:
    """Returns how many were encrypted with another key. A secret that no key opens stays; fsck reports it."""
    return sum(_reencrypt_column(session, house, model, column) for model, column in SECRETS)


def _reencrypt_column(session: Session, house: House, model: Any, column: Any) -> int:
    vault, renewed = house.vault, 0
    for row_id, encrypted in session.exec(select(model.id, column).where(column != "")).all():
        if not vault.is_encrypted_with_first(encrypted):
            try:
                anew = vault.encrypt(vault.decrypt(encrypted))
            except CannotDecrypt:
                continue
            same = update(model).where(col(model.id) == row_id, column == encrypted)
            session.connection().execute(same.values({column: anew}))
            renewed += 1
    return renewed
