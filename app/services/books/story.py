"""The story of a finished match in chapters: what each seat did, and where pictures of the board belong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from engine.chronicle import Chronicle, FactTable, Figure, Happening, StoryCard
from engine.record import Moment


@dataclass
class Entry:
    """A paragraph: consecutive steps of one seat, or brief steps of several seats."""

    first: int
    last: int
    at: datetime
    seat: int | None
    brief: bool
    sentences: list[str]
    by: set[str]  # who gave orders instead of players: clock, standing, bot, deputy
    figures: list[Figure] = field(default_factory=list)


class StoryChapter(NamedTuple):
    title: str
    begun: datetime
    ended: datetime
    entries: list[Entry]
    table: FactTable | None
    figure: Figure | None
    cards: tuple[StoryCard, ...]


def read_time(text: str) -> datetime:
    """Reads a time of the record."""
    return datetime.fromisoformat(text)


def time_of(moment: Moment) -> datetime:
    return read_time(moment.line.get("at") or moment.line["started"])


def chapters_of(chronicle: Chronicle) -> list[StoryChapter]:
    figures = {figure.step: figure for figure in chronicle.figures()}
    chapters = []
    for chapter in chronicle.chapters():
        entries = list(_joined_entries(_entries_of_steps(chronicle, chapter.happenings)))
        for entry in entries:
            steps = range(entry.first, entry.last + 1)
            entry.figures = [figures.pop(step) for step in steps if step in figures]
        first, last = chapter.happenings[0].step, chapter.happenings[-1].step
        chapters.append(
            StoryChapter(
                title=chapter.title,
                begun=time_of(chronicle.moments[first]),
                ended=time_of(chronicle.moments[last]),
                entries=[entry for entry in entries if entry.sentences or entry.figures],
                table=chapter.table,
                figure=chapter.figure,
                cards=chapter.cards,
            )
        )
    return chapters


def _entries_of_steps(chronicle: Chronicle, happenings: Sequence[Happening]) -> Iterator[Entry]:
    for step, group in groupby(happenings, key=lambda happening: happening.step):
        events = [happening.event for happening in group]
        moment = chronicle.moments[step]
        seats = [int(seat) for seat in moment.line.get("orders", {})]
        told_events = [event for event in events if chronicle.says(event)]
        yield Entry(
            first=step,
            last=step,
            at=time_of(moment),
            seat=seats[0] if len(seats) == 1 and not chronicle.rules.META.sealed else None,
            brief=all(event["event"] in chronicle.brief for event in events),
            sentences=[chronicle.rules.tell(each, chronicle.names, chronicle.speech) for each in told_events],
            by=set(moment.line.get("by", {}).values()),
        )


def _joined_entries(entries: Iterator[Entry]) -> Iterator[Entry]:
    """Steps that belong to one paragraph become one entry: a turn may have had several submissions."""
    entry: Entry | None = None
    for step in entries:
        if entry and _in_one_paragraph(entry, step):
            entry.last, entry.at = step.last, step.at
            entry.sentences += step.sentences
            entry.by |= step.by
            entry.seat = entry.seat if entry.seat == step.seat else None
        else:
            if entry:
                yield entry
            entry = step
    if entry:
        yield entry


def _in_one_paragraph(before: Entry, after: Entry) -> bool:
    if before.brief or after.brief:
        return before.brief and after.brief
    return before.seat is not None and before.seat == after.seat
