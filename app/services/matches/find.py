"""Finding matches, their seats and the names of these, and what everybody may know of a match."""

import secrets
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from app.db.lock_queue import queue_for
from app.db.rows import look_up, look_up_columns
from app.house import House
from app.keys import key_of, name_in
from app.models import Match, Player, Seat
from app.problems import NotAllowed, Problem, SetAside, no_such_match
from app.status import is_open
from engine.registry import meta
from engine.speech import ENGLISH, Speech, later


def random_name(length: int) -> str:
    """Lower-case letters and digits that cannot be mistaken for one another."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(length))


JOIN = "join"
BY_CODE = select(Match).where(Match.code == bindparam("key"))
BY_JOIN_KEY = select(Match).where(Match.join_key == bindparam("key"))
LOCKED = {query: query.with_for_update() for query in (BY_CODE, BY_JOIN_KEY)}


def by_code(session: Session, code: str, locked: bool = False) -> Match:
    return _found(session, BY_CODE, code, locked)


def look_at(session: Session, code: str) -> Match:
    """The match, only to be looked at: it is read more quickly."""
    found = look_up(session, Match, BY_CODE, key=code)
    if not found:
        raise no_such_match()
    return found[0]


def by_join_key(session: Session, house: House, join_key: str, locked: bool = False) -> Match:
    return _found(session, BY_JOIN_KEY, name_in(house.settings.keys, JOIN, join_key) or "", locked)


def join_address(house: House, match: Match) -> str:
    """The link that the host passes on."""
    return f"{house.settings.url}/join/{key_of(house.settings.keys, JOIN, match.join_key)}"


def _found(session: Session, query: SelectOfScalar[Match], key: str, locked: bool) -> Match:
    """The match. With `locked`, no other transaction can change it before this one ends."""
    with queue_for(key, session.connection()) if locked else nullcontext():
        match = session.exec(LOCKED[query] if locked else query, params={"key": key}).first()
    if not match:
        raise no_such_match()
    return match


def seats_of(session: Session, match: Match) -> list[Seat]:
    rows = select(Seat).where(Seat.match_id == match.id).order_by(col(Seat.position))
    return list(session.exec(rows).all())


NUMBERED_SEATS = (
    select(Seat)
    .where(Seat.match_id == bindparam("match_id"), col(Seat.number).is_not(None))
    .order_by(col(Seat.number))
)


def numbered_seats(session: Session, match: Match) -> list[Seat]:
    """The seats of a match that has begun, in the order of their numbers, which may have been drawn. They are
    only to be looked at."""
    return look_up(session, Seat, NUMBERED_SEATS, match_id=match.id)


OF_PLAYER = (
    select(Seat)
    .join(Match)
    .where(Match.code == bindparam("code"), col(Seat.number).is_not(None))
    .where(or_(Seat.player_id == bindparam("player_id"), Seat.owner_id == bindparam("player_id")))
    .order_by(col(Seat.position))
)


def seat_of_player(session: Session, code: str, player_id: int | None) -> Seat | None:
    """The seat that somebody plays or has lent, in a match that has begun. It is only to be looked at."""
    seats = look_up(session, Seat, OF_PLAYER, code=code, player_id=player_id or 0)
    if not seats:
        look_at(session, code)  # an error where there is no such match
    return seats[0] if seats else None


def player_of(session: Session, seat: Seat) -> Player | None:
    """The player who gets letters about this seat; None for a bot, a guest, or a former player."""
    player = session.get(Player, seat.player_id) if seat.player_id else None
    return player if player and player.email else None


def hosted_match(session: Session, code: str, host_id: int | None) -> Match:
    match = by_code(session, code, locked=True)
    if match.host_id != host_id:
        raise NotAllowed("Only the host of this match can do this.")
    return match


def check_open(match: Match) -> Match:
    if not is_open(match):
        raise Problem("This match has already started.")
    return match


def name_unlike(name: str, others: Sequence[str]) -> str:
    """A player with the same name as another gets a number behind it."""
    tries = chain([name], (f"{name[:36]} {n}" for n in count(2)))
    return next(other for other in tries if other not in others)


# --- What everybody may know of it ---


@dataclass(frozen=True)
class MatchFacts:
    """What everybody may know of a match. The model explains the fields that have the names of columns."""

    code: str
    game: str
    title: str
    size: int
    status: str
    seating: str  # "host": as the host listed the seats; or "drawn"
    ask_seconds: int | None
    bank_seconds: int
    counts: str  # "every": every hour; or "own": each player's own waking hours
    absence_days: int
    grace_seconds: int
    policy: str
    watch: str
    prints_talk: bool
    greeting: str
    commitment: str
    head: str
    result: dict[str, Any] | None
    standing: list[int] | None
    started_at: datetime | None
    paused_at: datetime | None
    rests_at: datetime | None
    aside_at: datetime | None
    asked_on_at: datetime | None
    ended_at: datetime | None
    game_title: str
    option_titles: list[str]
    fewest: int  # players that the game needs
    host: str


COPIED = set(MatchFacts.__dataclass_fields__) & set(Match.model_fields)


HOST = select(Player.name).where(Player.id == bindparam("host"))


def facts_of(session: Session, match: Match) -> MatchFacts:
    host = look_up_columns(session, HOST, host=match.host_id)
    rules = meta(match.game)
    return MatchFacts(
        **{name: getattr(match, name) for name in COPIED},
        game_title=rules.title,
        option_titles=[rules.options[key].title for key, on in match.options.items() if on],
        fewest=rules.fewest,
        host=host[0][0] if host else FORMER_NAME,
    )


def check_not_aside(session: Session, match: Match) -> None:
    """The engine is never asked about a match that it would play otherwise."""
    if match.aside_at:
        raise SetAside(facts_of(session, match))


FORMER_NAME = later("a former player")  # instead of the name of a player who has left for good

FORMER_PLAYERS = (
    select(Player.id)
    .join(Seat, col(Seat.player_id) == Player.id)
    .where(Seat.match_id == bindparam("match_id"), col(Player.email).is_(None), col(Player.guest).is_(None))
)


def shown_names(session: Session, seats: Sequence[Seat], speech: Speech = ENGLISH) -> list[str]:
    """`seats`: of one match."""
    match_id = next((seat.match_id for seat in seats), None)
    former = {player for (player,) in look_up_columns(session, FORMER_PLAYERS, match_id=match_id)}
    return [speech.gettext(FORMER_NAME) if seat.player_id in former else seat.name for seat in seats]


def have_played_together(session: Session, one: int | None, other: int | None) -> bool:
    """Whether a match has begun with both of them."""
    if not one or not other:
        return False
    first, second = aliased(Seat), aliased(Seat)
    begun = select(Match.id).where(col(Match.started_at).is_not(None))
    begun = begun.where(first.match_id == Match.id, first.player_id == one)
    begun = begun.where(second.match_id == Match.id, second.player_id == other)
    return session.exec(begun.limit(1)).first() is not None
