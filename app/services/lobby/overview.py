"""A player's matches, as the first page lists them: first those that wait for an answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, union
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from app.db.rows import look_up_columns
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


# All built once: to build what a first page asks for takes longer than to run it.
OF_LIST = [col(getattr(Match, name)) for name in Listed._fields]
NEWEST = sa_select(*OF_LIST).where(col(Match.id).in_(bindparam("matches", expanding=True)))
NEWEST = NEWEST.order_by(col(Match.id).desc())
IS_OVER = col(Match.status).in_(ENDED)
GOING_ON, OVER = NEWEST.where(~IS_OVER).limit(MOST), NEWEST.where(IS_OVER).limit(MOST_OVER)
OWN = union(
    sa_select(col(Seat.match_id)).where(col(Seat.player_id) == bindparam("player_id")),
    sa_select(col(Seat.match_id)).where(col(Seat.owner_id) == bindparam("player_id")),
    sa_select(col(Match.id)).where(col(Match.host_id) == bindparam("player_id")),
)
INVITED = (
    select(Seat.key, Match.title, Match.game, Player.name)
    .where(Seat.match_id == Match.id, Match.host_id == Player.id, Match.status == "open")
    .where(Seat.email == bindparam("email"), Seat.status == "invited")
    .order_by(col(Seat.id).desc())
)
ASKS = (
    select(Match.code, Match.title, Match.game, Ask.due_at)
    .where(Ask.match_id == Match.id, Seat.match_id == Match.id, Seat.number == Ask.seat)
    .where(Seat.player_id == bindparam("player_id"), Match.status == "running", col(Ask.held).is_(None))
    .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
)
UNANSWERED = (
    select(Ask.match_id, Ask.seat)
    .where(col(Ask.match_id).in_(bindparam("matches", expanding=True)))
    .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    .order_by(col(Ask.seat))
)
NAMES = (
    sa_select(col(Seat.match_id), col(Seat.name), col(Player.id), col(Player.email), col(Player.guest))
    .join(Player, col(Player.id) == col(Seat.player_id), isouter=True)
    .where(col(Seat.match_id).in_(bindparam("matches", expanding=True)), col(Seat.number).is_not(None))
    .order_by(col(Seat.match_id), col(Seat.number))
)


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
    own = own_numbers(session, player_id)
    return [Listed(*row) for query in (GOING_ON, OVER) for row in of_matches(session, query, own)]


def own_numbers(session: Session, player_id: int) -> list[int]:
    """Of the matches that are the player's in any way. Each of the three has its index."""
    return [number for (number,) in look_up_columns(session, OWN, player_id=player_id)]


def of_matches(session: Session, query: Any, matches: Sequence[int]) -> Sequence[Any]:
    return session.connection().execute(query, {"matches": matches}).all() if matches else ()


def invitations_to(session: Session, house: House, email: str) -> list[InvitationRow]:
    """Seats that are kept for this address, the newest first."""
    return [
        InvitationRow(title, meta(game).title, host, seats.address_of_invitation(house, key))
        for key, title, game, host in look_up_columns(session, INVITED, email=email)
    ]


def asks_of(session: Session, player_id: int) -> list[AskRow]:
    """Matches that wait for the player's answer, the next deadline first."""
    rows = look_up_columns(session, ASKS, player_id=player_id)
    asks = [AskRow(code, title, meta(game).title, due_at) for code, title, game, due_at in rows]
    return sorted(asks, key=lambda ask: deadline_first(ask.due_at))


def deadline_first(due_at: datetime | None) -> tuple[bool, float]:
    """A key to sort by: the next deadline first, asks without a clock last."""
    return due_at is None, due_at.timestamp() if due_at else 0


def unanswered_seats(session: Session, matches: Sequence[Listed]) -> dict[int, list[int]]:
    """The numbers of the seats that have still to answer, by match."""
    running = [match.id for match in matches if match.status == "running"]
    by_match: dict[int, list[int]] = {}
    for match_id, seat in of_matches(session, UNANSWERED, running):
        by_match.setdefault(match_id, []).append(seat)
    return by_match


def names_of(session: Session, matches: Sequence[Listed], former_name: str) -> dict[int, list[str]]:
    """The names of the seats of each match that has begun, in the order of their numbers."""
    started = [match.id for match in matches if match.started_at]
    by_match: dict[int, list[str]] = {}
    for match_id, name, player_id, email, guest in of_matches(session, NAMES, started):
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
