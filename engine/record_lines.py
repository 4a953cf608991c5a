"""The form of a record's lines: exactly the keys and kinds of values that `engine/RECORD.md` names.

The functions `form_of_...` return what is wrong with a line, or an empty text.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import quotable_text
from engine.record import FORMAT, NOT_THE_PERSON, is_valid_name, is_valid_salt
from engine.registry import GAMES, meta

HEX64 = re.compile(r"[0-9a-f]{64}\Z")
TIME = re.compile(r"\d{4}-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ\Z", re.ASCII)
FIRST_LINE_KEYS = {"chasqui", "commitment", "game", "hash", "options", "rules", "salts", "seats", "started"}
STEP_KEYS = {"at", "hash", "orders", "step"}
LAST_LINE_KEYS = {"ended", "hash", "server_seed"}


def _wrong_keys(line: Mapping[str, Any], needed: set[str], may: frozenset[str] = frozenset()) -> str:
    missing = sorted(needed - line.keys())
    extra = sorted(line.keys() - needed - may)
    return "; ".join(
        ([f"lacks {', '.join(missing)}"] if missing else [])
        + ([f"has the unknown key {', '.join(map(quotable_value, extra[:3]))}"] if extra else [])
    )


def form_of_first(line: Mapping[str, Any]) -> str:
    if problem := _wrong_keys(line, FIRST_LINE_KEYS):
        return f"is not the first line of a record: {problem}"
    checks: Sequence[tuple[Callable[[], bool], str]] = (
        (
            lambda: _is_int(line["chasqui"], FORMAT),
            f"the record's format is not {FORMAT}, the one known here",
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
            lambda: _is_time(line["started"]),
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
    if not _is_int(line["rules"], rules.rules):
        version = quotable_value(line["rules"])
        return f"version {version} of the rules of {rules.id} is not known here; known is {rules.rules}"
    try:
        values = rules.check(len(line["seats"]), line["options"])
    except ValueError as error:
        return str(error)
    needless = [key for key in line["options"] if values[key] == rules.options[key].default]
    return f"option {needless[0]} is the default, which is not written" if needless else ""


def form_of_step(line: Mapping[str, Any], step: int, seats: int) -> str:
    if problem := _wrong_keys(line, STEP_KEYS, frozenset({"by"})):
        return f"is not a step: {problem}"
    numbers = [str(seat) for seat in range(1, seats + 1)]
    orders, by = line["orders"], line.get("by", {"": ""})
    if not _is_int(line["step"], step):
        return f"is step {quotable_value(line['step'])}, and should be step {step}"
    if not _is_time(line["at"]):
        return f"at is not a time like 2026-11-18T10:00:00Z: {quotable_value(line['at'])}"
    if (
        not isinstance(orders, dict)
        or not orders
        or not all(isinstance(text, str) for text in orders.values())
    ):
        return "the orders are not an object of texts by seat"
    if unknown := [seat for seat in orders if seat not in numbers]:
        return f"has orders for seat {quotable_value(unknown[0])}; this match has seats 1 to {seats}"
    if "by" in line and not (
        isinstance(by, dict) and by and all(giver in NOT_THE_PERSON for giver in by.values())
    ):
        return f"by is not an object of seats with one of {', '.join(NOT_THE_PERSON)}"
    if "by" in line and not by.keys() <= orders.keys():
        return "by names a seat that has no orders in this step"
    return ""


def form_of_last(line: Mapping[str, Any]) -> str:
    ending = "abandoned" if "abandoned" in line else "result"
    if problem := _wrong_keys(line, LAST_LINE_KEYS | {ending}):
        return f"is not the last line of a record: {problem}"
    if not _is_time(line["ended"]):
        return f"ended is not a time like 2026-11-18T10:00:00Z: {quotable_value(line['ended'])}"
    if not is_hash(line["server_seed"]):
        return "the server seed is not 64 lower-case hex digits"
    if ending == "abandoned" and line["abandoned"] is not True:
        return "abandoned is true or not there"
    return ""


def quotable_value(value: Any) -> str:
    """A value, safe to quote. More room than in `quotable_text`, because orders are long."""
    return quotable_text(repr(value), 300)


def _is_int(value: Any, wanted: int) -> bool:
    return type(value) is int and value == wanted


def is_hash(value: Any) -> bool:
    return isinstance(value, str) and bool(HEX64.match(value))


def _is_list(value: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and bool(value) and all(map(fits, value))


DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _is_time(value: Any) -> bool:
    found = TIME.match(value) if isinstance(value, str) else None
    if not found or not 1 <= int(found[1]) <= 12:
        return False
    year, month, day = int(value[:4]), int(found[1]), int(found[2])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= DAYS[month - 1] and (leap or (month, day) != (2, 29))
