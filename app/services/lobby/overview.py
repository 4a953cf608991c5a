"""A player's matches, as the first page lists them: first those that wait for an answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, or_, select

from app.house import House
from app.models import Ask, Match, Player, Seat
from app.services.lobby import seats
from app.services.matches.find import shown_names
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
    """A match that waits for the player's answer."""

    code: str
    title: str
    game_title: str
    due_at: datetime | None


@dataclass(frozen=True)
class InvitationRow:
    """An invitation to the player, with the address of the page where it is answered."""

    title: str
    game_title: str
    host: str
    address: str


@dataclass(frozen=True)
class MyMatches:
    asks: list[AskRow]
    running: list[MatchRow]
    resting: list[MatchRow]  # nobody acts there any more
    open: list[MatchRow]
    over: list[MatchRow]


def matches_of(session: Session, player_id: int) -> MyMatches:
    """Matches that the player plays or hosts, the newest first."""
    played = select(Seat.match_id).where((Seat.player_id == player_id) | (Seat.owner_id == player_id))
    is_own = or_(col(Match.id).in_(played), col(Match.host_id) == player_id)
    matches = session.exec(select(Match).where(is_own).order_by(col(Match.id).desc()).limit(MOST)).all()
    rows: dict[str, list[MatchRow]] = {"running": [], "resting": [], "open": [], "over": []}
    asks = asks_of(session, player_id)
    codes = {ask.code for ask in asks}
    waiting = unanswered_seats(session, matches)
    names = names_of(session, matches)
    for match in matches:
        if match.code not in codes:
            row = match_row(match, names.get(match.id, []), waiting.get(match.id, ()))
            at_rest = match.status == "paused" and match.rests_at
            rows["resting" if at_rest else LISTS[match.status]].append(row)
    return MyMatches(asks, **rows)


def invitations_to(session: Session, house: House, email: str) -> list[InvitationRow]:
    """Seats that are kept for this address, the newest first."""
    invited_seats = (
        select(Seat, Match, Player.name)
        .where(Seat.match_id == Match.id, Match.host_id == Player.id, Match.status == "open")
        .where(Seat.email == email, Seat.status == "invited")
        .order_by(col(Seat.id).desc())
    )
    return [
        InvitationRow(match.title, meta(match.game).title, host, seats.invitation_address(house, seat))
        for seat, match, host in session.exec(invited_seats)
    ]


def asks_of(session: Session, player_id: int) -> list[AskRow]:
    """Matches that wait for the player's answer, the next deadline first."""
    rows = (
        select(Ask, Match)
        .where(Ask.match_id == Match.id, Seat.match_id == Match.id, Seat.number == Ask.seat)
        .where(Seat.player_id == player_id, Match.status == "running", col(Ask.held).is_(None))
        .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    )
    asks = [
        AskRow(match.code, match.title, meta(match.game).title, ask.due_at)
        for ask, match in session.exec(rows)
    ]
    return sorted(asks, key=lambda ask: deadline_first(ask.due_at))


def deadline_first(due_at: datetime | None) -> tuple[bool, float]:
    """A key to sort by: the next deadline first, asks without a clock last."""
    return due_at is None, due_at.timestamp() if due_at else 0


def unanswered_seats(session: Session, matches: Sequence[Match]) -> dict[int, list[int]]:
    """The numbers of the seats that have still to answer, by match."""
    running = [match.id for match in matches if match.status == "running"]
    rows = select(Ask.match_id, Ask.seat).where(col(Ask.match_id).in_(running)).order_by(col(Ask.seat))
    by_match: dict[int, list[int]] = {}
    for match_id, seat in session.exec(
        rows.where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    ):
        by_match.setdefault(match_id, []).append(seat)
    return by_match


def names_of(session: Session, matches: Sequence[Match]) -> dict[int, list[str]]:
    """The names of the seats of each match that has begun, in the order of their numbers."""
    started = [match.id for match in matches if match.started_at]
    rows = select(Seat).where(col(Seat.match_id).in_(started), col(Seat.number).is_not(None))
    seats = session.exec(rows.order_by(col(Seat.match_id), col(Seat.number))).all()
    by_match: dict[int, list[str]] = {}
    for seat, name in zip(seats, shown_names(session, seats), strict=True):
        by_match.setdefault(seat.match_id, []).append(name)
    return by_match


def match_row(match: Match, names: Sequence[str] = (), waiting: Iterable[int] = ()) -> MatchRow:
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
