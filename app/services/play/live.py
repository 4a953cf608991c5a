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
from app.edition import mark
from app.house import House
from app.i18n.render import speech
from app.models import Ask, Match, Player, Receipt, Seat
from app.problems import BeingLookedAt, no_such_match
from app.services.deadlines import OwnTime, rings_now
from app.services.deadlines.counting import own_time_of
from app.services.matches.find import check_not_aside
from app.services.matches.needs import look_again
from app.services.play import shadow
from app.status import goes_on
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
        col(Player.entry_letters),
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
    entry_letters: bool
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
    state: Any  # None before the set-up, and of a match that is set aside
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
        check_not_aside(self.session, self.match)
        return self.rules.view(self.state, seat)


@contextmanager
def changing(session: Session, house: House, code: str) -> Iterator[LiveMatch]:
    """The match, read and locked. When the block ends, its changed rows are written; after an error, none."""
    live = load(session, house, code)
    look_in_shadow(live)
    with written(live):
        yield live


@contextmanager
def written(live: LiveMatch) -> Iterator[LiveMatch]:
    session = live.session
    yield live
    changed = live.rows.write()
    refresh(session, changed)
    if changed and live.match.proposals:
        look_again(session, live.match)
    if rings_now(live.asks.values()):
        mark_work(session)


def look_in_shadow(live: LiveMatch) -> None:
    """Nothing is played by an edition of the engine that may play the match otherwise than it was played.

    Usually the edition has seen all of it. Else it is played again: after an update for which nobody has
    waited, and where a process of another edition works beside this one.
    """
    match = live.match
    if not match.steps or match.aside_at or match.checked == mark(match.steps) or not goes_on(match):
        return
    if shadow.why_differs(shadow.kept(live.session, live.house, match)):
        raise BeingLookedAt
    match.checked = mark(match.steps)


def load(session: Session, house: House, code: str, blind: bool = False) -> LiveMatch:
    """The match as it is now, only to look at; `changing` is for changes. `blind`: no engine is asked."""
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
    if blind or match.aside_at:
        return LiveMatch(session, house, rows, match, seats, rules, b"", None, asks, receipts, people)
    seed = match_seed(house.vault.decrypt(match.locked_seed), [seat.salt or "" for seat in seats.values()])
    state = _state_of(rules, match, seed)
    return LiveMatch(session, house, rows, match, seats, rules, seed, state, asks, receipts, people)


def _state_of(rules: Game, match: Match, seed: bytes) -> Any:
    """What the engine cannot read, another edition has written: the match is about to be set aside."""
    try:
        return rules.from_json(match.state, seed) if match.state else None
    except Exception:
        if match.checked == mark(match.steps):
            raise
        raise BeingLookedAt from None


def person_of(
    language: str, receipts: bool, hard_bounces: int, entry_letters: bool, *own_time: Any
) -> Person:
    return Person(language, receipts, hard_bounces, entry_letters, OwnTime(*own_time))


def person_from(player: Player) -> Person:
    own = own_time_of(player)
    return Person(player.language, player.receipts, player.hard_bounces, player.entry_letters, own)


def refresh(session: Session, row_keys: list[Any]) -> None:
    """Reads models again that the ORM has read in this transaction and whose rows were written without it."""
    if session.identity_map:
        for model in list(session):
            if isinstance(model, SQLModel) and (table_of(type(model)), getattr(model, "id", 0)) in row_keys:
                session.refresh(model)
