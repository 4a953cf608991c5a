"""Verifying a record: every line's form, the chain, the commitment, every order, the ending."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.canonical import NotCanonical, canonical, chained, parse
from engine.chance import commitment
from engine.errors import OrderError, shown
from engine.game import Game, State
from engine.record import FORMAT, NOT_THE_PERSON, fit_name, fit_salt, seats_of, seed_of
from engine.registry import GAMES, game, meta

RIGHT, WRONG, RUNNING = 0, 1, 2  # the exit statuses of `verify`

HEX64 = re.compile(r"[0-9a-f]{64}\Z")
TIME = re.compile(r"\d{4}-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ\Z", re.ASCII)

FIRST = {"chasqui", "commitment", "game", "hash", "options", "rules", "salts", "seats", "started"}
STEP = {"at", "hash", "orders", "step"}
LAST = {"ended", "hash", "server_seed"}


@dataclass
class Verdict:
    """What verifying found. `lines` are the parsed lines, all of them where nothing is wrong."""

    status: int = RIGHT
    problems: list[tuple[int, str]] = field(default_factory=list)
    lines: list[Mapping[str, Any]] = field(default_factory=list)

    def wrong(self, line: int, what: str) -> None:
        self.status = WRONG
        self.problems.append((line, what))

    @property
    def head(self) -> str:
        return str(self.lines[-1]["hash"])


def verify(data: bytes) -> Verdict:
    verdict = Verdict()
    _read_lines(data, verdict)
    if verdict.status == RIGHT:
        _check_forms(verdict)
    if verdict.status == RIGHT:
        _check_game(verdict)
    return verdict


def _read_lines(data: bytes, verdict: Verdict) -> None:
    """Every line by itself: canonical, an object, and the chain whole."""
    if not data:
        return verdict.wrong(1, "the file is empty")
    lines = data.split(b"\n")
    if lines.pop() != b"":
        verdict.wrong(len(lines) + 1, "the last line is cut off: it does not end with a line feed")
    return _read_chain(lines, verdict)


def _read_chain(lines: list[bytes], verdict: Verdict) -> None:
    previous = ""
    for number, line in enumerate(lines, 1):
        try:
            value = parse(line)
        except NotCanonical as error:
            verdict.wrong(number, str(error))
            previous = ""
            continue
        _check_chain(value, previous, number, verdict)
        previous = ""
        if isinstance(value, dict):
            previous = str(value.get("hash", ""))
            verdict.lines.append(value)


def _check_chain(value: Any, previous: str, number: int, verdict: Verdict) -> None:
    if not isinstance(value, dict):
        return verdict.wrong(number, "not an object")
    if not _is_hash(value.get("hash")):
        return verdict.wrong(number, "has no hash of 64 lower-case hex digits")
    if number > 1 and not previous:
        return None  # the line before is the one that is wrong
    if value["hash"] != chained(value, previous):
        verdict.wrong(
            number, "the hash does not fit this line and the one before: something was changed, or left out"
        )
    return None


def _check_forms(verdict: Verdict) -> None:
    """Just the keys and kinds of values that the specification names."""
    first, *rest = verdict.lines
    _report(1, _form_of_first(first), verdict)
    if verdict.status != RIGHT:
        return
    for number, line in enumerate(rest, 2):
        if "ended" in line or "server_seed" in line:
            _report(number, _form_of_last(line), verdict)
            if number < len(verdict.lines):
                verdict.wrong(number + 1, "comes after the last line of the match")
                return
        else:
            _report(number, _form_of_step(line, number - 1, len(first["seats"])), verdict)


def _report(number: int, problem: str, verdict: Verdict) -> None:
    if problem:
        verdict.wrong(number, problem)


def _keys(line: Mapping[str, Any], needed: set[str], may: frozenset[str] = frozenset()) -> str:
    missing = sorted(needed - line.keys())
    extra = sorted(line.keys() - needed - may)
    return "; ".join(
        ([f"lacks {', '.join(missing)}"] if missing else [])
        + ([f"has the unknown key {', '.join(map(brief, extra[:3]))}"] if extra else [])
    )


def _form_of_first(line: Mapping[str, Any]) -> str:
    if problem := _keys(line, FIRST):
        return f"is not the first line of a record: {problem}"
    checks: Sequence[tuple[Callable[[], bool], str]] = (
        (
            lambda: _is_int(line["chasqui"], FORMAT),
            f"the record's format is not {FORMAT}, the one known here",
        ),
        (lambda: _is_hash(line["commitment"]), "the commitment is not 64 lower-case hex digits"),
        (lambda: isinstance(line["game"], str) and line["game"] in GAMES, _unknown_game(line["game"])),
        (
            lambda: _is_list(line["seats"], fit_name),
            "the seats are not names of 1 to 40 characters without controls",
        ),
        (
            lambda: _is_list(line["salts"], fit_salt),
            "the salts are not texts of 1 to 64 characters without controls",
        ),
        (lambda: len(line["salts"]) == len(line["seats"]), "there is not one salt for each seat"),
        (
            lambda: _is_time(line["started"]),
            f"started is not a time like 2026-11-18T10:00:00Z: {brief(line['started'])}",
        ),
        (lambda: isinstance(line["options"], dict), "the options are not an object"),
    )
    for right, problem in checks:
        if not right():
            return problem
    return _form_of_setting(line)


def _unknown_game(name: Any) -> str:
    return f"the game {brief(name)} is not known here; known are {', '.join(GAMES)}"


def _form_of_setting(line: Mapping[str, Any]) -> str:
    rules = meta(line["game"])
    if not _is_int(line["rules"], rules.rules):
        version = brief(line["rules"])
        return f"version {version} of the rules of {rules.id} is not known here; known is {rules.rules}"
    try:
        values = rules.check(len(line["seats"]), line["options"])
    except ValueError as error:
        return str(error)
    idle = [key for key in line["options"] if values[key] == rules.options[key].default]
    return f"option {idle[0]} is the default, which is not written" if idle else ""


def _form_of_step(line: Mapping[str, Any], step: int, seats: int) -> str:
    if problem := _keys(line, STEP, frozenset({"by"})):
        return f"is not a step: {problem}"
    numbers = [str(seat) for seat in range(1, seats + 1)]
    orders, by = line["orders"], line.get("by", {"": ""})
    if not _is_int(line["step"], step):
        return f"is step {brief(line['step'])}, and should be step {step}"
    if not _is_time(line["at"]):
        return f"at is not a time like 2026-11-18T10:00:00Z: {brief(line['at'])}"
    if (
        not isinstance(orders, dict)
        or not orders
        or not all(isinstance(text, str) for text in orders.values())
    ):
        return "the orders are not an object of texts by seat"
    if unknown := [seat for seat in orders if seat not in numbers]:
        return f"has orders for seat {brief(unknown[0])}; this match has seats 1 to {seats}"
    if "by" in line and not (
        isinstance(by, dict) and by and all(who in NOT_THE_PERSON for who in by.values())
    ):
        return f"by is not an object of seats with one of {', '.join(NOT_THE_PERSON)}"
    if "by" in line and not by.keys() <= orders.keys():
        return "by names a seat that has no orders in this step"
    return ""


def _form_of_last(line: Mapping[str, Any]) -> str:
    ending = "abandoned" if "abandoned" in line else "result"
    if problem := _keys(line, LAST | {ending}):
        return f"is not the last line of a record: {problem}"
    if not _is_time(line["ended"]):
        return f"ended is not a time like 2026-11-18T10:00:00Z: {brief(line['ended'])}"
    if not _is_hash(line["server_seed"]):
        return "the server seed is not 64 lower-case hex digits"
    if ending == "abandoned" and line["abandoned"] is not True:
        return "abandoned is true or not there"
    return ""


def _check_game(verdict: Verdict) -> None:
    """The seed, every order in its place, and the ending."""
    first, last = verdict.lines[0], verdict.lines[-1]
    rules = game(first["game"])
    if "ended" not in last:
        return _check_running(rules, verdict)
    if commitment(bytes.fromhex(last["server_seed"])) != first["commitment"]:
        return verdict.wrong(len(verdict.lines), "the server seed does not fit the commitment of line 1")
    state = rules.setup(len(first["seats"]), first["options"], seed_of(first, last))
    for number, line in enumerate(verdict.lines[1:-1], 2):
        state, problem = _check_step(rules, state, line)
        if problem:
            return verdict.wrong(number, problem)
    return _check_ending(rules, state, last, verdict)


def _check_step(rules: Game, state: State, line: Mapping[str, Any]) -> tuple[State, str]:
    orders = seats_of(line["orders"])
    try:
        step = rules.apply(state, orders)
    except OrderError as error:
        return state, of_seat(error)
    if step.refused:
        return state, str(step.refused)
    for seat, text in step.canonical.items():
        if text != orders[seat]:
            return state, not_canonical(seat, orders[seat], text)
    return step.state, ""


def not_canonical(seat: int | str, text: str, right: str) -> str:
    return f"the orders of seat {seat} are not written canonically: {brief(text)} should be {brief(right)}"


def of_seat(error: OrderError) -> str:
    """What is wrong with orders, where more than one seat may have given some."""
    said = str(error).removesuffix(" Nothing was changed.")
    return f"seat {error.seat}: {said}" if error.seat else said


def _check_ending(rules: Game, state: State, last: Mapping[str, Any], verdict: Verdict) -> None:
    result, number = rules.result(state), len(verdict.lines)
    if "abandoned" in last:
        if result:
            verdict.wrong(number, "says abandoned, but the match was played to its end")
    elif not result:
        verdict.wrong(number, "gives a result, but the match is not over: orders are missing")
    elif canonical(last["result"]) != canonical(result.to_json()):
        verdict.wrong(
            number, f"the result is {brief(last['result'])}, but the orders lead to {result.to_json()}"
        )


def _check_running(rules: Game, verdict: Verdict) -> None:
    """Without the seed, orders can only be read: that they are orders, and written canonically."""
    verdict.status = RUNNING
    for number, line in enumerate(verdict.lines[1:], 2):
        if len(line["orders"]) > 1 and not rules.META.sealed:
            verdict.wrong(
                number, f"has the orders of {len(line['orders'])} seats; in {rules.META.id} one seat moves"
            )
        for seat, text in line["orders"].items():
            try:
                written = rules.write(text)
            except OrderError as error:
                verdict.wrong(number, f"seat {seat}: {of_seat(error)}")
            else:
                if written != text:
                    verdict.wrong(number, not_canonical(seat, text, written))


def brief(value: Any) -> str:
    """A value as it can be quoted; orders are longer than most."""
    return shown(repr(value), 300)


def _is_int(value: Any, wanted: int) -> bool:
    return type(value) is int and value == wanted


def _is_hash(value: Any) -> bool:
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
