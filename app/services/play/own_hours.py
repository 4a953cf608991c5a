"""A player changes their own hours: open asks get new deadlines, and letters tell them."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from sqlmodel import Session, col, select

from app.clock import now
from app.house import House
from app.models import Ask, Match, Player, Seat
from app.problems import NotAllowed
from app.services import deadlines
from app.services.people import accounts, own_time
from app.services.play import deputies
from app.services.play.letters import put_deadline_letter
from app.services.play.live import changing
from app.services.play.stated_absences import stated_end
from app.status import GOING_ON

Change = Callable[[Player, date], Any]


def change_account(session: Session, house: House, player_id: int, changes: dict[str, Any]) -> None:
    """All that a player can change about themselves; hours and zone move deadlines."""
    codes = locked_matches(session, player_id)
    accounts.change_account(session, player_id, **changes)
    renew_deadlines(session, house, player_id, codes)


def go_away(session: Session, house: House, player_id: int, begins: date | None, ends: date | None) -> None:
    """Without a first day from today on, in place of an absence that is going on, whenever that was to end.

    Without a last one until the player is back.
    """

    def add(player: Player, today: date) -> None:
        if begins is None:
            own_time.end_absence(player, today)
        own_time.add_absence(player, begins or today, ends, today)

    change_absences(session, house, player_id, add)


def drop_absence(session: Session, house: House, player_id: int, begins: str) -> None:
    def drop(player: Player, today: date) -> None:
        own_time.drop_absence(player, begins, today)

    change_absences(session, house, player_id, drop)


def come_back(session: Session, house: House, player_id: int) -> None:
    """Ends the absence, and the time of bots that play for the player in any match."""
    codes = locked_matches(session, player_id)
    change_absences(session, house, player_id, own_time.end_absence)
    mine = select(Match.code, Seat.number).where(Match.id == Seat.match_id, Seat.player_id == player_id)
    for code, number in session.exec(mine.where(col(Match.code).in_(codes), col(Seat.deputy).is_(True))):
        deputies.come_back(session, house, code, number or 0)


def change_absences(session: Session, house: House, player_id: int, change: Change) -> None:
    codes = locked_matches(session, player_id)
    player = accounts.find_player(session, player_id)
    if not player:
        raise NotAllowed("Sign in first.")
    change(player, own_time.today_of(player, now()))
    session.add(player)
    session.flush()
    restate_ends(session, house, player_id, codes)
    renew_deadlines(session, house, player_id, codes)


def locked_matches(session: Session, player_id: int) -> Sequence[str]:
    """Orders lock a match before its player, so this does too; and everybody locks them in the same order."""
    played = select(Seat.match_id).where(Seat.player_id == player_id)
    mine = select(Match.code).where(col(Match.id).in_(played), col(Match.status).in_(GOING_ON))
    return session.exec(mine.order_by(col(Match.id)).with_for_update()).all()


def renew_deadlines(session: Session, house: House, player_id: int, codes: Sequence[str]) -> None:
    """During a pause clocks stand still; when it is over, they count by the hours of then."""
    asked = select(Match.code, Ask.seat).where(Ask.match_id == Match.id, Seat.match_id == Match.id)
    asked = asked.where(Seat.number == Ask.seat, Seat.player_id == player_id, Match.status == "running")
    asked = asked.where(col(Match.code).in_(codes), col(Ask.due_at).is_not(None))
    is_open = (col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    for code, number in session.exec(asked.where(*is_open).order_by(col(Match.id))).all():
        renew_deadline(session, house, code, number)


def restate_ends(session: Session, house: House, player_id: int, codes: Sequence[str]) -> None:
    """Where a bot plays already, it plays until the absence ends that the player has stated since."""
    played = select(Match.code, Seat.number).where(Match.id == Seat.match_id, Seat.player_id == player_id)
    for code, number in session.exec(played.where(col(Match.code).in_(codes), col(Seat.deputy).is_(True))):
        with changing(session, house, code) as live:
            live.seats[number or 0].deputy_until = stated_end(live, number or 0, now())


def renew_deadline(session: Session, house: House, code: str, number: int) -> None:
    with changing(session, house, code) as live:
        ask, seat, own = live.asks[number], live.seats[number], live.own_time_of(number)
        if own and deadlines.renew(ask, live.match, seat, own, now()):
            put_deadline_letter(live, ask)
