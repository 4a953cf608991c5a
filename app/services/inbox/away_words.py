"""“Away until 3 Dec”, “back”: what a line of a mail says about its writer's absence, in five languages."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from app.services.inbox.days import DayReader, UnclearDay, WrittenDay
from engine.words import LANGUAGES, fold, read_meanings

ALSO_UNTIL = (["-"], "until")
DAY = "\x01"
PIECE = re.compile(rf"[a-z]+|[0-9]+|{DAY}|-")
ENDS_OF_CLAUSES = re.compile(r"[,;.!()]+")
LONGEST_LINE = 200  # characters


@dataclass(frozen=True)
class Away:
    """From a day to a day: without the first from today, without the last until the writer is back."""

    begins: date | None = None
    ends: date | None = None


@dataclass(frozen=True)
class AwayLine:
    """What a line says; `unclear`: the day that could not be read. `rest`: what else stands in the line."""

    away: Away | None = None
    back: bool = False
    unclear: str = ""
    rest: str = ""

    @property
    def away_for_days(self) -> bool:
        """Whether it names a day, which no order does."""
        return bool(self.away and (self.away.begins or self.away.ends))


@cache
def phrases() -> list[tuple[list[str], str]]:
    """Of `away.<language>.txt`, folded, the longest first."""
    rows = (row for language in LANGUAGES for row in read_meanings(__package__, "away", language))
    found = [(fold(phrase).split(), kind) for kind, them in rows for phrase in them]
    return sorted([*found, ALSO_UNTIL], key=lambda one: -len(one[0]))


def read_away(line: str, reader: DayReader) -> AwayLine | None:
    """None for a line that says nothing of an absence."""
    if len(line) > LONGEST_LINE or "?" in line:
        return None
    text = fold(line)
    if not any(" ".join(words) in text for words, kind in phrases() if kind in ("away", "back", "leave")):
        return None
    try:
        found = reader.find(text)
    except UnclearDay as unclear:
        return AwayLine(unclear=str(unclear)) if _is_statement(text) else None
    for begins, ends, _ in reversed(found):
        text = f"{text[:begins]} {DAY} {text[ends:]}"
    clauses = [clause for clause in ENDS_OF_CLAUSES.split(text) if clause.strip()]
    return _read_clauses(clauses, [day for *_, day in found], reader)


def _read_clauses(clauses: Sequence[str], days: Sequence[WrittenDay], reader: DayReader) -> AwayLine | None:
    kinds = [with_leave(kinds_of(clause)) for clause in clauses]
    saying = [n for n, each in enumerate(kinds) if {"away", "back"} & set(each)]
    if len(saying) != 1:
        return None
    said = kinds[saying[0]]
    rest = [clause for n, clause in enumerate(clauses) if n != saying[0] and set(kinds[n]) - {"filler"}]
    if "" in said or (not days and rest):
        return AwayLine(unclear=clauses[saying[0]].strip()) if days and _begins_with_away(said) else None
    if said.count("day") < len(days) or "back" in said:
        return AwayLine(unclear=days[-1].text) if days else AwayLine(back=True)
    return _absence(said, days, reader, ", ".join(rest))


def _absence(said: Sequence[str], days: Sequence[WrittenDay], reader: DayReader, rest: str) -> AwayLine:
    told = [kind for kind in said if kind in ("day", "from", "until")]
    shapes: dict[tuple[str, ...], tuple[int | None, int | None]] = {
        (): (None, None),
        ("day",): (0, 0),
        ("until", "day"): (None, 0),
        ("from", "until", "day"): (None, 0),  # from now until
        ("from", "day"): (0, None),
        ("day", "until", "day"): (0, 1),
        ("from", "day", "until", "day"): (0, 1),
        ("until", "from", "day"): (None, 0),
    }
    if tuple(told) not in shapes:
        return AwayLine(unclear=days[0].text if days else "")
    first, last = shapes[tuple(told)]
    begins, ends = (None if n is None else days[n] for n in (first, last))
    try:
        return AwayLine(Away(*reader.span(begins, ends)), rest=rest)
    except UnclearDay as unclear:
        return AwayLine(unclear=str(unclear))


def kinds_of(clause: str) -> list[str]:
    """What each phrase of a clause is: away, back, until, from, filler, day; "" for a word that is none."""
    words, kinds = PIECE.findall(clause), []
    while words:
        length, kind = next(
            ((len(phrase), kind) for phrase, kind in phrases() if words[: len(phrase)] == phrase), (1, "")
        )
        kinds.append("day" if words[0] == DAY else kind)
        words = words[length:]
    return kinds


def with_leave(kinds: list[str]) -> list[str]:
    """“Holiday” alone may be a wish to somebody; with days it is an absence."""
    return ["away" if kind == "leave" and "day" in kinds else kind for kind in kinds]


def _begins_with_away(kinds: Sequence[str]) -> bool:
    telling = [kind for kind in kinds if kind != "filler"]
    return telling[:1] == ["away"] and telling[1:2] in (["until"], ["from"], ["day"])


def _is_statement(text: str) -> bool:
    return _begins_with_away(kinds_of(re.sub(r"[0-9][0-9./-]*", f" {DAY} ", text)))
