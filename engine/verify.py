"""Checks a record: the form of every line, the chain, the commitment, every order, the ending."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.canonical import NotCanonical, canonical, chain_hash_of_text, parse
from engine.chance import commitment
from engine.errors import OrderError
from engine.game import Game, State
from engine.record import next_state, orders_by_seat, seed_of
from engine.record_lines import form_of_first, form_of_last, is_hash, quotable_value
from engine.record_steps import LinesSoFar
from engine.registry import game

RIGHT, WRONG, RUNNING = 0, 1, 2  # the exit statuses of `verify`


@dataclass
class Verdict:
    """What the check has found. `lines` are the parsed lines: all of them, if nothing is wrong.

    `state`: what the orders lead to, where the record is finished, so that it could be played again.
    """

    status: int = RIGHT
    problems: list[tuple[int, str]] = field(default_factory=list)
    lines: list[Mapping[str, Any]] = field(default_factory=list)
    state: State | None = None

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
    """Checks that every line is canonical and an object, and that the chain is unbroken."""
    if not data:
        return verdict.wrong(1, "the file is empty")
    lines = data.split(b"\n")
    rest = lines.pop()
    _read_chain(lines, verdict)
    if rest:
        verdict.wrong(len(lines) + 1, "the last line is cut off: it does not end with a line feed")
    return None


def _read_chain(lines: list[bytes], verdict: Verdict) -> None:
    previous = ""
    for number, line in enumerate(lines, 1):
        try:
            value = parse(line)
        except NotCanonical as error:
            verdict.wrong(number, str(error))
            previous = ""
            continue
        _check_chain(line, value, previous, number, verdict)
        previous = ""
        if isinstance(value, dict):
            previous = str(value.get("hash", ""))
            verdict.lines.append(value)


def _check_chain(line: bytes, value: Any, previous: str, number: int, verdict: Verdict) -> None:
    if not isinstance(value, dict):
        return verdict.wrong(number, "not an object")
    if not is_hash(value.get("hash")):
        return verdict.wrong(number, "has no hash of 64 lower-case hex digits")
    if number > 1 and not previous:
        return None  # the line before is the one that is wrong
    if value["hash"] != chain_hash_of_text(line.decode(), value, previous):
        verdict.wrong(
            number, "the hash does not fit this line and the one before: something was changed, or left out"
        )
    return None


def _check_forms(verdict: Verdict) -> None:
    """Checks that the lines have exactly the keys and kinds of values that `engine/RECORD.md` names."""
    first, *rest = verdict.lines
    _report(1, form_of_first(first), verdict)
    if verdict.status != RIGHT:
        return
    lines_so_far = LinesSoFar(first)
    for number, line in enumerate(rest, 2):
        if "ended" in line or "server_seed" in line:
            _report(number, form_of_last(line), verdict)
            if number < len(verdict.lines):
                verdict.wrong(number + 1, "comes after the last line of the match")
                return
        else:
            _report(number, lines_so_far.read(line, number - 1), verdict)


def _report(number: int, problem: str, verdict: Verdict) -> None:
    if problem:
        verdict.wrong(number, problem)


def _check_game(verdict: Verdict) -> None:
    """Checks the seed, plays every step again, and compares the ending."""
    first, last = verdict.lines[0], verdict.lines[-1]
    rules = game(first["game"])
    if "ended" not in last:
        return _check_running(rules, verdict)
    if commitment(bytes.fromhex(last["server_seed"])) != first["commitment"]:
        return verdict.wrong(len(verdict.lines), "the server seed does not fit the commitment of line 1")
    setting = (len(first["seats"]), first["options"], seed_of(first, last), first["rules"])
    states = [rules.setup(*setting)]
    for number, line in enumerate(verdict.lines[1:-1], 2):
        state, problem = _check_step(rules, states, line)
        if problem:
            return verdict.wrong(number, problem)
        states.append(state)
    verdict.state = states[-1]
    return _check_ending(rules, states[-1], last, verdict)


def _check_step(rules: Game, states: Sequence[State], line: Mapping[str, Any]) -> tuple[State, str]:
    if "orders" in line:
        return _check_orders(rules, states[-1], orders_by_seat(line["orders"]))
    if rules.result(states[-1]):
        return states[
            -1
        ], "comes after the end: the step before has ended the match, and only the last line can follow"
    return next_state(rules, states, line)[0], ""


def _check_orders(rules: Game, state: State, orders: Mapping[int, str]) -> tuple[State, str]:
    try:
        step = rules.apply(state, orders)
    except OrderError as error:
        return state, error_with_seat(error)
    if step.refused:
        return state, str(step.refused)
    for seat, text in step.canonical.items():
        if text != orders[seat]:
            return state, not_canonical_message(seat, orders[seat], text)
    return step.state, ""


def not_canonical_message(seat: int | str, text: str, right: str) -> str:
    wrong, right = quotable_value(text), quotable_value(right)
    return f"the orders of seat {seat} are not written canonically: {wrong} should be {right}"


def error_with_seat(error: OrderError) -> str:
    """The error as text, with the seat where several seats can answer at once."""
    text = str(error).removesuffix(" Nothing was changed.")
    return f"seat {error.seat}: {text}" if error.seat else text


def _check_ending(rules: Game, state: State, last: Mapping[str, Any], verdict: Verdict) -> None:
    result, number = rules.result(state), len(verdict.lines)
    if "abandoned" in last:
        if result:
            verdict.wrong(number, "says abandoned, but the match was played to its end")
    elif not result:
        verdict.wrong(number, "gives a result, but the match is not over: orders are missing")
    elif canonical(last["result"]) != canonical(result.to_json()):
        verdict.wrong(
            number,
            f"the result is {quotable_value(last['result'])}, but the orders lead to {result.to_json()}",
        )


def _check_running(rules: Game, verdict: Verdict) -> None:
    """Without the seed nothing can be played again: checks only that orders can be read and are canonical."""
    verdict.status = RUNNING
    for number, line in enumerate(verdict.lines[1:], 2):
        orders = line.get("orders", {})
        if len(orders) > 1 and not rules.META.sealed:
            verdict.wrong(number, f"has the orders of {len(orders)} seats; in {rules.META.id} one seat moves")
        for seat, text in orders.items():
            try:
                canonical_text = rules.write(text)
            except OrderError as error:
                verdict.wrong(number, f"seat {seat}: {error_with_seat(error)}")
            else:
                if canonical_text != text:
                    verdict.wrong(number, not_canonical_message(seat, text, canonical_text))
