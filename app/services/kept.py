"""The letters that are kept in the database, for the mailbox page of one machine."""

from typing import NamedTuple

from sqlmodel import Session, col, select

from app.models import Letter, Player


class Kept(NamedTuple):
    letter: Letter
    to: str


def letters(session: Session, limit: int) -> list[Kept]:
    """The newest first; without those that were not needed any more."""
    newest = select(Letter, Player.email).outerjoin(Player).order_by(col(Letter.id).desc())
    shown = newest.where(col(Letter.dropped).in_(("", "given up"))).limit(limit)
    return [Kept(letter, letter.to or email or "") for letter, email in session.exec(shown)]


def letter(session: Session, letter_id: int) -> Kept | None:
    found = session.get(Letter, letter_id)
    if not found:
        return None
    player = session.get(Player, found.player_id) if found.player_id else None
    return Kept(found, found.to or (player and player.email) or "")
