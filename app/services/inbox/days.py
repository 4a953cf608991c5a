"""Days as people write them in five languages: 24.12., 24/12, 3 Dec, 3 grudnia, tomorrow, Friday, two weeks.

The words are in `days.<language>.txt`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import product

from babel.dates import get_day_names, get_month_names

from engine.words import LANGUAGES, fold, read_meanings

DAY = timedelta(days=1)
SENSIBLE = timedelta(days=183)  # a day without a year is not meant to be further away than that
BOTH_WAYS = frozenset({"en"})  # languages in which some write the month first
SHORTEST_MONTH = 3  # letters
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
NEAR = {"today": 0, "tomorrow": 1, "day after tomorrow": 2}
WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

YEAR = r"(?:\s*[.,/]?\s*(\d{4})\b)?"
ORDINAL = r"(?:st|nd|rd|th|er|e)?\b\.?"
FORMS = {
    "length": r"\b(NUMBER|\d{1,2}) (LENGTH)\b",
    "span": r"\b(SPAN)\b",
    "iso": r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b",
    "dots": r"\b(\d{1,2})\.\s?(\d{1,2})\b\.?(?:\s?(\d{4})\b)?",
    "slashes": r"\b(\d{1,2})/(\d{1,2})\b(?:/(\d{4}|\d{2})\b)?",
    "named": rf"\b(\d{{1,2}}){ORDINAL}\s*(?:of |de |den )?(MONTH)\b\.?{YEAR}",
    "month first": rf"\b(MONTH)\b\.?\s+(?:the )?(\d{{1,2}}){ORDINAL}(?!\s?:){YEAR}",
    "roman": r"\b(\d{1,2})[\s.]\s?([ivx]{1,4})\b(?! \d\d?\b)\.?" + YEAR,  # but not: 3 i 4 grudnia
    "word": r"\b(WORD)\b",
    "bare": rf"\b(\d{{1,2}}){ORDINAL}",
}


class UnclearDay(Exception):
    """A day that could be one or another, or that does not exist."""


@dataclass(frozen=True)
class WrittenDay:
    """A day as it was written: what it says of year, month and day; 0: nothing."""

    text: str
    day: int
    month: int = 0
    year: int = 0
    exact: date | None = None  # tomorrow, Friday
    last: date | None = None  # of several days: two weeks, the weekend

    def on_or_after(self, first: date) -> date:
        """The day that is meant, where it is not before `first`."""
        if self.exact:
            return self.exact
        try:
            if self.year:
                return date(self.year, self.month, self.day)
            return next(day for day in self._years_from(first) if day and day >= first)
        except (ValueError, StopIteration):
            raise UnclearDay(self.text) from None

    def _years_from(self, first: date) -> Iterator[date | None]:
        for year in range(first.year, first.year + 5):
            try:
                yield date(year, self.month, self.day)
            except ValueError:  # the 29th of February
                yield None


@dataclass(frozen=True)
class DayReader:
    """Reads days for one player, in the player's zone and language."""

    today: date
    language: str = "en"

    def find(self, text: str) -> list[tuple[int, int, WrittenDay]]:
        """All days of a folded text, with their places."""
        found: list[tuple[int, int, WrittenDay]] = []
        for name in FORMS:
            for match in _form(name).finditer(text):
                begins, ends = match.span()
                if all(ends <= start or begins >= end for start, end, _ in found):
                    found.append((begins, ends, self._read(name, match)))
        return sorted(found, key=lambda one: one[0])

    def _read(self, name: str, match: re.Match[str]) -> WrittenDay:
        text, parts = match[0].strip(), match.groups()
        if name == "word":
            return self._by_word(text)
        if name == "span":
            return self._by_span(text)
        if name == "length":
            length = (_number(parts[0])) * (7 if parts[1] in words_for("weeks") else 1)
            return self._days(text, self.today, length)
        if name == "bare":
            return WrittenDay(text, int(parts[0]))
        if name == "iso":
            return WrittenDay(text, int(parts[2]), int(parts[1]), int(parts[0]))
        if name == "slashes":
            return self._by_slashes(text, int(parts[0]), int(parts[1]), _year(parts[2]))
        if name == "month first":
            return WrittenDay(text, int(parts[1]), self._month(parts[0]), _year(parts[2]))
        month = int(parts[1]) if parts[1].isdigit() else self._month(parts[1])
        return WrittenDay(text, int(parts[0]), month, _year(parts[2]))

    def _by_slashes(self, text: str, one: int, other: int, year: int) -> WrittenDay:
        """12/24 has one meaning, and 3/12 in English has two."""
        if self.language in BOTH_WAYS and one != other and one <= 12 and other <= 12:
            raise UnclearDay(text)
        day, month = (other, one) if other > 12 >= one else (one, other)
        return WrittenDay(text, day, month, year)

    def _days(self, text: str, first: date, length: int) -> WrittenDay:
        """So many days; none are not clear."""
        if not length:
            raise UnclearDay(text)
        return WrittenDay(text, first.day, exact=first, last=first + (length - 1) * DAY)

    def _by_span(self, text: str) -> WrittenDay:
        """Weeks begin on Monday; of a weekend that has begun, what is left."""
        weekday = self.today.weekday()
        if text in words_for("next week"):
            return self._days(text, self.today + (7 - weekday) * DAY, 7)
        if text in words_for("weekend"):
            return self._days(text, self.today + max(5 - weekday, 0) * DAY, min(7 - weekday, 2))
        return self._days(text, self.today, 7)

    def _by_word(self, word: str) -> WrittenDay:
        if word in near():
            exact = self.today + near()[word] * DAY
        else:
            days = (weekdays()[word] - self.today.weekday()) % 7 or 7
            exact = self.today + days * DAY
        return WrittenDay(word, exact.day, exact=exact)

    def _month(self, word: str) -> int:
        if word in ROMAN:
            return ROMAN.index(word) + 1
        own = months(self.language).get(word)
        return own or next(found for one in LANGUAGES if (found := months(one).get(word)))

    # --- From a day to a day ---

    def near(self, written: WrittenDay, first: date) -> date:
        """Not before `first`, and not so far after it that something else must have been meant."""
        day = written.on_or_after(first)
        if not written.year and day - first > SENSIBLE:
            raise UnclearDay(written.text)
        return day

    def span(self, begins: WrittenDay | None, ends: WrittenDay | None) -> tuple[date | None, date | None]:
        """From a day to a day. One that began lately is as good as one that begins today."""
        if begins and ends and not begins.month and not begins.exact:
            begins = WrittenDay(begins.text, begins.day, ends.month, ends.year, ends.exact)
        for one in (begins, ends):
            if one and not one.month and not one.exact:
                raise UnclearDay(one.text)
        if not begins:
            return None, self._end(ends, self.today) if ends else None
        if not ends:
            return self.near(begins, self.today), None
        first = begins.on_or_after(self.today - SENSIBLE)
        last = self._end(ends, first) if first <= self.today else None
        if last is None or last < self.today:
            first = self.near(begins, self.today)
            last = self._end(ends, first)
        return first, last

    def _end(self, ends: WrittenDay, first: date) -> date:
        last = self.near(ends, first)
        if last < first:
            raise UnclearDay(ends.text)
        return last


