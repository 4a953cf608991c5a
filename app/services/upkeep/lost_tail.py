"""What is known of a match beside its steps, and must not know more than they do.

Receipts, asks, letters, talk and diaries say which turn it was and how long the record was. If one of them
is further than the record, the record has lost its end.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy
from sqlmodel import Session, col, func, select

from app.db.rows import table_of
from app.models import Ask, DiaryEntry, Letter, Match, Receipt, Seat, Talk

NEWEST_LETTERS = 50


def check_tail(session: Session, match: Match, heads: Sequence[str]) -> Iterator[str]:
    """`heads`: the hash of each line of the record."""
    receipts = _receipts(session, match)
    yield from _check_receipts(match, receipts, set(heads))
    yield from _check_letters(session, match, receipts)
    told = session.scalar(select(func.max(Seat.told)).where(Seat.match_id == match.id)) or 0
    if told > match.steps:
        yield f"letters have told of {told} lines, and the record has {match.steps}: its end is lost"
    talked = session.scalar(select(func.max(Talk.base)).where(Talk.match_id == match.id)) or 0
    if talked > match.steps:
        yield f"there is talk from line {talked}, and the record has {match.steps}: its end is lost"
    written = session.scalar(select(func.max(DiaryEntry.base)).where(DiaryEntry.match_id == match.id)) or 0
    if written > match.steps:
        yield f"a diary tells of line {written}, and the record has {match.steps}: its end is lost"
    asked = session.scalar(select(func.max(Ask.turn)).where(Ask.match_id == match.id)) or 0
    if asked > match.turn:
        yield f"seats were asked in turn {asked}, and the match is in turn {match.turn}: the end is lost"


def _receipts(session: Session, match: Match) -> dict[int, list[Any]]:
    """By seat, in the order of their numbers."""
    columns = table_of(Receipt).c
    rows = sqlalchemy.select(columns.seat, columns.number, columns.turn, columns.base, columns.head)
    found: dict[int, list[Any]] = defaultdict(list)
    for row in session.execute(rows.where(columns.match_id == match.id).order_by(columns.number)):
        found[row.seat].append(row)
    return found


def _check_receipts(match: Match, receipts: dict[int, list[Any]], heads: set[str]) -> Iterator[str]:
    for seat, rows in sorted(receipts.items()):
        numbers = [row.number for row in rows]
        if numbers != [*range(1, len(rows) + 1)]:
            missing = sorted({*range(1, max(numbers) + 1)} - {*numbers})
            yield f"seat {seat} has receipts up to number {max(numbers)}, and {missing} are missing"
        for row in rows:
            if row.base > match.steps or row.turn > match.turn:
                yield (
                    f"receipt {row.number} of seat {seat} is for line {row.base} in turn {row.turn}, and the"
                    f" record has {match.steps} lines and is in turn {match.turn}: its end is lost"
                )
            elif row.head not in heads:
                yield f"receipt {row.number} of seat {seat} names the head {row.head[:8]}, which no line has"


def _check_letters(session: Session, match: Match, receipts: dict[int, list[Any]]) -> Iterator[str]:
    """Only of the newest letters, for these have told the most."""
    letters = select(Letter.kind, Letter.facts).where(Letter.match_id == match.id)
    for kind, facts in session.execute(letters.order_by(col(Letter.id).desc()).limit(NEWEST_LETTERS)):
        turn, receipt, seat = (_number(facts, name) for name in ("turn", "receipt", "seat"))
        if turn > match.turn:
            yield f"a letter ({kind}) is about turn {turn}, and the match is in turn {match.turn}"
        if receipt > len(receipts[seat]):
            yield f"a letter ({kind}) is about receipt {receipt} of seat {seat}, which is not there"


def _number(facts: Any, name: str) -> int:
    """0 where a kind of letter has nothing of that name, or something else than a number."""
    value = facts.get(name) if isinstance(facts, dict) else None
    return value if isinstance(value, int) else 0
