"""Days as people write them in five languages: 24.12., 24/12, 3 Dec, 3 grudnia, tomorrow, Friday."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import product

from babel.dates import get_day_names, get_month_names

from engine.words import LANGUAGES, fold

DAY = timedelta(days=1)
SENSIBLE = timedelta(days=183)  # a day without a year is not meant to be further away than that
BOTH_WAYS = frozenset({"en"})  # languages in which some write the month first
SHORTEST_MONTH = 3  # letters
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
NEAR = {
    "today": 0, "dzis": 0, "dzisiaj": 0, "dnes": 0, "dneska": 0, "heute": 0, "aujourdhui": 0,
    "tomorrow": 1, "jutro": 1, "jutra": 1, "zitra": 1, "zitrka": 1, "morgen": 1, "demain": 1,
}  # fmt: skip

YEAR = r"(?:\s*[.,/]?\s*(\d{4})\b)?"
ORDINAL = r"(?:st|nd|rd|th|er|e)?\b\.?"
FORMS = {
    "iso": r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b",
    "dots": r"\b(\d{1,2})\.\s?(\d{1,2})\b\.?(?:\s?(\d{4})\b)?",
    "slashes": r"\b(\d{1,2})/(\d{1,2})\b(?:/(\d{4}|\d{2})\b)?",
    "named": rf"\b(\d{{1,2}}){ORDINAL}\s*(?:of |de |den )?(MONTH)\b\.?{YEAR}",
    "month first": rf"\b(MONTH)\b\.?\s+(?:the )?(\d{{1,2}}){ORDINAL}(?!\s?:){YEAR}",
    "roman": r"\b(\d{1,2})[\s.]\s?([ivx]{1,4})\b\.?" + YEAR,
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

    def _by_word(self, word: str) -> WrittenDay:
        if word in NEAR:
            exact = self.today + NEAR[word] * DAY
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
        if not written.year and day > first + SENSIBLE:
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


@cache
def _form(name: str) -> re.Pattern[str]:
    month = "|".join(sorted({word for one in LANGUAGES for word in months(one)}, key=len, reverse=True))
    word = "|".join(sorted([*NEAR, *weekdays()], key=len, reverse=True))
    return re.compile(FORMS[name].replace("MONTH", month).replace("WORD", word))


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
    """Whole names only, with the endings that they get behind “until”."""
    found: dict[str, int] = {}
    for language in LANGUAGES:
        for context in ("format", "stand-alone"):
            names = get_day_names(width="wide", context=context, locale=language)
            found |= {fold(name): number for number, name in names.items()}
    polish = {"poniedzialku": 0, "wtorku": 1, "srody": 2, "czwartku": 3, "piatku": 4, "soboty": 5}
    return found | polish | {"niedzieli": 6, "utery": 1, "ctvrtka": 3, "patku": 4}
