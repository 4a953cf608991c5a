"""Matches against bots for guests: people without an account, whom only a browser's cookie identifies."""

import hashlib
import hmac
import logging
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Column, Table, delete, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, SQLModel, col, func, select

from app.clock import now
from app.house import House
from app.models import Ask, Contribution, Look, Match, Note, Player, Seat
from app.problems import Missing, TooMuch
from app.services.lobby import opening
from app.services.lobby.opening import Wish
from app.services.play import clocks
from app.services.play.ringing import Due
from app.status import GOING_ON
from engine.registry import GAMES, meta
from engine.speech import ENGLISH, Speech, later

log = logging.getLogger(__name__)

NAME = later("Guest")
KEPT_FOR = timedelta(days=7)
MOST_A_DAY = 12  # matches from one network address
MOST_OF_ALL = 2000  # matches a day
AT_ONCE = 20  # guests that one sweep deletes
LONGEST_SECONDS = 2.0  # that a page waits for bots; the worker plays the answers that are left


class GuestMatch(NamedTuple):
    player: Player
    code: str


# --- Beginning ---


def find_guest(session: Session, player_id: int | None) -> Player | None:
    """The guest with this id; None for a player with an address, and for a former player."""
    player = session.get(Player, player_id) if player_id else None
    return player if player and player.guest and not player.email else None


def try_game(
    session: Session, house: House, game: str, place: str, visitor: Player | None, speech: Speech = ENGLISH
) -> GuestMatch:
    """Opens the smallest match, against bots, without a clock. A guest who still plays one gets that one."""
    if game not in GAMES:
        raise Missing("There is no such game.")
    player = (visitor and session.get(Player, visitor.id)) or _new_guest(session, house, place, speech)
    if player.guest:
        going_on = select(Match.code).where(Match.host_id == player.id, Match.game == game)
        code = session.exec(going_on.where(col(Match.status).in_(GOING_ON))).first()
        if code:
            return GuestMatch(player, code)
        check_pace(session, player.guest)
    rules = meta(game)
    bots = ["bot"] * (rules.fewest - 1)
    title = speech.gettext("{title} against bots").format(title=rules.title)
    wish = Wish(game, title, rules.fewest, ask_seconds=None, guests=bots)
    return GuestMatch(player, opening.open_match_of(session, house, player, wish).code)


def _new_guest(session: Session, house: House, place: str, speech: Speech) -> Player:
    name = speech.gettext(NAME)
    guest = Player(name=name, guest=hash_of_place(house, place), mail="none", created_at=now())
    session.add(guest)
    session.flush()
    return guest


def hash_of_place(house: House, place: str) -> str:
    """A keyed hash of the network address: it lets us count matches, and does not tell us the address."""
    key = house.settings.keys[0].encode()
    return hmac.new(key, f"chasqui/guest {place}".encode(), hashlib.sha256).hexdigest()[:24]


def check_pace(session: Session, place: str) -> None:
    rows = select(func.count()).select_from(Match).join(Player).where(col(Player.guest).is_not(None))
    today = rows.where(col(Match.created_at) > now() - timedelta(days=1))
    if session.exec(today.where(Player.guest == place)).one() >= MOST_A_DAY:
        raise TooMuch(
            "{most} matches have been started from here today. Sign in to play more.", most=MOST_A_DAY
        )
    if session.exec(today).one() >= MOST_OF_ALL:
        raise TooMuch("Lots of people are trying the games today. Sign in to play, or come back tomorrow.")


# --- Bots ---


def bots_answer(house: House, code: str) -> None:
    """In a match with one person, the bots answer before the page is shown."""
    until = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < until:
        with house.reading() as session:
            ask_ids = session.exec(_asks_of_bots(code)).all()
        if not ask_ids or not _ring(house, code, ask_ids):
            return


def _ring(house: House, code: str, ask_ids: Any) -> bool:
    """Whether the bots could answer. If not, the page is shown all the same."""
    try:
        for ask_id in ask_ids:
            house.write(partial(clocks.ring_clock, house=house, due=Due(ask_id, code), at=now()))
    except Exception:
        log.exception("a bot could not answer")
        return False
    return True


def _asks_of_bots(code: str) -> Any:
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


def merge_guest(session: Session, guest_id: int | None, player: Player) -> Player:
    """A guest who signs in goes on playing: everything of the guest's becomes the player's."""
    trying_guest = find_guest(session, guest_id)
    if trying_guest and trying_guest.id != player.id:
        _drop_second_rows(session, trying_guest, player)
        session.exec(update(Seat).where(col(Seat.player_id) == trying_guest.id).values(mute=False))
        for table, column in _columns_referring_to("player"):
            session.connection().execute(
                update(table).where(column == trying_guest.id).values({column: player.id})
            )
        session.delete(trying_guest)
        session.flush()
        session.expire_all()
        session.refresh(player)
    return player


def _drop_second_rows(session: Session, trying_guest: Player, player: Player) -> None:
    """If guest and player both have a note about a match, have looked at it or give to its book, the player's
    stays."""
    for table in (Note, Look, Contribution):
        theirs = select(table.match_id).where(table.player_id == player.id)
        second = (col(table.player_id) == trying_guest.id) & col(table.match_id).in_(theirs)
        session.exec(delete(table).where(second))


def delete_old_guests(session: Session, at: datetime, kept: timedelta = KEPT_FOR) -> int:
    """Deletes guests who have not signed in for a week, with their matches. Returns how many guests.

    `kept`: another time than a week."""
    old = select(Player.id).where(col(Player.guest).is_not(None), col(Player.email).is_(None))
    guest_ids = session.exec(old.where(col(Player.created_at) < at - kept).limit(AT_ONCE)).all()
    if guest_ids:
        match_ids = session.exec(select(Match.id).where(col(Match.host_id).in_(guest_ids))).all()
        delete_with_references(session, "match", match_ids)
        delete_with_references(session, "player", guest_ids)
    return len(guest_ids)


def delete_with_references(session: Session, name: str, ids: Any) -> None:
    for table, column in _columns_referring_to(name):
        session.connection().execute(delete(table).where(column.in_(ids)))
    table = SQLModel.metadata.tables[name]
    session.connection().execute(delete(table).where(table.c.id.in_(ids)))


def _columns_referring_to(name: str) -> list[tuple[Table, "Column[Any]"]]:
    """All columns that refer to this table's ids, read from the models, so that no new one is forgotten."""
    tables = reversed(SQLModel.metadata.sorted_tables)
    target = SQLModel.metadata.tables[name].c.id
    return [(table, column) for table in tables for column in table.c if column.references(target)]
