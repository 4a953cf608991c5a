"""A player's preferences: the time zone, which letters to get, and when."""

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple, TypedDict, get_args
from zoneinfo import available_timezones

from sqlmodel import Session

from app.clock import now
from app.db.words import MailWay
from app.models import Player
from app.problems import Problem
from app.services.outbox import schedule
from app.services.people import own_time
from engine.speech import later

MAIL: tuple[MailWay, ...] = get_args(MailWay)
LONGEST_WAIT = 168  # hours: a week

Hour = int | str | None  # as typed; None and "" mean no hour


class HourWords(NamedTuple):
    """How a refusal names hours of the day."""

    begin: str
    end: str
    half: str  # where one of them is missing


QUIET = HourWords(
    later("The beginning of quiet hours"),
    later("The end of quiet hours"),
    later("Quiet hours need a beginning and an end: choose both, or “off” twice."),
)
WAKING = HourWords(
    later("The hour when you get up"),
    later("The hour when you go to bed"),
    later("Waking hours need a beginning and an end: choose both, or “off” twice."),
)


class Preferences(TypedDict, total=False):
    """Preferences to change. Those that are left out stay as they are."""

    zone: str
    mail: str
    digest_hour: Hour
    late_hours: Hour
    quiet: tuple[Hour, Hour]  # quiet hours: from the first to the second
    waking: tuple[Hour, Hour]  # waking hours: from the first to the second
    free_days: Sequence[int]  # days of the week without play, Monday is 0
    receipts: bool
    entries: bool
    talk_letters: bool


def change_preferences(session: Session, player: Player, changes: Preferences) -> None:
    if "zone" in changes:
        player.zone = zone_named(changes["zone"])
    if "mail" in changes:
        player.mail = _mail_way(changes["mail"])
    if "digest_hour" in changes:
        player.digest_hour = _whole_number(
            changes["digest_hour"], later("The hour of the daily letter"), 0, 23
        )
    if "late_hours" in changes:
        player.late_hours = _whole_number(
            changes["late_hours"], later("The number of hours before you get a letter"), 1, LONGEST_WAIT
        )
    if "quiet" in changes:
        player.quiet_from, player.quiet_to = _both_hours(*changes["quiet"], QUIET)
    if "waking" in changes:
        player.wakes, player.sleeps = own_time.waking_hours(*_both_hours(*changes["waking"], WAKING))
    if "free_days" in changes:
        player.free_days = own_time.free_days(changes["free_days"])
    if "receipts" in changes:
        player.receipts = changes["receipts"]
    if "entries" in changes:
        player.entries = changes["entries"]
    if "talk_letters" in changes:
        player.talk_letters = changes["talk_letters"]
    schedule.preferences_changed(session, player, now())


def _mail_way(mail: str) -> MailWay:
    way = next((way for way in MAIL if way == mail), None)
    if not way:
        raise Problem(
            "“{mail}” is not one of the ways to get letters: {ways}.", mail=mail[:40], ways=", ".join(MAIL)
        )
    return way


def _whole_number(typed: Hour, what: str, least: int, most: int) -> int:
    text = str(typed).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most):
        raise Problem(
            "{what} must be a whole number from {least} to {most}, not “{text}”.",
            what=what,
            least=least,
            most=most,
            text=text[:40],
        )
    return int(text)


def _both_hours(begin: Hour, end: Hour, said: HourWords) -> tuple[int | None, int | None]:
    """Such hours have both ends or none; equal hours mean none, too."""
    no_hour = (None, "")
    if begin in no_hour and end in no_hour:
        return None, None
    if begin in no_hour or end in no_hour:
        raise Problem(said.half)
    hours = (
        _whole_number(begin, said.begin, 0, 23),
        _whole_number(end, said.end, 0, 23),
    )
    return hours if hours[0] != hours[1] else (None, None)


# --- Time zones ---


@cache
def zones() -> tuple[str, ...]:
    """The time zones to choose from: those that are named after a place."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and name[:4] != "Etc/"))


@cache
def _by_folded_name() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}


def zone_named(text: str) -> str:
    """The time zone that somebody has typed: in any case, with blanks, or a city alone if only one fits."""
    typed = "_".join(text.split()).casefold()
    names = _by_folded_name()
    cities = [name for folded, name in names.items() if folded.rsplit("/", 1)[-1] == typed]
    found = [names[typed]] if typed in names else cities
    if len(found) == 1:
        return found[0]
    similar = sorted(cities) or [names[folded] for folded in get_close_matches(typed, names, 3, 0.6)]
    if not similar:
        raise Problem(
            "We do not know the time zone “{typed}”; it should look like Europe/Prague.", typed=text[:40]
        )
    raise Problem(
        "We do not know the time zone “{typed}”. Did you mean one of these: {meant}?",
        typed=text[:40],
        meant=", ".join(similar[:3]),
    )
