"""A player's matches, as the first page lists them: what wants an answer first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, or_, select

from app.house import House
from app.models import Ask, Match, Player, Seat
from app.services.lobby import seats
from app.services.matches.names import shown_names
from engine.registry import meta

LISTS = {"running": "running", "paused": "running", "open": "open", "over": "over", "abandoned": "over"}
MOST = 200


@dataclass(frozen=True)
class MatchRow:
    """A match in a list."""

    code: str
    title: str
    game_title: str
    status: str
    started_at: datetime | None
    names: Sequence[str]
    waits_for: list[str]  # names
    winners: list[str]


@dataclass(frozen=True)
class AskRow:
    """A match in which the player's answer is waited for."""

    code: str
    title: str
    game_title: str
    due_at: datetime | None


@dataclass(frozen=True)
class InvitationRow:
    """A seat that is kept for the player, and where it is accepted or declined."""

    title: str
    game_title: str
    host: str
    address: str


@dataclass(frozen=True)
class MyMatches:
    asks: list[AskRow]
    running: list[MatchRow]
    open: list[MatchRow]
    over: list[MatchRow]


def mine(session: Session, player_id: int) -> MyMatches:
    """Matches with a seat of the player's or hosted by the player, the newest first."""
    seated = select(Seat.match_id).where(Seat.player_id == player_id)
    own = or_(col(Match.id).in_(seated), col(Match.host_id) == player_id)
    matches = session.exec(select(Match).where(own).order_by(col(Match.id).desc()).limit(MOST)).all()
    rows: dict[str, list[MatchRow]] = {"running": [], "open": [], "over": []}
    asks = asked(session, player_id)
    named = {ask.code for ask in asks}
    others = waited_for(session, matches)
    names = names_of(session, matches)
    for match in matches:
        if match.code not in named:
            shown = row(match, names.get(match.id, []), others.get(match.id, ()))
            rows[LISTS[match.status]].append(shown)
    return MyMatches(asks, **rows)


def invitations(session: Session, house: House, email: str) -> list[InvitationRow]:
    """Seats that are kept for this address, the newest first."""
    rows = (
        select(Seat, Match, Player.name)
        .where(Seat.match_id == Match.id, Match.host_id == Player.id, Match.status == "open")
        .where(Seat.email == email, Seat.status == "invited")
        .order_by(col(Seat.id).desc())
    )
    return [
        InvitationRow(match.title, meta(match.game).title, host, seats.invitation_address(house, seat))
        for seat, match, host in session.exec(rows)
    ]


def asked(session: Session, player_id: int) -> list[AskRow]:
    """Where the player's answer is waited for, the next deadline first."""
    rows = (
        select(Ask, Match)
        .where(Ask.match_id == Match.id, Seat.match_id == Match.id, Seat.number == Ask.seat)
        .where(Seat.player_id == player_id, Match.status == "running")
        .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    )
    found = [
        AskRow(match.code, match.title, meta(match.game).title, ask.due_at)
        for ask, match in session.exec(rows)
    ]
    return sorted(found, key=lambda row: deadline_first(row.due_at))


def deadline_first(due_at: datetime | None) -> tuple[bool, float]:
    """To sort by: the next deadline first, those without a clock last."""
    return due_at is None, due_at.timestamp() if due_at else 0


def waited_for(session: Session, matches: Sequence[Match]) -> dict[int, list[int]]:
    """The seats whose answers have still to come, by match."""
    running = [match.id for match in matches if match.status == "running"]
    rows = select(Ask.match_id, Ask.seat).where(col(Ask.match_id).in_(running)).order_by(col(Ask.seat))
    found: dict[int, list[int]] = {}
    for match_id, seat in session.exec(
        rows.where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    ):
        found.setdefault(match_id, []).append(seat)
    return found


def names_of(session: Session, matches: Sequence[Match]) -> dict[int, list[str]]:
    """The players of each match that has begun, by number."""
    started = [match.id for match in matches if match.started_at]
    rows = select(Seat).where(col(Seat.match_id).in_(started), col(Seat.number).is_not(None))
    taken = session.exec(rows.order_by(col(Seat.match_id), col(Seat.number))).all()
    found: dict[int, list[str]] = {}
    for seat, name in zip(taken, shown_names(session, taken), strict=True):
        found.setdefault(seat.match_id, []).append(name)
    return found


def row(match: Match, names: Sequence[str] = (), waiting: Iterable[int] = ()) -> MatchRow:
    result = match.result or {}
    return MatchRow(
        code=match.code,
        title=match.title,
        game_title=meta(match.game).title,
        status=match.status,
        started_at=match.started_at,
        names=names,
        waits_for=[names[seat - 1] for seat in waiting],
        winners=[names[seat - 1] for seat in result.get("winners", ()) if names],
    )
