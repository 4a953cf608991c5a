"""The story of a finished match in chapters: what each seat did, and where pictures of the board belong."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from app.services.matches.changes import change_in_words
from engine.chronicle import Chronicle, FactTable, Figure, Happening, StoryCard
from engine.record import Moment
from engine.way import changes_of, taken_back

MOST_VOID = 8  # sentences about what was taken back


@dataclass
class Entry:
    """A paragraph: consecutive steps of one seat, or brief steps of several seats."""

    first: int
    last: int
    at: datetime
    seat: int | None
    brief: bool
    sentences: list[str]
    by: set[str]  # who gave orders instead of players: clock, standing, bot, deputy, friend
    figures: list[Figure] = field(default_factory=list)
    agreed: bool = False  # on something, which is no part of the game itself
    void: list[str] = field(default_factory=list)  # what had happened in the steps that it takes back


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


NamesAt = Callable[[int], list[str]]  # the names of the seats after a step


def chapters_of(chronicle: Chronicle, names_at: NamesAt) -> list[StoryChapter]:
    figures = {figure.step: figure for figure in chronicle.figures()}
    chapters = []
    anecdotes = list(_anecdotes(chronicle, names_at))
    told = chronicle.chapters()
    ends = [following.happenings[0].step for following in told[1:]]
    for chapter, end in zip(told, [*ends, len(chronicle.moments)], strict=True):
        of_steps = _entries_of_steps(chronicle, chapter.happenings, names_at)
        agreed = [entry for entry in anecdotes if chapter.happenings[0].step < entry.first < end]
        entries = list(_joined_entries(merge(of_steps, agreed, key=attrgetter("first"))))
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


def _entries_of_steps(
    chronicle: Chronicle, happenings: Sequence[Happening], names_at: NamesAt
) -> Iterator[Entry]:
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
            sentences=[chronicle.rules.tell(each, names_at(step), chronicle.speech) for each in told_events],
            by=set(moment.line.get("by", {}).values()),
        )


def _anecdotes(chronicle: Chronicle, names_at: NamesAt) -> Iterator[Entry]:
    """What the players agreed on, and for a step back what they had seen until then."""
    agreed = [moment for moment in chronicle.standing if moment.step and "orders" not in moment.line]
    for moment in agreed:
        before = moment.step - 1
        told = change_in_words(moment.line, names_at(before), chronicle.speech)
        yield Entry(
            first=moment.step,
            last=moment.step,
            at=time_of(moment),
            seat=moment.line.get("seat", {}).get("number"),
            brief=False,
            sentences=[told],
            by=set(),
            agreed=True,
            void=_void_sentences(chronicle, moment, names_at),
        )


def _void_sentences(chronicle: Chronicle, back: Moment, names_at: NamesAt) -> list[str]:
    """What stood until then, of the steps that are taken back; the last of it, if it was much."""
    if "back" not in back.line:
        return []
    changes = changes_of([moment.line for moment in chronicle.moments[: back.step]])
    gone = taken_back(back.step - 1, changes)
    steps = [step for step in range(back.line["back"] + 1, back.step) if step not in gone]
    events = [(step, event) for step in steps for event in chronicle.moments[step].events]
    told = [chronicle.rules.tell(event, names_at(step), chronicle.speech) for step, event in events]
    return [sentence for sentence in told if sentence][-MOST_VOID:]


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
    if before.agreed or after.agreed:
        return False
    if before.brief or after.brief:
        return before.brief and after.brief
    return before.seat is not None and before.seat == after.seat
