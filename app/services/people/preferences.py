"""What a person wishes: the zone of the clock on the wall, which letters to get, and when."""

from difflib import get_close_matches
from functools import cache
from typing import TypedDict, get_args
from zoneinfo import available_timezones

from sqlmodel import Session

from app.db.columns import MailWay
from app.models import Player, now
from app.problems import Problem
from app.services.outbox import schedule
from engine.speech import later

MAIL: tuple[MailWay, ...] = get_args(MailWay)
LONGEST_WAIT = 168  # hours: a week

Hour = int | str | None  # as typed; nothing is no hour


class Wishes(TypedDict, total=False):
    """What is left out stays as it is."""

    zone: str
    mail: str
    digest_hour: Hour
    late_hours: Hour
    quiet: tuple[Hour, Hour]  # from one to the other
    receipts: bool
    entries: bool
    talk_letters: bool


def change(session: Session, mine: Player, wanted: Wishes) -> None:
    if "zone" in wanted:
        mine.zone = zone_named(wanted["zone"])
    if "mail" in wanted:
        mine.mail = _way(wanted["mail"])
    if "digest_hour" in wanted:
        mine.digest_hour = _whole(wanted["digest_hour"], later("The hour of the digest"), 0, 23)
    if "late_hours" in wanted:
        mine.late_hours = _whole(
            wanted["late_hours"], later("How many hours a turn has to wait"), 1, LONGEST_WAIT
        )
    if "quiet" in wanted:
        mine.quiet_from, mine.quiet_to = _quiet(*wanted["quiet"])
    if "receipts" in wanted:
        mine.receipts = wanted["receipts"]
    if "entries" in wanted:
        mine.entries = wanted["entries"]
    if "talk_letters" in wanted:
        mine.talk_letters = wanted["talk_letters"]
    schedule.wishes_changed(session, mine, now())


def _way(mail: str) -> MailWay:
    way = next((way for way in MAIL if way == mail), None)
    if not way:
        raise Problem(
            "“{mail}” is no way to get letters; the ways are {ways}.", mail=mail[:40], ways=", ".join(MAIL)
        )
    return way


def _whole(typed: Hour, what: str, least: int, most: int) -> int:
    text = str(typed).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most):
        raise Problem(
            "{what} is a whole number from {least} to {most}, not “{text}”.",
            what=what,
            least=least,
            most=most,
            text=text[:40],
        )
    return int(text)


def _quiet(begin: Hour, end: Hour) -> tuple[int | None, int | None]:
    """Both, or neither; equal hours are no quiet hours either."""
    nothing = (None, "")
    if begin in nothing and end in nothing:
        return None, None
    if begin in nothing or end in nothing:
        raise Problem("Quiet hours go from one hour to another: choose both, or “none” twice.")
    hours = (
        _whole(begin, later("The beginning of quiet hours"), 0, 23),
        _whole(end, later("The end of quiet hours"), 0, 23),
    )
    return hours if hours[0] != hours[1] else (None, None)


# --- Time zones ---


@cache
def zones() -> tuple[str, ...]:
    """To choose from: those that are named after a place."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and name[:4] != "Etc/"))


@cache
def _by_folded_name() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}


def zone_named(text: str) -> str:
    """As people type it: in any case, with blanks, or the city alone where there is only one of the name."""
    typed = "_".join(text.split()).casefold()
    known = _by_folded_name()
    cities = [name for folded, name in known.items() if folded.rsplit("/", 1)[-1] == typed]
    found = [known[typed]] if typed in known else cities
    if len(found) == 1:
        return found[0]
    meant = sorted(cities) or [known[near] for near in get_close_matches(typed, known, 3, 0.6)]
    if not meant:
        raise Problem(
            "“{typed}” is not a time zone that is known here; one looks like Europe/Prague.", typed=text[:40]
        )
    raise Problem(
        "“{typed}” is not a time zone that is known here. Is it one of these: {meant}?",
        typed=text[:40],
        meant=", ".join(meant[:3]),
    )
