"""A player's matches, as the first page lists them: first those that wait for an answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select as sa_select
from sqlalchemy import union
from sqlmodel import Session, col, select

from app.db.words import Status
from app.house import House
from app.models import Ask, Match, Player, Seat
from app.services.lobby import seats
from app.services.matches.find import FORMER_NAME
from app.status import ENDED
from engine.registry import meta
from engine.speech import ENGLISH, Speech

LISTS = {"running": "running", "paused": "running", "open": "open", "over": "over", "abandoned": "over"}
MOST = 200
MOST_OVER = 6  # the shelf has all of them


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


class Listed(NamedTuple):
    """What a list tells of a match. Its other columns are large, and a list is long."""

    id: int
    code: str
    title: str
    game: str
    status: Status
    started_at: datetime | None
    rests_at: datetime | None
    result: dict[str, Any] | None


OF_LIST = [col(getattr(Match, name)) for name in Listed._fields]


def matches_of(session: Session, player_id: int, speech: Speech = ENGLISH) -> MyMatches:
    """Matches that the player plays or hosts, the newest first."""
    matches = listed(session, player_id)
    rows: dict[str, list[MatchRow]] = {"running": [], "resting": [], "open": [], "over": []}
    asks = asks_of(session, player_id)
    codes = {ask.code for ask in asks}
    shown = [match for match in matches if match.code not in codes]
    waiting = unanswered_seats(session, shown)
    names = names_of(session, shown, speech.gettext(FORMER_NAME))
    for match in shown:
        row = match_row(match, names.get(match.id, []), waiting.get(match.id, ()))
        at_rest = match.status == "paused" and match.rests_at
        rows["resting" if at_rest else LISTS[match.status]].append(row)
    return MyMatches(asks, **rows)


def listed(session: Session, player_id: int) -> list[Listed]:
    """All that go on, and the newest of those that are over."""
    newest = sa_select(*OF_LIST).where(col(Match.id).in_(own_numbers(session, player_id)))
    newest = newest.order_by(col(Match.id).desc())
    over = col(Match.status).in_(ENDED)
    rows = session.connection().execute(newest.where(~over).limit(MOST)).all()
    rows = [*rows, *session.connection().execute(newest.where(over).limit(MOST_OVER)).all()]
    return [Listed(*row) for row in rows]


def own_numbers(session: Session, player_id: int) -> Sequence[int]:
    """Of the matches that are the player's in any way. Each of the three has its index."""
    own = union(
        sa_select(col(Seat.match_id)).where(col(Seat.player_id) == player_id),
        sa_select(col(Seat.match_id)).where(col(Seat.owner_id) == player_id),
        sa_select(col(Match.id)).where(col(Match.host_id) == player_id),
    )
    return session.connection().execute(own).scalars().all()


def invitations_to(session: Session, house: House, email: str) -> list[InvitationRow]:
    """Seats that are kept for this address, the newest first."""
    invited_seats = (
        select(Seat.key, Match.title, Match.game, Player.name)
        .where(Seat.match_id == Match.id, Match.host_id == Player.id, Match.status == "open")
        .where(Seat.email == email, Seat.status == "invited")
        .order_by(col(Seat.id).desc())
    )
    return [
        InvitationRow(title, meta(game).title, host, seats.address_of_invitation(house, key))
        for key, title, game, host in session.exec(invited_seats)
    ]


def asks_of(session: Session, player_id: int) -> list[AskRow]:
    """Matches that wait for the player's answer, the next deadline first."""
    rows = (
        select(Match.code, Match.title, Match.game, Ask.due_at)
        .where(Ask.match_id == Match.id, Seat.match_id == Match.id, Seat.number == Ask.seat)
        .where(Seat.player_id == player_id, Match.status == "running", col(Ask.held).is_(None))
        .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    )
    asks = [AskRow(code, title, meta(game).title, due_at) for code, title, game, due_at in session.exec(rows)]
    return sorted(asks, key=lambda ask: deadline_first(ask.due_at))


def deadline_first(due_at: datetime | None) -> tuple[bool, float]:
    """A key to sort by: the next deadline first, asks without a clock last."""
    return due_at is None, due_at.timestamp() if due_at else 0


def unanswered_seats(session: Session, matches: Sequence[Listed]) -> dict[int, list[int]]:
    """The numbers of the seats that have still to answer, by match."""
    running = [match.id for match in matches if match.status == "running"]
    rows = select(Ask.match_id, Ask.seat).where(col(Ask.match_id).in_(running)).order_by(col(Ask.seat))
    by_match: dict[int, list[int]] = {}
    for match_id, seat in session.exec(
        rows.where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    ):
        by_match.setdefault(match_id, []).append(seat)
    return by_match


def names_of(session: Session, matches: Sequence[Listed], former_name: str) -> dict[int, list[str]]:
    """The names of the seats of each match that has begun, in the order of their numbers."""
    started = [match.id for match in matches if match.started_at]
    of_names = (col(Seat.match_id), col(Seat.name), col(Player.id), col(Player.email), col(Player.guest))
    rows = sa_select(*of_names).join(Player, col(Player.id) == col(Seat.player_id), isouter=True)
    rows = rows.where(col(Seat.match_id).in_(started), col(Seat.number).is_not(None))
    by_match: dict[int, list[str]] = {}
    for match_id, name, player_id, email, guest in session.connection().execute(
        rows.order_by(col(Seat.match_id), col(Seat.number))
    ):
        former = player_id is not None and email is None and guest is None
        by_match.setdefault(match_id, []).append(former_name if former else name)
    return by_match


def match_row(match: Listed, names: Sequence[str] = (), waiting: Iterable[int] = ()) -> MatchRow:
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
