"""The names of seats, as the record has them; a player who has left for good is "a former player"."""

from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.models import Player, Seat
from engine.speech import ENGLISH, Speech, later

FORMER_NAME = later("a former player")  # instead of the name of a player who has left for good

FORMER_PLAYERS = select(Player.id).where(
    col(Player.id).in_(bindparam("players", expanding=True)),
    col(Player.email).is_(None),
    col(Player.guest).is_(None),
)


def shown_names(session: Session, seats: Sequence[Seat], speech: Speech = ENGLISH) -> list[str]:
    former = set(session.exec(FORMER_PLAYERS, params={"players": [seat.player_id for seat in seats]}))
    return [speech.gettext(FORMER_NAME) if seat.player_id in former else seat.name for seat in seats]
