"""The story of a finished match in chapters: what each seat did, and where pictures of the board belong."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from itertools import count, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from app.services.matches.changes import change_in_words
from engine.chronicle import Chapter, Chronicle, FactTable, Figure, Happening, StoryCard
from engine.game import Event
from engine.record import Moment
from engine.way import changes_of, taken_back

BOARD_BESIDE = 4  # entries of text
MOST_VOID = 8  # sentences about what was taken back


@dataclass
class Entry:
    """A paragraph: consecutive steps of one seat, or brief steps of several seats."""

    first: int
    last: int
    begun: datetime
    at: datetime
    seat: int | None
    brief: bool
    sentences: list[str]
    by: dict[
        str, set[int]
    ]  # what gave orders instead of players, as in the record: of a sealed step, for whom
    figures: list[Figure] = field(default_factory=list)
    agreed: bool = False  # on something, which is no part of the game itself
    void: list[str] = field(default_factory=list)  # what had happened in the steps that it takes back
    events: list[Event] = field(default_factory=list)
    said: str = ""  # by the seat: "table" to all, "diary" to nobody; the sentences are the lines of it
    name: str = ""  # of a player who said something
    days: int = 0  # that had gone by since the entry before


class PrintedRemark(NamedTuple):
    """Something that a player has said at the table, or written into a diary."""

    seat: int
    base: int  # how many lines the record had
    text: str
    at: datetime
    kind: str = "table"  # or "diary"


class Place(NamedTuple):
    """How one seat stands as a chapter begins."""

    seat: int
    points: int


class StoryChapter(NamedTuple):
    title: str
    begun: datetime
    ended: datetime
    entries: list[Entry]
    table: FactTable | None
    figure: Figure | None
    cards: tuple[StoryCard, ...]
    opening: Figure | None
    places: list[Place]  # the most points first
    stakes: tuple[str, ...]


def read_time(text: str) -> datetime:
    """Reads a time of the record."""
    return datetime.fromisoformat(text)


def time_of(moment: Moment) -> datetime:
    return read_time(moment.line.get("at") or moment.line["started"])


NamesAt = Callable[[int], list[str]]  # the names of the seats after a step


def chapters_of(
    chronicle: Chronicle, names_at: NamesAt, remarks: Sequence[PrintedRemark] = ()
) -> list[StoryChapter]:
    figures = {figure.step: figure for figure in chronicle.figures()}
    aside = list(
        merge(
            _anecdotes(chronicle, names_at), _remarks(chronicle, names_at, remarks), key=attrgetter("first")
        )
    )
    told, number = chronicle.chapters(), count()
    ends = [following.happenings[0].step for following in told[1:]]
    begins = [-1, *ends]
    parts = zip(told, begins, [*ends, len(chronicle.moments)], strict=True)
    chapters = [
        _chapter(
            chronicle,
            chapter,
            [each for each in aside if begin <= each.first < end],
            number,
            figures,
            names_at,
        )
        for chapter, begin, end in parts
    ]
    _note_days([entry for chapter in chapters for entry in chapter.entries])
    return chapters


def _chapter(
    chronicle: Chronicle,
    chapter: Chapter,
    aside: list[Entry],
    number: Iterator[int],
    figures: dict[int, Figure],
    names_at: NamesAt,
) -> StoryChapter:
    of_steps = _entries_of_steps(chronicle, chapter.happenings)
    entries = list(_joined_entries(merge(of_steps, aside, key=attrgetter("first"))))
    for entry in entries:
        if not entry.said:
            steps = range(entry.first, entry.last + 1)
            entry.figures = [figures.pop(step) for step in steps if step in figures]
        if entry.events:
            entry.sentences = chronicle.tell(entry.events, names_at(entry.last), next(number))
    shown = [entry for entry in entries if entry.sentences or entry.figures]
    _thin_out(shown)
    first, last = chapter.happenings[0].step, chapter.happenings[-1].step
    return StoryChapter(
        title=chapter.title,
        begun=time_of(chronicle.moments[first]),
        ended=time_of(chronicle.moments[last]),
        entries=shown,
        table=chapter.table,
        figure=chapter.figure,
        cards=chapter.cards,
        opening=chapter.opening,
        places=_places(chapter.points),
        stakes=chapter.stakes,
    )


def _places(points: Sequence[int]) -> list[Place]:
    found = [Place(seat, each) for seat, each in enumerate(points, 1)]
    return sorted(found, key=lambda row: (-row.points, row.seat))


def _thin_out(entries: list[Entry]) -> None:
    """Boards stand beside the text: of those that would push one another down, only the first is shown."""
    free = 0
    for number, entry in enumerate(entries):
        entry.figures = sorted(entry.figures, key=lambda figure: -figure.weight)[:1] if number >= free else []
        free = number + BOARD_BESIDE if entry.figures else free


def _note_days(entries: list[Entry]) -> None:
    """Only between what was played: talk in between is no end of a pause."""
    played = [entry for entry in entries if not entry.said]
    for before, entry in pairwise(played):
        entry.days = (entry.begun - before.at).days


def _entries_of_steps(chronicle: Chronicle, happenings: Sequence[Happening]) -> Iterator[Entry]:
    for step, group in groupby(happenings, key=lambda happening: happening.step):
        events = [happening.event for happening in group]
        moment = chronicle.moments[step]
        seats = [int(seat) for seat in moment.line.get("orders", {})]
        yield Entry(
            first=step,
            last=step,
            begun=time_of(moment),
            at=time_of(moment),
            seat=seats[0] if len(seats) == 1 and not chronicle.rules.META.sealed else None,
            brief=all(event["event"] in chronicle.brief for event in events),
            sentences=[],
            by=_by(moment.line.get("by", {}), chronicle.rules.META.sealed),
            events=[event for event in events if chronicle.says(event)],
        )


def _remarks(chronicle: Chronicle, names_at: NamesAt, remarks: Sequence[PrintedRemark]) -> Iterator[Entry]:
    """Each after the step that was the last when it was said."""
    last = len(chronicle.moments) - 1
    for remark in sorted(remarks, key=lambda remark: (remark.base, remark.at)):
        step = min(max(remark.base - 1, 0), last)
        yield Entry(
            first=step,
            last=step,
            begun=remark.at,
            at=remark.at,
            seat=remark.seat,
            brief=False,
            sentences=[line for line in remark.text.split("\n") if line.strip()],
            by={},
            said=remark.kind,
            name=names_at(step)[remark.seat - 1],
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
            begun=time_of(moment),
            at=time_of(moment),
            seat=moment.line.get("seat", {}).get("number"),
            brief=False,
            sentences=[told],
            by={},
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


def _by(line: Mapping[str, str], sealed: bool) -> dict[str, set[int]]:
    """In a sealed step others may have answered themselves."""
    by: dict[str, set[int]] = {}
    for seat, who in line.items():
        by.setdefault(who, set()).update({int(seat)} if sealed else ())
    return by


def _joined_entries(entries: Iterator[Entry]) -> Iterator[Entry]:
    """Steps that belong to one paragraph become one entry: a turn may have had several submissions."""
    entry: Entry | None = None
    for step in entries:
        if entry and _in_one_paragraph(entry, step):
            entry.last, entry.at = step.last, step.at
            entry.events += step.events
            entry.by = {
                who: entry.by.get(who, set()) | step.by.get(who, set()) for who in {**entry.by, **step.by}
            }
            entry.seat = entry.seat if entry.seat == step.seat else None
        else:
            if entry:
                yield entry
            entry = step
    if entry:
        yield entry


def _in_one_paragraph(before: Entry, after: Entry) -> bool:
    if before.agreed or after.agreed or before.said or after.said or (after.begun - before.at).days > 0:
        return False
    if before.brief or after.brief:
        return before.brief and after.brief
    return before.seat is not None and before.seat == after.seat
