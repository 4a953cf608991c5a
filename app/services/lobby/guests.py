"""A match against bots for who has no account: a guest, known to one browser only, who may stay."""

import hashlib
import hmac
import logging
import secrets
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Column, Table, delete, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, SQLModel, col, func, select

from app.house import House
from app.models import Ask, Match, Note, Player, Seat, now
from app.problems import Missing, TooMuch
from app.services.lobby import opening
from app.services.lobby.opening import Wish
from app.services.play import clocks
from app.status import GOING_ON
from engine.registry import GAMES, meta

log = logging.getLogger(__name__)

NAME = "Guest"
KEPT = timedelta(days=7)
MOST_A_DAY = 12  # matches from one place
MOST_OF_ALL = 2000  # matches a day
AT_ONCE = 100  # guests that one sweep takes away
LONGEST_SECONDS = 2.0  # that somebody waits for bots; what is left over, the worker does


class Begun(NamedTuple):
    player: Player
    code: str


# --- Beginning ---


def guest(session: Session, player_id: int | None) -> Player | None:
    """Who has no address yet; not who has left."""
    found = session.get(Player, player_id) if player_id else None
    return found if found and found.guest and not found.email else None


def begin(session: Session, house: House, game: str, place: str, who: Player | None) -> Begun:
    """The fewest seats, bots on all others, no clock. A guest who is in the middle of one gets that one."""
    if game not in GAMES:
        raise Missing("There is no such game.")
    player = (who and session.get(Player, who.id)) or _new_guest(session, house, place)
    going_on = select(Match.code).where(Match.host_id == player.id, Match.game == game)
    there = session.exec(going_on.where(col(Match.status).in_(GOING_ON))).first() if player.guest else None
    if there:
        return Begun(player, there)
    if player.guest:
        check_pace(session, player.guest)
    rules = meta(game)
    bots = ["bot"] * (rules.fewest - 1)
    wish = Wish(game, f"{rules.title} against bots", rules.fewest, ask_seconds=None, guests=bots)
    return Begun(player, opening.put_up(session, house, player, wish).code)


def _new_guest(session: Session, house: House, place: str) -> Player:
    made = Player(name=NAME, guest=hashed(house, place), mail="none", created_at=now())
    # A number that is free again may become somebody else's; this cookie must not be theirs.
    made.sessions = secrets.randbelow(2**31)
    session.add(made)
    session.flush()
    return made


def hashed(house: House, place: str) -> str:
    """Where somebody came from is needed to count, and not to know."""
    key = house.settings.keys[0].encode()
    return hmac.new(key, f"chasqui/guest {place}".encode(), hashlib.sha256).hexdigest()[:24]


def check_pace(session: Session, place: str) -> None:
    rows = select(func.count()).select_from(Match).join(Player).where(col(Player.guest).is_not(None))
    today = rows.where(col(Match.created_at) > now() - timedelta(days=1))
    if session.exec(today.where(Player.guest == place)).one() >= MOST_A_DAY:
        raise TooMuch(
            "{most} matches have been tried from here today. Sign in to play more.", most=MOST_A_DAY
        )
    if session.exec(today).one() >= MOST_OF_ALL:
        raise TooMuch("Very many people are trying the games today. Sign in to play, or come back tomorrow.")


# --- Bots ---


def bots_answer(house: House, code: str) -> None:
    """For who plays against bots alone: they answer before the page is shown."""
    until = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < until:
        with house.reading() as session:
            waiting = session.exec(_asked_bots(code)).all()
        if not waiting or not _ring(house, waiting):
            return


def _ring(house: House, asks: Any) -> bool:
    """A bot that cannot answer keeps nobody from going on."""
    try:
        for ask_id in asks:
            house.write(partial(clocks.ring, house=house, ask_id=ask_id, at=now()))
    except Exception:
        log.exception("a bot could not answer")
        return False
    return True


def _asked_bots(code: str) -> Any:
    other = aliased(Seat)
    people = select(func.count()).where(other.match_id == Match.id, col(other.bot).is_(False))
    return (
        select(Ask.id)
        .join(Match)
        .join(Seat, (col(Seat.match_id) == Match.id) & (col(Seat.number) == Ask.seat))
        .where(Match.code == code, Match.status == "running", col(Seat.bot))
        .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
        .where(people.correlate(Match).scalar_subquery() == 1)
    )


# --- Staying, or being forgotten ---


def keep(session: Session, guest_id: int | None, who: Player) -> Player:
    """Who has tried a game and signs in goes on with it: all that was the guest's is the person's."""
    trying = guest(session, guest_id)
    if trying and trying.id != who.id:
        _drop_second_notes(session, trying, who)
        session.exec(update(Seat).where(col(Seat.player_id) == trying.id).values(mute=False))
        for table, column in _pointing_to("player"):
            session.connection().execute(update(table).where(column == trying.id).values({column: who.id}))
        session.delete(trying)
        session.flush()
        session.expire_all()
        session.refresh(who)
    return who


def _drop_second_notes(session: Session, trying: Player, who: Player) -> None:
    """Of what both have written about a match, the person's stays."""
    theirs = select(Note.match_id).where(Note.player_id == who.id)
    session.exec(delete(Note).where(col(Note.player_id) == trying.id, col(Note.match_id).in_(theirs)))


def sweep(session: Session, at: datetime) -> int:
    """Guests who have not stayed, with their matches. How many guests there were."""
    old = select(Player.id).where(col(Player.guest).is_not(None), col(Player.email).is_(None))
    gone = session.exec(old.where(col(Player.created_at) < at - KEPT).limit(AT_ONCE)).all()
    if gone:
        matches = session.exec(select(Match.id).where(col(Match.host_id).in_(gone))).all()
        _delete_with_all(session, "match", matches)
        _delete_with_all(session, "player", gone)
    return len(gone)


def _delete_with_all(session: Session, name: str, ids: Any) -> None:
    for table, column in _pointing_to(name):
        session.connection().execute(delete(table).where(column.in_(ids)))
    table = SQLModel.metadata.tables[name]
    session.connection().execute(delete(table).where(table.c.id.in_(ids)))


def _pointing_to(name: str) -> list[tuple[Table, "Column[Any]"]]:
    """Every column that holds ids of a table, whatever tables there will be."""
    tables = reversed(SQLModel.metadata.sorted_tables)
    target = SQLModel.metadata.tables[name].c.id
    return [(table, column) for table in tables for column in table.c if column.references(target)]
