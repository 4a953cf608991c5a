"""Renders the templates of pages, letters and books in the reader's language and time zone."""

from collections.abc import Callable, MutableMapping, Sequence
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from babel.dates import (
    format_skeleton,
    format_time,
    format_timedelta,
    get_day_names,
    get_timezone,
    get_timezone_name,
)
from babel.lists import format_list
from babel.support import NullTranslations
from babel.units import format_unit
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from app.clock import now
from app.i18n import catalogs, order_words
from app.safe_text import one_line

TEMPLATES = Path(__file__).parents[2] / "templates"

# English with 24 hours and the day before the month, which all readers of English understand.
LOCALES = {"en": "en_GB"}
UNITS = (("day", 86400), ("hour", 3600), ("minute", 60))
LONGEST_ZONE_NAME = 5


class Reader(NamedTuple):
    """The language and the time zone of the person who reads a text."""

    language: str = "en"
    zone: str = "UTC"

    @property
    def spoken(self) -> str:
        """The language that the reader gets: English where there is no catalog of the chosen one yet."""
        return self.language if _is_translated(self.language) else "en"

    @property
    def locale(self) -> str:
        return LOCALES.get(self.spoken, self.spoken)


@cache
def _is_translated(language: str) -> bool:
    return catalogs.path_of(language).is_file()


_reader: ContextVar[Reader] = ContextVar("reader", default=Reader())  # noqa: B039  # a tuple of two texts


@cache
def speech(language: str) -> NullTranslations:
    """The language's catalog, or English where there is none."""
    return catalogs.load(language)


def render(template: str, reader: Reader, /, **facts: Any) -> str:
    return _render(ENVIRONMENT, template, reader, facts)


def letter_text(template: str, reader: Reader, /, **facts: Any) -> str:
    return _render(LETTER_TEXT, template, reader, facts)


def letter_page(template: str, reader: Reader, /, **facts: Any) -> str:
    return _render(LETTER_PAGE, template, reader, facts)


def _render(environment: Environment, template: str, reader: Reader, facts: dict[str, Any]) -> str:
    token = _reader.set(reader)
    try:
        return environment.get_template(template).render(facts)
    finally:
        _reader.reset(token)


def gettext(message: str) -> str:
    return speech(_reader.get().language).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    return speech(_reader.get().language).ngettext(one, many, n)


def moment(at: datetime) -> str:
    """Wed, 18 Nov 2026, 14:30 CET"""
    return _moment(at.replace(second=0, microsecond=0), _reader.get())


@lru_cache(4096)
def _moment(at: datetime, reader: Reader) -> str:
    """A list of matches has many, and most are in it again when it is opened the next time."""
    zone = get_timezone(reader.zone)
    day = format_skeleton("yMMMEd", at, tzinfo=zone, locale=reader.locale)
    hour = format_time(at, "HH:mm", tzinfo=zone, locale=reader.locale)
    return f"{day}, {hour} {zone_name(at, reader)}"


def day(on: date) -> str:
    """Thu, 3 Dec 2026"""
    return str(format_skeleton("yMMMEd", on, locale=_reader.get().locale))


def weekday(number: int) -> str:
    """Monday is 0."""
    return str(get_day_names("wide", "stand-alone", locale=_reader.get().locale)[number])


def zone_name(at: datetime, reader: Reader) -> str:
    """CET; a zone without a short name in both halves of the year is called UTC-05:00."""
    local = at.astimezone(get_timezone(reader.zone))
    if local.tzname() == "UTC":
        return "UTC"
    names = _names_of_zone(reader.zone, reader.locale, local.year)
    if all(len(name) <= LONGEST_ZONE_NAME and name.isalpha() for name in names):
        return get_timezone_name(local, "short", locale=reader.locale)
    offset = f"{local:%z}"  # -0500
    return f"UTC{offset[:3]}:{offset[3:5]}"


@cache
def _names_of_zone(zone: str, locale: str, year: int) -> list[str]:
    halves = [datetime(year, month, 15, 12, tzinfo=get_timezone(zone)) for month in (1, 7)]
    return [get_timezone_name(half, "short", locale=locale) for half in halves]


