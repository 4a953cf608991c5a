"""The story of a finished match, turn by turn: who did what, and which boards belong where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from engine.chronicle import Card, Chronicle, FactTable, Figure, Happening
from engine.record import Moment


@dataclass
class Entry:
    """What one seat did in a row, or short steps of several seats in one paragraph."""

    first: int
    last: int
    at: datetime
    seat: int | None
    brief: bool
    sentences: list[str]
    by: set[str]  # clock, standing, bot, deputy
    figures: list[Figure] = field(default_factory=list)


class Told(NamedTuple):
    title: str
    begun: datetime
    ended: datetime
    entries: list[Entry]
    table: FactTable | None
    figure: Figure | None
    cards: tuple[Card, ...]


def instant(text: str) -> datetime:
    """A time as the record has it."""
    return datetime.fromisoformat(text)


def at(moment: Moment) -> datetime:
    return instant(moment.line.get("at") or moment.line["started"])


def story(chronicle: Chronicle) -> list[Told]:
    figures = {figure.step: figure for figure in chronicle.figures()}
    told = []
    for chapter in chronicle.chapters():
        entries = list(_joined(_steps(chronicle, chapter.happenings)))
        for entry in entries:
            steps = range(entry.first, entry.last + 1)
            entry.figures = [figures.pop(step) for step in steps if step in figures]
        begun, ended = (
            chronicle.moments[part.step] for part in (chapter.happenings[0], chapter.happenings[-1])
        )
        shown = (chapter.table, chapter.figure, chapter.cards)
        told.append(
            Told(chapter.title, at(begun), at(ended), [entry for entry in entries if _says(entry)], *shown)
        )
    return told


def _says(entry: Entry) -> bool:
    return bool(entry.sentences or entry.figures)


def _steps(chronicle: Chronicle, happenings: Sequence[Happening]) -> Iterator[Entry]:
    for step, group in groupby(happenings, key=lambda happening: happening.step):
        events = [happening.event for happening in group]
        moment = chronicle.moments[step]
        seats = [int(seat) for seat in moment.line.get("orders", {})]
        said = [event for event in events if chronicle.says(event)]
        yield Entry(
            first=step,
            last=step,
            at=at(moment),
            seat=seats[0] if len(seats) == 1 and not chronicle.rules.META.sealed else None,
            brief=all(event["event"] in chronicle.brief for event in events),
            sentences=[chronicle.rules.tell(event, chronicle.names, chronicle.speech) for event in said],
            by=set(moment.line.get("by", {}).values()),
        )


def _joined(steps: Iterator[Entry]) -> Iterator[Entry]:
    """However many submissions somebody made of a turn, it is one."""
    open_: Entry | None = None
    for step in steps:
        if open_ and _go_together(open_, step):
            open_.last, open_.at = step.last, step.at
            open_.sentences += step.sentences
            open_.by |= step.by
            open_.seat = open_.seat if open_.seat == step.seat else None
        else:
            if open_:
                yield open_
            open_ = step
    if open_:
        yield open_


def _go_together(before: Entry, after: Entry) -> bool:
    if before.brief or after.brief:
        return before.brief and after.brief
    return before.seat is not None and before.seat == after.seat
