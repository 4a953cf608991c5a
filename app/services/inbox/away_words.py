"""“Away until 3 Dec”, “back”: what a line of a mail says about its writer's absence, in five languages."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from app.services.inbox.days import DayReader, UnclearDay, WrittenDay
from engine.words import LANGUAGES, fold, read_meanings

ALSO_UNTIL = (["-"], "until")
DAY = "\x01"
PIECE = re.compile(rf"[a-z]+|[0-9]+|{DAY}|-")
ENDS_OF_CLAUSES = re.compile(r"[,;.!()]+")
LONGEST_LINE = 200  # characters
TELLING = ("away", "leave", "back", "comes", "here")
UNLIKE_FOLDED = (
    (re.compile(r"(?<!['’\w])à\b", re.IGNORECASE), "jusqu’à"),
    (re.compile(r"\bwe['’]re\b", re.IGNORECASE), "we are"),
)


@dataclass(frozen=True)
class Away:
    """From a day to a day: without the first from today, without the last until the writer is back."""

    begins: date | None = None
    ends: date | None = None

    def is_of_days(self, length: int) -> bool:
        return bool(self.begins and self.ends and (self.ends - self.begins).days == length - 1)


@dataclass(frozen=True)
class AwayLine:
    """What a line says; `unclear`: the day that could not be read. `rest`: what else stands in the line.

    `here`: that its writer is back, in words that give no order in any game.
    """

    away: Away | None = None
    back: bool = False
    here: bool = False
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
    text = plain(line)
    if not any(" ".join(words) in text for words, kind in phrases() if kind in TELLING):
        return None
    try:
        found = reader.find(text)
    except UnclearDay as unclear:
        return AwayLine(unclear=str(unclear)) if _is_statement(text) else None
    said = [_read_with(text, found, reader, dot) for dot in ("", ".")]
    return next((one for one in said if one and not one.unclear), said[0])


def _read_with(
    text: str, found: Sequence[tuple[int, int, WrittenDay]], reader: DayReader, dot: str
) -> AwayLine | None:
    """The dot behind a day may be the end of the sentence: until 3 Dec. Best, Bo"""
    for begins, ends, _ in reversed(found):
        text = f"{text[:begins]} {DAY}{dot if text[ends - 1] == '.' else ''} {text[ends:]}"
    clauses = [clause for clause in ENDS_OF_CLAUSES.split(text) if clause.strip()]
    return _read_clauses(clauses, [day for *_, day in found], reader)


def plain(line: str) -> str:
    """Folded; but à is not “a”, which is “and” in Czech, and “we’re” not “were”."""
    text = unicodedata.normalize("NFC", line)
    for found, clear in UNLIKE_FOLDED:
        text = found.sub(clear, text)
    return fold(text)


def _read_clauses(clauses: Sequence[str], days: Sequence[WrittenDay], reader: DayReader) -> AwayLine | None:
    told = [kinds_of(clause) for clause in clauses]
    here = any("here" in each for each in told)
    kinds = [with_days(each) for each in told]
    saying = [n for n, each in enumerate(kinds) if {"away", "back"} & set(each)]
    if not is_one_absence([kinds[n] for n in saying]):
        return None
    if any("doubt" in each for n, each in enumerate(told) if n not in saying):
        return None
    said = [kind for n in saying for kind in kinds[n]]
    rest = [
        clause for n, clause in enumerate(clauses) if n not in saying and set(kinds[n]) - {"filler", "and"}
    ]
    if "" in said or (not days and rest):
        return AwayLine(unclear=days[0].text) if days and _begins_with_away(said) else None
    if said.count("day") < len(days):
        return AwayLine(unclear=days[-1].text)
    if "back" in said:
        return _until_back(said, days, reader, ", ".join(rest)) if days else AwayLine(back=True, here=here)
    return _absence(said, days, reader, ", ".join(rest))


def is_one_absence(saying: Sequence[Sequence[str]]) -> bool:
    """“Away from Friday, back on Tuesday” is one, too."""
    if len(saying) == 2:
        away, back = saying
        return "away" in away and "until" not in away and {"back", "day"} <= {*back} and "away" not in back
    return len(saying) == 1


def _until_back(
    said: Sequence[str], days: Sequence[WrittenDay], reader: DayReader, rest: str
) -> AwayLine | None:
    """To the day before the one on which the writer is back."""
    told = [kind for kind in said if kind in ("day", "from", "until")]
    back = days[-1]
    most = 2 if "away" in said else 1
    if told[-1:] != ["day"] or len(days) > most or "until" in told or back.last or days[0].last:
        return AwayLine(unclear=back.text)
    try:
        first = reader.near(days[0], reader.today) if len(days) == 2 else None
        again = reader.near(back, first or reader.today)
    except UnclearDay as unclear:
        return AwayLine(unclear=str(unclear))
    if not first and again == reader.today:
        return AwayLine(back=True)
    if again <= (first or reader.today):
        return AwayLine(unclear=back.text)
    return AwayLine(Away(first, again - timedelta(days=1)), rest=rest)


def _absence(said: Sequence[str], days: Sequence[WrittenDay], reader: DayReader, rest: str) -> AwayLine:
    told = [kind for kind in said if kind in ("day", "from", "until") or (kind == "and" and days)]
    if told == ["day"] and days[0].last:
        return AwayLine(Away(days[0].exact, days[0].last), rest=rest)
    shapes: dict[tuple[str, ...], tuple[int | None, int | None]] = {
        (): (None, None),
        ("day",): (0, 0),
        ("until", "day"): (None, 0),
        ("from", "until", "day"): (None, 0),  # from now until
        ("from", "day"): (0, None),
        ("day", "until", "day"): (0, 1),
        ("from", "day", "until", "day"): (0, 1),
        ("until", "from", "day"): (None, 0),
        ("day", "and", "day"): (0, 1),
        ("day", "day"): (0, 1),  # 3 i 4 grudnia: English has an “i”, too
    }
    several = next((day.text for day in days if day.last), "")
    if tuple(told) not in shapes or several:
        return AwayLine(unclear=several or (days[0].text if days else ""))
    first, last = shapes[tuple(told)]
    begins, ends = (None if n is None else days[n] for n in (first, last))
    try:
        away = Away(*reader.span(begins, ends))
    except UnclearDay as unclear:
        return AwayLine(unclear=str(unclear))
    if told.count("day") == 2 and "until" not in told and not away.is_of_days(2):
        return AwayLine(unclear=days[1].text)
    return AwayLine(away, rest=rest)


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


def with_days(kinds: list[str]) -> list[str]:
    """“Holiday” alone may be a wish to somebody, “I return” anything; with days they tell of an absence."""
    meant = {"here": "back", "doubt": "", "comes": ""}
    if "day" in kinds:
        meant |= {"leave": "away", "comes": "back"}
    return [meant.get(kind, kind) for kind in kinds]


def _begins_with_away(kinds: Sequence[str]) -> bool:
    telling = [kind for kind in kinds if kind not in ("filler", "and")]
    return telling[:1] == ["away"] and telling[1:2] in (["until"], ["from"], ["day"])


def _is_statement(text: str) -> bool:
    return _begins_with_away(kinds_of(re.sub(r"[0-9][0-9./-]*", f" {DAY} ", text)))