def _year(text: str | None) -> int:
    if not text:
        return 0
    return int(text) if len(text) == 4 else 2000 + int(text)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else numbers()[text]


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


@cache
def _form(name: str) -> re.Pattern[str]:
    parts = {
        "MONTH": (word for one in LANGUAGES for word in months(one)),
        "WORD": (*near(), *weekdays()),
        "SPAN": (*words_for("next week"), *words_for("weekend"), *words_for("one week")),
        "NUMBER": numbers(),
        "LENGTH": (*words_for("days"), *words_for("weeks")),
    }
    pattern = FORMS[name]
    for part, words in parts.items():
        pattern = pattern.replace(part, _any_of(set(words)))
    return re.compile(pattern)


@cache
def words_for(meaning: str) -> frozenset[str]:
    """In all languages, folded."""
    rows = (row for language in LANGUAGES for row in read_meanings(__package__, "days", language))
    return frozenset(fold(word) for kind, words in rows for word in words if kind == meaning)


@cache
def near() -> dict[str, int]:
    return {word: days for meaning, days in NEAR.items() for word in words_for(meaning)}


@cache
def numbers() -> dict[str, int]:
    return {word: number for number in range(1, 7) for word in words_for(str(number))}


def _names(get: Callable[..., object], language: str) -> Iterator[tuple[int, str]]:
    """Folded, as they stand alone and beside a day."""
    for width, context in product(("wide", "abbreviated"), ("format", "stand-alone")):
        names = get(width=width, context=context, locale=language)
        for number, name in dict(names).items():  # type: ignore[call-overload]  # babel has no types for it
            yield number, fold(name).strip(".")


@cache
def months(language: str) -> dict[str, int]:
    found = {name: number for number, name in _names(get_month_names, language)}
    return {name: number for name, number in found.items() if len(name) >= SHORTEST_MONTH and name.isalpha()}


@cache
def weekdays() -> dict[str, int]:
    """Whole names only."""
    found: dict[str, int] = {}
    for language in LANGUAGES:
        for context in ("format", "stand-alone"):
            names = get_day_names(width="wide", context=context, locale=language)
            found |= {fold(name): number for number, name in names.items()}
    return found | {word: number for number, name in enumerate(WEEK) for word in words_for(name)}