def until(at: datetime) -> str:
    """in 36 hours; 2 days ago"""
    left = at.astimezone(UTC) - now()
    is_past, minutes = left < timedelta(0), max(1, round(abs(left.total_seconds()) / 60))
    if 60 < minutes < 120:
        return _hour_and_minutes(minutes - 60, is_past)
    whole = timedelta(minutes=minutes) if minutes < 120 else timedelta(hours=round(minutes / 60))
    return _from_now(-whole if is_past else whole, _reader.get().locale)


@lru_cache(1024)
def _from_now(whole: timedelta, locale: str) -> str:
    """Days from two days on: "in 2 days" for a day and a half would mislead a player."""
    return format_timedelta(
        whole,
        granularity="minute" if abs(whole) < timedelta(hours=1) else "hour",
        threshold=2,
        add_direction=True,
        locale=locale,
    )


def _hour_and_minutes(minutes: int, is_past: bool) -> str:
    """in 1 hr 5 mins: in short words, for these do not change behind a preposition."""
    locale = _reader.get().locale
    parts = ((1, "duration-hour"), (minutes, "duration-minute"))
    time = " ".join(format_unit(count, unit, "short", locale=locale) for count, unit in parts)
    text = gettext("%(time)s ago") if is_past else gettext("in %(time)s")
    return text % {"time": time}


def duration(seconds: int) -> str:
    """1 day and 12 hours: exact to the minute."""
    return duration_in(seconds, _reader.get().locale)


def duration_in(seconds: int, locale: str) -> str:
    parts, rest = [], max(60, seconds)
    for unit, size in UNITS:
        count, rest = divmod(rest, size)
        if count:
            parts.append(format_unit(count, f"duration-{unit}", locale=locale))
    return format_list(parts, locale=locale)


def ranked(scores: Sequence[int], winners: Sequence[int] = ()) -> list[int]:
    """The numbers of the seats: winners first, then by points."""
    seats = range(1, len(scores) + 1)
    return sorted(seats, key=lambda seat: (seat not in winners, -scores[seat - 1], seat))


# --- Orders: the filters take the game's name ---


def in_words(orders: str, name: str) -> str:
    return order_words.in_words(orders, name, _reader.get().spoken)


def guide_words(orders: str, name: str) -> str:
    return order_words.guide_words(orders, name, _reader.get().spoken)


def with_notation(orders: str, name: str) -> str:
    return order_words.with_notation(orders, name, _reader.get().spoken)


def other_words(orders: str, name: str) -> tuple[str, ...]:
    return order_words.other_words(orders, name, _reader.get().spoken)


def plan_in_words(plan: str, name: str) -> str:
    return order_words.plan_in_words(plan, name, _reader.get().spoken)


FILTERS: dict[str, Callable[..., Any]] = {
    "ranked": ranked,
    "moment": moment,
    "day": day,
    "weekday": weekday,
    "until": until,
    "duration": duration,
    "one_line": one_line,
    "in_words": in_words,
    "guide_words": guide_words,
    "with_notation": with_notation,
    "other_words": other_words,
    "plan_in_words": plan_in_words,
}


class Templates(Environment):
    def make_globals(self, more: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One dict. Jinja's own is a chain of dicts, where each `import` looks for names in Python."""
        return {**self.globals, **(more or {})}


def _environment() -> Environment:
    environment = Templates(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(["html", "svg"], default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]  # the extension adds it
    environment.filters |= FILTERS
    return environment


def _letter_environment(parts: str, autoescape: bool) -> Environment:
    """A letter has one body for text and HTML. How its parts look is in a folder for each of the two."""
    mail = TEMPLATES / "mail"
    loader = FileSystemLoader([mail / parts, mail])
    # A process goes on with the templates that its code was written for, and looks at no file for a letter.
    return ENVIRONMENT.overlay(loader=loader, autoescape=autoescape, auto_reload=False)


ENVIRONMENT = _environment()
LETTER_TEXT = _letter_environment("text", autoescape=False)
LETTER_PAGE = _letter_environment("page", autoescape=True)
