"""What a player's feeds contain: open asks with their deadlines, and results."""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlmodel import Session, col, select

from app.house import House
from app.keys import key_of, name_in
from app.models import Ask, Match, Player, Seat
from app.services.matches import find
from app.services.matches.find import shown_names
from app.services.matches.result import Ending, ending_of
from engine.registry import meta
from engine.speech import Speech

RESULTS_FOR = timedelta(days=30)  # how long results are news


class OpenAsk(NamedTuple):
    """An ask that waits for an answer."""

    seat: int
    turn: int
    code: str
    title: str
    game_title: str
    opened_at: datetime
    due_at: datetime | None


class EndedMatch(NamedTuple):
    code: str
    title: str
    ended_at: datetime
    ending: Ending


FEED = "feed"


def player_with_feed(session: Session, house: House, key: str) -> Player | None:
    """The player whose feeds have this key in their addresses."""
    name = name_in(house.settings.keys, FEED, key)
    return session.exec(select(Player).where(Player.feed_key == name)).first() if name else None


def feed_key(house: House, player: Player) -> str:
    """ "" for a player who has no feeds."""
    return key_of(house.settings.keys, FEED, player.feed_key) if player.feed_key else ""


def open_asks_of(session: Session, player: Player) -> list[OpenAsk]:
    """The player's open asks: the next deadline first, those without a clock last."""
    rows = (
        select(Ask, Match)
        .where(Ask.match_id == Match.id, Seat.match_id == Match.id, Seat.number == Ask.seat)
        .where(Seat.player_id == player.id, col(Seat.deputy).is_(False), Match.status == "running")
        .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None), col(Ask.held).is_(None))
        .order_by(col(Ask.due_at).is_(None), col(Ask.due_at), col(Ask.id))
    )
    return [
        OpenAsk(
            ask.seat, ask.turn, match.code, match.title, meta(match.game).title, ask.opened_at, ask.due_at
        )
        for ask, match in session.exec(rows)
    ]


def ended_matches_of(session: Session, player: Player, at: datetime, speech: Speech) -> list[EndedMatch]:
    """Matches that have ended lately, the last one first."""
    own_matches = select(Seat.match_id).where(Seat.player_id == player.id)
    ended = select(Match).where(col(Match.id).in_(own_matches), col(Match.ended_at) > at - RESULTS_FOR)
    started = ended.where(col(Match.started_at).is_not(None)).order_by(
        col(Match.ended_at).desc(), col(Match.id)
    )
    return [_over(session, match, speech) for match in session.exec(started)]


def _over(session: Session, match: Match, speech: Speech) -> EndedMatch:
    assert match.ended_at
    names = shown_names(session, find.numbered_seats(session, match))
    return EndedMatch(match.code, match.title, match.ended_at, ending_of(match, names, speech))
