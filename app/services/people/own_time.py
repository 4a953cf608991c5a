"""A player's own hours: when they are awake, on which days they play, and when they are away."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from app.models import Player
from app.problems import Problem

LEAST_AWAKE = 6  # hours of a day: a clock must get on
MOST_FREE_DAYS = 5  # of a week
MOST_ABSENCES = 20
LONGEST_ABSENCE = timedelta(days=366)
DAY = timedelta(days=1)
UNTIL_BACK = ""  # the end of an absence that has none yet


def today_of(player: Player, at: datetime) -> date:
    return at.astimezone(ZoneInfo(player.zone)).date()


def waking_hours(wakes: int | None, sleeps: int | None) -> tuple[int | None, int | None]:
    if wakes is not None and sleeps is not None and (sleeps - wakes) % 24 < LEAST_AWAKE:
        raise Problem("There must be at least {least} waking hours in a day.", least=LEAST_AWAKE)
    return wakes, sleeps


def free_days(days: Iterable[int]) -> list[int]:
    chosen = sorted({day for day in days if day in range(7)})
    if len(chosen) > MOST_FREE_DAYS:
        raise Problem("You can have up to {most} days a week without play.", most=MOST_FREE_DAYS)
    return chosen


# --- Absences ---


def add_absence(player: Player, begins: date, ends: date | None, today: date) -> None:
    """Without an end: until the player is back. Absences that are over are forgotten."""
    if ends and ends < begins:
        raise Problem("An absence cannot end before it begins.")
    if ends and ends < today:
        raise Problem("This absence would be over already.")
    if begins > today + LONGEST_ABSENCE or (ends and ends > max(begins, today) + LONGEST_ABSENCE):
        raise Problem("An absence can begin within a year, and last up to a year.")
    new = [max(begins, today).isoformat(), ends.isoformat() if ends else UNTIL_BACK]
    absences = joined([*not_over(player.absences, today), new])
    if len(absences) > MOST_ABSENCES:
        raise Problem("You can have up to {most} absences at a time.", most=MOST_ABSENCES)
    player.absences = absences


def not_over(absences: Sequence[Sequence[str]], today: date) -> list[list[str]]:
    return [[*absence] for absence in absences if not absence[1] or absence[1] >= today.isoformat()]


def joined(absences: Sequence[Sequence[str]]) -> list[list[str]]:
    """In their order; those that overlap or touch are one."""
    together: list[list[str]] = []
    for begins, ends in sorted((begins, ends) for begins, ends in absences):
        last = together[-1] if together else None
        if last and (not last[1] or date.fromisoformat(begins) <= date.fromisoformat(last[1]) + DAY):
            last[1] = "" if not last[1] or not ends else max(last[1], ends)
        else:
            together.append([begins, ends])
    return together


def is_away(player: Player, today: date) -> bool:
    return any(begins <= today.isoformat() for begins, _ in not_over(player.absences, today))


def end_absence(player: Player, today: date) -> bool:
    """The player is back: whether there was an absence. Those that have not begun stay."""
    going_on = [absence for absence in player.absences if absence[0] > today.isoformat()]
    was_away = len(going_on) < len(not_over(player.absences, today))
    player.absences = going_on
    return was_away


def drop_absence(player: Player, begins: str, today: date) -> None:
    left = [absence for absence in not_over(player.absences, today) if absence[0] != begins]
    player.absences = left
