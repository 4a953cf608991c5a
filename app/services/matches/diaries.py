"""Diaries: what a player writes privately while playing. Nobody else sees it before the end of the match.

The book prints an entry beside its moment, if its writer agrees.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, func, select

from app.clock import now
from app.models import Contribution, DiaryEntry, Match, Seat
from app.problems import NotAllowed, Problem
from app.services.matches import find
from app.services.matches.loans import owner_id_of
from app.services.matches.talk import clean_remark
from app.status import has_ended

MOST = 500  # entries of one player in one match
MOST_SHOWN = 20


@dataclass(frozen=True)
class OwnEntry:
    """An entry as its writer reads it."""

    step: int
    text: str
    at: datetime


@dataclass(frozen=True)
class OwnDiary:
    """What a player sees of the own diary, and of what the book gets of it."""

    entries: Sequence[OwnEntry] = ()  # the newest first
    count: int = 0
    prints: bool = False
    dedication: str = ""


NO_DIARY = OwnDiary()


def write(session: Session, code: str, seat: int, text: str) -> DiaryEntry:
    match = find.by_code(session, code)
    if match.started_at is None or has_ended(match):
        raise Problem("A diary is written while the match is being played.")
    own = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.number == seat)).first()
    writer = owner_id_of(own) if own else None
    if not writer:
        raise NotAllowed("You have no seat in this match.")
    words = clean_remark(text)
    if count_of(session, match, writer) >= MOST:
        raise Problem("Your diary of this match is full: it has {most} entries.", most=MOST)
    entry = DiaryEntry(player_id=writer, match_id=match.id, seat=seat, base=match.steps, text=words, at=now())
    session.add(entry)
    session.flush()
    return entry


def count_of(session: Session, match: Match, player_id: int) -> int:
    mine = (DiaryEntry.match_id == match.id) & (DiaryEntry.player_id == player_id)
    return session.exec(select(func.count()).select_from(DiaryEntry).where(mine)).one()


def own_diary(session: Session, match: Match, player_id: int | None) -> OwnDiary:
    if not player_id:
        return NO_DIARY
    mine = select(DiaryEntry).where(DiaryEntry.match_id == match.id, DiaryEntry.player_id == player_id)
    rows = session.exec(mine.order_by(col(DiaryEntry.id).desc()).limit(MOST_SHOWN))
    given = contribution_of(session, match, player_id)
    return OwnDiary(
        [OwnEntry(row.base - 1, row.text, row.at) for row in rows],
        count_of(session, match, player_id),
        bool(given and given.prints_diary),
        given.dedication if given else "",
    )


def contribution_of(session: Session, match: Match, player_id: int | None) -> Contribution | None:
    own = select(Contribution).where(Contribution.match_id == match.id)
    return session.exec(own.where(Contribution.player_id == (player_id or 0))).first()
