"""Steps: each one that is applied adds one line to the record."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import col

from app.clock import now
from app.db.words import By, StepKind
from app.edition import mark
from app.models import Ask, Step
from app.services.books import film_store, store
from app.services.matches.find import check_not_aside
from app.services.play.live import LiveMatch
from engine.game import Event, Result
from engine.game import Step as Applied
from engine.record import Record

# Who gives orders if the player does not: these words are in the record.
STANDING: By = "standing"
BOT: By = "bot"
DEPUTY: By = "deputy"
CLOCK: By = "clock"
FRIEND: By = "friend"  # of a player who has lent the seat


def record_time(at: datetime) -> str:
    """A time in the form that the record uses."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def apply_step(live: LiveMatch, orders: dict[int, str], by: dict[int, str]) -> Applied:
    """Applies orders by the rules, and adds the line to the record. Asks stay as they were."""
    step = live.rules.apply(live.state, orders, live.names)
    record = Record(head=live.match.head)
    record.step(live.match.steps, record_time(now()), step.canonical, by)
    live.state = step.state
    add_line(live, record, "orders", step.events)
    return step


def add_line(live: LiveMatch, record: Record, kind: StepKind, events: Sequence[Event] = ()) -> None:
    check_not_aside(live.session, live.match)
    match, (line,) = live.match, record.lines
    about: dict[str, Any] = {"match_id": match.id, "number": match.steps, "turn": match.turn}
    live.rows.new(Step, **about, kind=kind, line=line, events=list(events), at=now())
    match.steps, match.head = match.steps + 1, record.head
    match.state, match.checked = live.rules.to_json(live.state), mark(match.steps)


def end_record(live: LiveMatch, ending: Result | None) -> None:
    """Ends the record with a line that publishes the server's seed, and asks for the match's books."""
    match = live.match
    record = Record(head=match.head)
    record.end(record_time(match.ended_at or now()), live.house.vault.decrypt(match.locked_seed), ending)
    add_line(live, record, "last")
    assert match.id
    _note_thought(live, match.id)
    store.want_all(live.session, match.id)
    film_store.want_all(live.session, match.id)


def _note_thought(live: LiveMatch, match_id: int) -> None:
    """How long people took for an answer on average. The asks that tell it go before the match does."""
    given = sa.select(col(Ask.seat), col(Ask.opened_at), col(Ask.answered_at))
    given = given.where(col(Ask.match_id) == match_id, col(Ask.by) == "", col(Ask.answered_at).is_not(None))
    seconds: dict[int, list[float]] = {}
    for row in live.session.connection().execute(given):
        seconds.setdefault(row.seat, []).append((row.answered_at - row.opened_at).total_seconds())
    for seat, all_ in seconds.items():
        live.seats[seat].thought = int(sum(all_) / len(all_))
