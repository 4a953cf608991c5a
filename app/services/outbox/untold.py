"""Open asks that nobody knows of: their letter was given up, set aside or came back, so it is written again.

A letter that waits is none of these: it is composed when it leaves, from the present state of its match.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, func, select

from app.house import House
from app.models import Ask, Letter, Match, Player, Seat
from app.services import outbox
from app.services.outbox.facts import AGAIN, AgainFacts
from app.services.outbox.kinds import NEEDED

SOON = timedelta(minutes=5)  # in which the usual letters come into the outbox, or an answer comes
PAUSE = timedelta(days=1)  # after a letter that was lost, until the next one is written
# These tell their reader, each in its way, that the seat is asked.
TELLING = (*NEEDED, "reply", "receipt", "refused", "open_turns", "started", "digest")


# Matches that one look is about. With a look each minute, all have their turn within a day.
AT_ONCE = 150
MINUTES_OF_A_DAY = 1440


class UntoldAsk(NamedTuple):
    match_id: int
    turn: int
    seat: int
    player_id: int | None


def tell_again(house: House, at: datetime) -> int:
    """A new letter for each open ask that no letter has told of, in some of the matches: the next minute has
    the next ones. Returns how many."""
    with house.reading() as session:
        asks = untold_asks(session, at)
    if asks:
        house.write(partial(_write_again, asks=asks, at=at))
    return len(asks)


def _write_again(session: Session, asks: list[UntoldAsk], at: datetime) -> None:
    for ask in asks:
        key = f"turn {ask.match_id} {ask.turn} {ask.seat} again {at:%Y-%m-%d}"
        need = outbox.Need("your_turn", key, AgainFacts(ask.seat, ask.turn, AGAIN), ask.player_id)
        outbox.put_all(session, [need], ask.match_id)


def untold_asks(session: Session, at: datetime) -> list[UntoldAsk]:
    asks = sa.select(col(Ask.match_id), col(Ask.turn), col(Ask.seat), col(Seat.player_id)).select_from(Ask)
    asks = asks.join(Match, (col(Match.id) == col(Ask.match_id)) & (col(Match.turn) == col(Ask.turn)))
    asks = asks.join(Seat, (col(Seat.match_id) == col(Match.id)) & (col(Seat.number) == col(Ask.seat)))
    asks = asks.join(Player, col(Player.id) == col(Seat.player_id))
    first, last = _in_turn(session, at)
    rows = asks.where(col(Match.id).between(first, last), _is_open(at), _wants_letters())
    # In this order: nearly every ask has its own letter, which is found without a look at all of the match.
    rows = rows.where(~sa.case((_has_its_letter(at), sa.true()), else_=_is_told(at)))
    return [UntoldAsk(*row) for row in session.connection().execute(rows)]


def _in_turn(session: Session, at: datetime) -> tuple[int, int]:
    """The numbers of the matches that are looked at in this minute."""
    newest = session.exec(select(func.max(Match.id))).one() or 0
    size = max(AT_ONCE, -(-newest // MINUTES_OF_A_DAY))
    place = int(at.timestamp()) // 60 % max(1, -(-newest // size))
    return place * size + 1, (place + 1) * size


def _is_open(at: datetime) -> sa.ColumnElement[bool]:
    unanswered = col(Ask.closed_at).is_(None) & col(Ask.answered_at).is_(None) & col(Ask.held).is_(None)
    return unanswered & (col(Match.status) == "running") & (col(Ask.opened_at) <= at - SOON)


def _wants_letters() -> sa.ColumnElement[bool]:
    by_itself = col(Seat.bot) | col(Seat.deputy) | col(Seat.mute)
    reached = col(Player.email).is_not(None) & col(Player.resting_at).is_(None)
    return ~by_itself & reached & (col(Player.mail) != "none")


def _has_its_letter(at: datetime) -> sa.ColumnElement[bool]:
    space = sa.literal(" ")
    match_id, turn, seat = (sa.cast(col(name), sa.String) for name in (Ask.match_id, Ask.turn, Ask.seat))
    to_player = col(Letter.player_id) == col(Seat.player_id)
    key = sa.literal("turn ") + match_id + space + turn + space + seat
    own = select(Letter.id).where(col(Letter.key) == key, to_player, _tells(at))
    return sa.exists(own.correlate(Ask, Seat))


def _is_told(at: datetime) -> sa.ColumnElement[bool]:
    """By a letter of its match; where there is none, by one about all matches."""
    return _letter(col(Letter.match_id) == col(Ask.match_id), at) | _letter(
        col(Letter.match_id).is_(None), at
    )


def _letter(about: sa.ColumnElement[bool], at: datetime) -> sa.Exists:
    to_player = col(Letter.player_id) == col(Seat.player_id)
    return sa.exists(select(Letter.id).where(about, to_player, _tells(at)).correlate(Ask, Seat))


def _tells(at: datetime) -> sa.ColumnElement[bool]:
    """A letter that has told of it, that still will, or that was lost so lately that it is left alone."""
    of_ask = Letter.facts["turn"].as_integer() == col(Ask.turn)
    of_seat = Letter.facts["seat"].as_integer() == col(Ask.seat)
    telling = col(Letter.kind).in_(TELLING) & ((col(Letter.kind) != "your_turn") | (of_ask & of_seat))
    has_left: sa.ColumnElement[bool] = sa.and_(
        col(Letter.sent_at) >= col(Ask.opened_at), col(Letter.dropped) == ""
    )
    lost = col(Letter.dropped).in_(outbox.LOST) & (col(Letter.created_at) > at - PAUSE)
    return sa.and_(telling, sa.or_(has_left, col(Letter.due_at).is_not(None), lost))
