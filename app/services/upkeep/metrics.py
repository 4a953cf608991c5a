"""Figures for monitoring, read when they are asked for: true, however many processes there are.

All are quick, however large the tables: by an index of few rows, or of the newest rows only; where those of
a day are many, some of them stand for the others. What leaves no row, like a refusal, is counted by each
process and kept in a table (`tallies.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from app.archive import shelf
from app.clock import now
from app.db.sampling import looked_at, span_since
from app.house import House
from app.models import Ask, Book, Film, Heartbeat, Letter, Mail, Match, Step
from app.services import outbox
from app.services.inbox import intake
from app.services.outbox import counts
from app.services.play.clocks import oldest_overdue_since
from app.services.upkeep import heartbeats, memory, tallies
from app.services.upkeep.health import look_around
from app.tally import REFUSED

GAUGE, COUNTER = "gauge", "counter"
DAY = timedelta(days=1)
MEASURED = 2_000  # asks whose time is measured
MOST = 100_000  # that are counted of what waits
QUANTILES = (0.5, 0.9, 0.99, 1.0)


Labels = tuple[str, ...]


class Figure(NamedTuple):
    """One metric, with a value for each way to label it."""

    name: str
    what: str
    labels: Labels
    values: Mapping[Any, float]  # by their labels, which are Labels
    kind: str = GAUGE


def figures(session: Session, house: House) -> Iterator[Figure]:
    at = now()
    yield from of_letters(session, at)
    yield from of_play(session, at)
    yield from of_waiting(session, at)
    yield of_refusals(session)
    yield from of_processes(session)
    yield from of_house(session, house, at)


def of_letters(session: Session, at: datetime) -> Iterator[Figure]:
    fates = counts.fates_of_the_day(session, at)
    yield Figure("letters_of_day", "Letters written in the last 24 hours.", ("kind", "fate"), fates)
    waits = _quantiles(counts.waits_of_the_day(session, at))
    text = "From when a letter should leave until it left, in the last 24 hours."
    yield Figure("letter_wait_seconds", text, ("quantile",), waits)
    found = counts.letter_counts(session, at)
    lost = {("given up",): found.given_up, ("set aside",): found.set_aside}
    yield Figure("letters_lost_of_week", "Letters of 7 days that nobody gets.", ("fate",), lost)
    away = _age(found.server_away_since, at)
    yield Figure("mail_server_away_seconds", "How long no letter could leave; 0: it works.", (), {(): away})


def of_play(session: Session, at: datetime) -> Iterator[Figure]:
    looked, step = looked_at(Step, span_since(session, Step, "at", at - DAY))
    rows = select(Match.game, func.count()).join(Step, col(Step.match_id) == Match.id)
    rows = rows.where(looked, col(Step.at) > at - DAY, Step.kind == "orders")
    played = {(game,): step * count for game, count in session.exec(rows.group_by(Match.game))}
    yield Figure("orders_of_day", "Orders that were applied in the last 24 hours.", ("game",), played)
    first = select(func.max(Ask.id)).scalar_subquery() - MEASURED
    asks = select(Ask.opened_at, Ask.answered_at).where(col(Ask.id) > first, col(Ask.answered_at) > at - DAY)
    times = [(answered - opened).total_seconds() for opened, answered in session.exec(asks) if answered]
    text = "From an ask to its answer, of the newest in the last 24 hours."
    yield Figure("ask_answer_seconds", text, ("quantile",), _quantiles(times))


def of_waiting(session: Session, at: datetime) -> Iterator[Figure]:
    due_letters = select(Letter.id).where(col(Letter.due_at).is_not(None), col(Letter.wanted_at) <= at)
    running = select(Ask.id).join(Match).where(Ask.turn == Match.turn, Match.status == "running")
    queues = {
        ("letter",): due_letters,
        ("ask",): running.where(col(Ask.rings_at) <= at),
        ("mail",): select(Mail.id).where(col(Mail.due_at).is_not(None)),
        ("book",): select(Book.id).where(col(Book.due_at).is_not(None)),
        ("film",): select(Film.id).where(col(Film.due_at).is_not(None)),
    }
    lengths = {what: _count(session, rows) for what, rows in queues.items()}
    late = {(): lengths.pop(("ask",))}
    yield Figure("clocks_late", "Clocks that should have rung and have not.", (), late)
    yield Figure("queue_length", "What is due and not done.", ("what",), lengths)
    oldest = {
        ("letter",): outbox.oldest_unsent_since(session),
        ("ask",): oldest_overdue_since(session),
        ("mail",): intake.oldest_unread(session),
    }
    ages = {what: _age(since, at) for what, since in oldest.items()}
    yield Figure("oldest_waiting_seconds", "How long the oldest of it has waited.", ("what",), ages)


def of_refusals(session: Session) -> Figure:
    found = {key[1:]: count for key, count in tallies.counts(session).items() if key[0] == REFUSED}
    return Figure("refusals", "What was refused so far.", ("way", "kind", "reason"), found, COUNTER)


def of_processes(session: Session) -> Iterator[Figure]:
    """Those of this machine that run with this one, and of others what they have said of themselves."""
    rows = session.exec(select(Heartbeat.role, Heartbeat.place, Heartbeat.memory, Heartbeat.at)).all()
    recent = heartbeats.database_time(session) - heartbeats.RECENT
    known = {place: (role, taken) for role, place, taken, seen in rows if seen > recent and taken}
    known |= {heartbeats.place_of(one.pid): (one.role, one.kilobytes) for one in memory.family()}
    taken = {(role, place): kilobytes * 1024 for place, (role, kilobytes) in known.items()}
    yield Figure("process_memory_bytes", "What each process takes (PSS).", ("role", "process"), taken)
    signs = heartbeats.signs(session)
    ages = {(role,): sign.age for role, sign in signs.items()}
    yield Figure("heartbeat_age_seconds", "Since the last sign of life of a role.", ("role",), ages)
    skews = {(role,): sign.skew for role, sign in signs.items()}
    yield Figure("clock_skew_seconds", "How far a clock is ahead of the database's.", ("role",), skews)


def of_house(session: Session, house: House, at: datetime) -> Iterator[Figure]:
    folders = shelf.folders(house.settings)
    ages = [(folder.parent == house.settings.folder, shelf.age(folder, at)) for folder in folders]
    known = {("own" if own else "second",): age.total_seconds() for own, age in ages if age is not None}
    yield Figure("backup_age_seconds", "Since the newest backup; nothing: there is none.", ("folder",), known)
    troubles = look_around(session, house).troubles
    found = {(trouble.name, "warns" if trouble.only_warns else "wrong"): 1.0 for trouble in troubles}
    yield Figure("trouble", "What /healthz tells of the database.", ("name", "how"), found)


def _count(session: Session, rows: SelectOfScalar[int]) -> int:
    bounded = rows.limit(MOST).subquery()
    return session.exec(select(func.count()).select_from(bounded)).one()


def _age(since: datetime | None, at: datetime) -> float:
    return max(0.0, (at - since).total_seconds()) if since else 0.0


def _quantiles(values: Sequence[float]) -> dict[tuple[str, ...], float]:
    """Of nothing there are none."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return {(f"{part:g}",): ordered[round(part * last)] for part in QUANTILES} if ordered else {}
