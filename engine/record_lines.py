"""The form of a record's first and last line: the keys and kinds of values that `engine/RECORD.md` names.

The functions `form_of_...` return what is wrong with a line, or an empty text.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from engine.errors import quotable_text
from engine.record import FORMATS, is_valid_name, is_valid_salt
from engine.registry import GAMES, meta

LONGEST_QUOTE = 300  # characters
HEX64 = re.compile(r"[0-9a-f]{64}\Z")
TIME = re.compile(r"\d{4}-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ\Z", re.ASCII)
FIRST_LINE_KEYS = {"chasqui", "commitment", "game", "hash", "options", "rules", "salts", "seats", "started"}
LAST_LINE_KEYS = {"ended", "hash", "server_seed"}


def wrong_keys(line: Mapping[str, Any], needed: Set[str], may: Set[str] = frozenset()) -> str:
    if line.keys() == needed:
        return ""
    missing = sorted(needed - line.keys())
    extra = sorted(line.keys() - needed - may)
    return "; ".join(
        ([f"lacks {', '.join(missing)}"] if missing else [])
        + ([f"has the unknown key {', '.join(map(quotable_value, extra[:3]))}"] if extra else [])
    )


def form_of_first(line: Mapping[str, Any]) -> str:
    if problem := wrong_keys(line, FIRST_LINE_KEYS):
        return f"is not the first line of a record: {problem}"
    checks: Sequence[tuple[Callable[[], bool], str]] = (
        (
            lambda: any(_is_int(line["chasqui"], known) for known in FORMATS),
            f"the record's format is not one of those known here: {', '.join(map(str, FORMATS))}",
        ),
        (lambda: is_hash(line["commitment"]), "the commitment is not 64 lower-case hex digits"),
        (lambda: isinstance(line["game"], str) and line["game"] in GAMES, _unknown_game(line["game"])),
        (
            lambda: _is_list(line["seats"], is_valid_name),
            "the seats are not names of 1 to 40 characters without controls",
        ),
        (
            lambda: _is_list(line["salts"], is_valid_salt),
            "the salts are not texts of 1 to 64 characters without controls",
        ),
        (lambda: len(line["salts"]) == len(line["seats"]), "there is not one salt for each seat"),
        (
            lambda: is_time(line["started"]),
            f"started is not a time like 2026-11-18T10:00:00Z: {quotable_value(line['started'])}",
        ),
        (lambda: isinstance(line["options"], dict), "the options are not an object"),
    )
    for right, problem in checks:
        if not right():
            return problem
    return _form_of_setting(line)


def _unknown_game(name: Any) -> str:
    return f"the game {quotable_value(name)} is not known here; known are {', '.join(GAMES)}"


def _form_of_setting(line: Mapping[str, Any]) -> str:
    rules = meta(line["game"])
    if type(line["rules"]) is not int or not 1 <= line["rules"] <= rules.rules:
        version = quotable_value(line["rules"])
        known = "is 1" if rules.rules == 1 else f"are 1 to {rules.rules}"
        return f"version {version} of the rules of {rules.id} is not known here; known {known}"
    try:
        values = rules.check(len(line["seats"]), line["options"])
    except ValueError as error:
        return quotable_text(str(error), LONGEST_QUOTE)
    needless = [key for key in line["options"] if values[key] == rules.options[key].default]
    return f"option {needless[0]} is the default, which is not written" if needless else ""


def form_of_last(line: Mapping[str, Any]) -> str:
    ending = "abandoned" if "abandoned" in line else "result"
    if problem := wrong_keys(line, LAST_LINE_KEYS | {ending}):
        return f"is not the last line of a record: {problem}"
    if not is_time(line["ended"]):
        return f"ended is not a time like 2026-11-18T10:00:00Z: {quotable_value(line['ended'])}"
    if not is_hash(line["server_seed"]):
        return "the server seed is not 64 lower-case hex digits"
    if ending == "abandoned" and line["abandoned"] is not True:
        return "abandoned is true or not there"
    return ""


def quotable_value(value: Any) -> str:
    """A value, safe to quote. More room than in `quotable_text`, because orders are long."""
    return quotable_text(repr(value), LONGEST_QUOTE)


def _is_int(value: Any, wanted: int) -> bool:
    return type(value) is int and value == wanted


def is_hash(value: Any) -> bool:
    return isinstance(value, str) and bool(HEX64.match(value))


def _is_list(value: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and bool(value) and all(map(fits, value))


DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_time(value: Any) -> bool:
    found = TIME.match(value) if isinstance(value, str) else None
    if not found or not 1 <= (month := int(found[1])) <= 12:
        return False
    day = int(found[2])
    return 1 <= day <= DAYS[month - 1] and ((month, day) != (2, 29) or _is_leap(int(value[:4])))


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
