"""“More time”, “pause”, “lend dora@example.org until 3 Dec”: what a line wants, in five languages.

The words are in `wishes.<language>.txt`. A line counts only if it has no other words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from app.services.inbox.away_words import Away, read_away
from app.services.inbox.days import DayReader, numbers
from engine.words import LANGUAGES, fold, read_meanings

LONGEST_LINE = 200  # characters
LONGEST_NAME = 3  # words, before an address in <>
EMAIL = re.compile(r"<?[^\s<>(),;:]+@[^\s<>(),;:]+\.[^\s<>(),;:.]+>?")
PIECE = re.compile(r"[a-z]+|[0-9]+|[^\s.,;:!()\"“”„«»–-]")
APOSTROPHE = re.compile("['’]")
POLITE = frozenset({"please", "bitte", "prosze", "prosim", "svp"})
HOUR = 3600
SAYING_NOTHING = ("filler", "ask", "still")
ALONE = ("undo", "return", "wake", "pause", "resume", "propose")
SECONDS = {"hours": HOUR, "days": 24 * HOUR, "weeks": 7 * 24 * HOUR}


@dataclass(frozen=True)
class Wanted:
    """`kind`: undo, return, wake, pause, resume, time, lend, or propose: what needs a choice on a page."""

    kind: str
    seconds: int = 0  # of more time; 0: as much as the match gives
    email: str = ""  # of the friend
    away: Away | None = None  # the days of a loan
    unclear: str = ""  # a day that could not be read


@cache
def phrases() -> list[tuple[list[str], str]]:
    """Folded, the longest first."""
    rows = (row for language in LANGUAGES for row in read_meanings(__package__, "wishes", language))
    found = [(pieces(phrase), kind) for kind, them in rows for phrase in them if pieces(phrase)]
    return sorted(found, key=lambda one: -len(one[0]))


@cache
def stand_in() -> re.Pattern[str]:
    """“... plays for me”, with an address before or behind it."""
    rows = (row for language in LANGUAGES for row in read_meanings(__package__, "wishes", language))
    found = [re.escape(phrase) for kind, them in rows for phrase in them if kind == "for me"]
    return re.compile(rf"\b(?:{'|'.join(found)})\b", re.IGNORECASE)


def pieces(text: str) -> list[str]:
    """Without “please”, which can stand anywhere."""
    return [word for word in PIECE.findall(fold(APOSTROPHE.sub(" ", text))) if word not in POLITE]


def read_wish(line: str, reader: DayReader) -> Wanted | None:
    """None for a line that is none."""
    if len(line) > LONGEST_LINE or "?" in line:
        return None
    kinds, rest = kinds_of(line)
    told = [kind for kind in kinds if kind not in SAYING_NOTHING]
    if told[:1] == ["lend"]:
        return read_loan(line, reader)
    if "@" in line and (found := stand_in().search(line)):
        return read_loan(f"lend {line[: found.start()]} {line[found.end() :]}", reader)
    if rest or not told:
        return None
    if len(told) == 1 and told[0] in ALONE:
        return Wanted(told[0])
    wanted = "ask" in kinds or not POLITE.isdisjoint(PIECE.findall(fold(line)))
    return read_time([*told, "more"] if wanted and "still" in kinds else told)


def kinds_of(text: str) -> tuple[list[str], list[str]]:
    """What each phrase is, up to the first word that is none, and all words from there on."""
    words, kinds = pieces(text), []
    while words:
        found = next(((len(one), kind) for one, kind in phrases() if words[: len(one)] == one), None)
        if not found and not words[0].isdecimal() and words[0] not in numbers():
            break
        length, kind = found or (1, str(numbers().get(words[0], words[0])))
        kinds.append(kind)
        words = words[length:]
    return kinds, words


def read_time(told: Sequence[str]) -> Wanted | None:
    """More time; 2 days more; 12 more hours. “Time” alone says nothing."""
    numbers, units = [one for one in told if one.isdecimal()], [one for one in told if one in SECONDS]
    others = {*told} - {*numbers, *units}
    if not others or not others <= {"time", "clock", "more"} or len(numbers) != len(units) or len(units) > 1:
        return None
    if not units:
        return Wanted("time") if told == ["time"] else None
    number = min(int(numbers[0][:6]), 10_000)
    return Wanted("time", seconds=number * SECONDS[units[0]]) if number else None


def read_loan(line: str, reader: DayReader) -> Wanted | None:
    """To somebody by address, with days as an absence has them, or without."""
    found = EMAIL.search(line)
    before, after = (line[: found.start()], line[found.end() :]) if found else (line, "")
    rest = kinds_of(before)[1]
    if found and found[0].startswith("<") and len(rest) <= LONGEST_NAME:
        rest = []
    if after.strip() and rest:
        return None
    behind = kinds_of(after)
    if not behind[1] and set(behind[0]) <= {"lend", "filler"}:  # meinen Platz an ... verleihen
        after = ""
    days = f"{' '.join(rest)} {after}".strip(" .,;!")
    email = found[0].strip("<>") if found else ""
    if not days:
        return Wanted("lend", email=email)
    said = read_away(f"away {days}", reader)
    if not said or said.rest or not (said.away_for_days or said.unclear):
        return None
    return Wanted("lend", email=email, away=said.away, unclear=said.unclear)
