"""Browsers that are signed in. A browser's cookie has a key, which is good for as long as the row is here."""

import hashlib
import secrets
from datetime import datetime, timedelta

from sqlalchemy import bindparam
from sqlmodel import Session, col, delete, or_, select

from app.clock import now
from app.db.pieces import delete_some
from app.db.rows import look_up
from app.models import Browser, Player

KEPT_FOR = timedelta(days=90)
# Built once, for every page asks it.
SIGNED_IN = (
    select(Player)
    .join(Browser)
    .where(Browser.key == bindparam("key"), Browser.since > bindparam("after"))
    .where(or_(col(Player.email).is_not(None), col(Player.guest).is_not(None)))
)


def sign_in(session: Session, player_id: int, before: str = "") -> str:
    """A new key for a browser. The one that it had before, of whatever player, is good no more."""
    sign_out(session, before)
    key = secrets.token_urlsafe(24)
    session.add(Browser(player_id=player_id, key=hash_of(key), since=now()))
    return key


def player_of(session: Session, key: str) -> Player | None:
    """The player, or the guest, who is signed in there. The row is only to be looked at."""
    if not key:
        return None
    found = look_up(session, Player, SIGNED_IN, key=hash_of(key), after=now() - KEPT_FOR)
    return next(iter(found), None)


def sign_out(session: Session, key: str) -> None:
    session.exec(delete(Browser).where(col(Browser.key) == hash_of(key)))


def sign_out_everywhere(session: Session, player_id: int) -> None:
    session.exec(delete(Browser).where(col(Browser.player_id) == player_id))


def forget_old(session: Session, at: datetime) -> int:
    return delete_some(session, Browser, col(Browser.since) < at - KEPT_FOR)


def hash_of(key: str) -> str:
    """A copy of the database opens no browser's session."""
    return hashlib.sha256(key.encode()).hexdigest()
