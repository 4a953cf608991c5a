"""A match being played: all rows that an order touches, read and locked at once, and written at the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select
from sqlmodel import Session, SQLModel, col

from app.db.lock_queue import queue_for
from app.db.rows import Rows, connection_of, table_of
from app.db.work import mark_work
from app.house import House
from app.i18n.render import speech
from app.models import Ask, Match, Player, Receipt, Seat
from app.problems import no_such_match
from app.services.deadlines import OwnTime, rings_now
from app.services.matches.needs import look_again
from engine.chance import match_seed
from engine.game import Game
from engine.registry import game
from engine.speech import Speech

# Built once, for every order runs these queries.
MATCH = select(table_of(Match)).where(col(Match.code) == bindparam("code")).with_for_update()
IS_OPEN_ASK = (
    (col(Ask.match_id) == bindparam("match_id"))
    & (col(Ask.turn) == bindparam("turn"))
    & (col(Ask.seat) == col(Seat.number))
    & col(Ask.closed_at).is_(None)
)
LAST_RECEIPT = (
    select(func.coalesce(func.max(col(Receipt.number)), 0))
    .where(col(Receipt.match_id) == col(Seat.match_id), col(Receipt.seat) == col(Seat.number))
    .scalar_subquery()
)
SEATS = (
    select(
        table_of(Seat),
        table_of(Ask),
        LAST_RECEIPT,
        col(Player.language),
        col(Player.receipts),
        col(Player.hard_bounces),
        *(col(getattr(Player, name)) for name in ("zone", "wakes", "sleeps", "free_days", "absences")),
    )
    .select_from(table_of(Seat))
    .outerjoin(table_of(Ask), IS_OPEN_ASK)
    .outerjoin(table_of(Player), col(Player.id) == col(Seat.player_id))
    .where(col(Seat.match_id) == bindparam("match_id"), col(Seat.number).is_not(None))
    .order_by(col(Seat.number))
)


class Person(NamedTuple):
    """What the answer to orders depends on, and the clock."""

    language: str
    receipts: bool
    hard_bounces: int
    own_time: OwnTime


@dataclass
class LiveMatch:
    session: Session
    house: House
    rows: Rows
    match: Match
    seats: dict[int, Seat]
    rules: Game
    seed: bytes
    state: Any  # None before the set-up
    asks: dict[int, Ask]
    receipts: dict[int, int]  # how many receipts each seat has got
    people: dict[int, Person]  # by seat

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats.values()]

    def speech_of(self, seat: int) -> Speech:
        """The language of texts that are stored for a seat, such as the reason in a receipt."""
        return speech(self.people[seat].language if seat in self.people else "en")

    def own_time_of(self, seat: int) -> OwnTime | None:
        """What its player has said about their own hours; None for a bot."""
        return self.people[seat].own_time if seat in self.people else None

    def view(self, seat: int) -> dict[str, Any]:
        return self.rules.view(self.state, seat)


@contextmanager
def changing(session: Session, house: House, code: str) -> Iterator[LiveMatch]:
    """The match, read and locked. When the block ends, its changed rows are written; after an error, none."""
    live = load(session, house, code)
    yield live
    changed = live.rows.write()
    refresh(session, changed)
    if changed and live.match.proposals:
        look_again(session, live.match)
    if rings_now(live.asks.values()):
        mark_work(session)


def load(session: Session, house: House, code: str) -> LiveMatch:
    """The match as it is now, only to look at; `changing` is for changes."""
    session.flush()
    rows = Rows(connection := connection_of(session))
    with queue_for(code, connection):
        matches = rows.read(Match, MATCH, code=code)
    if not matches:
        raise no_such_match()
    (match,) = matches
    joined = rows.read_joined((Seat, Ask), SEATS, match_id=match.id, turn=match.turn)
    seats = {seat.number: seat for seat, *_ in joined}
    asks = {ask.seat: ask for _, ask, *_ in joined if ask}
    receipts = {seat.number: last for seat, _, last, *_ in joined}
    people = {seat.number: person_of(*columns) for seat, _, _, *columns in joined if seat.player_id}
    rules = game(match.game)
    seed = match_seed(house.vault.decrypt(match.locked_seed), [seat.salt or "" for seat in seats.values()])
    state = rules.from_json(match.state, seed) if match.state else None
    return LiveMatch(session, house, rows, match, seats, rules, seed, state, asks, receipts, people)


def person_of(language: str, receipts: bool, hard_bounces: int, *own_time: Any) -> Person:
    return Person(language, receipts, hard_bounces, OwnTime(*own_time))


def refresh(session: Session, row_keys: list[Any]) -> None:
    """Reads models again that the ORM has read in this transaction and whose rows were written without it."""
    if session.identity_map:
        for model in list(session):
            if isinstance(model, SQLModel) and (table_of(type(model)), getattr(model, "id", 0)) in row_keys:
                session.refresh(model)
